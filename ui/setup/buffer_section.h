// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/project_document.h"

#include <QWidget>

#include <functional>

class QGridLayout;
class QToolButton;

namespace warpbench::ui {

/// A section of a buffer's form: labels at the left, fields at the right.
class BufferSection : public QWidget {
    Q_OBJECT

  public:
    explicit BufferSection(ProjectDocument& document, QWidget* parent = nullptr);

    /// Selects the buffer to show and edit.
    void setBuffer(std::size_t row);

  protected:
    virtual void refresh(const project::Buffer& buffer) = 0;

    const project::Project& project() const { return m_document.project(); }
    const project::Buffer* buffer() const; ///< the current one; null: none
    /// An undoable step. \param field  merges consecutive changes of this field; empty: does not
    void edit(const QString& field, const std::function<void(project::Buffer&)>& change);
    /// Creates the section's layout.
    QGridLayout* makeGrid();
    /// A button that selects an array file and passes `take` its path as used in the project.
    QToolButton* makeBrowse(const std::function<void(const QString&)>& take);

  private:
    ProjectDocument& m_document;
    std::size_t m_row = 0;
};

} // namespace warpbench::ui
