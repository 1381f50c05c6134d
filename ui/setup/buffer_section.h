// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/project_document.h"

#include <QWidget>

#include <functional>

class QGridLayout;
class QToolButton;

namespace warpbench::ui {

/// A part of the form of a buffer: names at the left, fields at the right.
class BufferSection : public QWidget {
    Q_OBJECT

  public:
    explicit BufferSection(ProjectDocument& document, QWidget* parent = nullptr);

    /// Shows a buffer of the document, and changes that one from now on.
    void setBuffer(std::size_t row);

  protected:
    virtual void refresh(const project::Buffer& buffer) = 0;

    const project::Project& project() const { return m_document.project(); }
    const project::Buffer* buffer() const; ///< the one that is shown; null: none
    /// A step that can be undone. \param field  typing in one and the same is one step; empty: none
    void edit(const QString& field, const std::function<void(project::Buffer&)>& change);
    /// The section's layout.
    QGridLayout* makeGrid();
    /// A button that asks for a file of arrays and gives `take` its path as the project names it.
    QToolButton* makeBrowse(const std::function<void(const QString&)>& take);

  private:
    ProjectDocument& m_document;
    std::size_t m_row = 0;
};

} // namespace warpbench::ui
