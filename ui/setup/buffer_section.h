// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/project_document.h"
#include "ui/fields/bound_form.h"

#include <QWidget>

class QGridLayout;
class QToolButton;

namespace warpbench::ui {

/// A section of a buffer's form: labels at the left, fields at the right.
class BufferSection : public QWidget {
    Q_OBJECT

  public:
    explicit BufferSection(ProjectDocument& document, QWidget* parent = nullptr);

    /// Selects the buffer to show and edit.
    void setBuffer(std::size_t row, const Evaluation& evaluation);

  protected:
    using Row = Field<project::Buffer>;

    const project::Project& project() const { return m_document.project(); }
    /// The current one. \pre setBuffer() was called
    const project::Buffer& buffer() const { return project().buffers[m_row]; }
    /// \param beside  buttons at the right of the field
    void addRow(Row row, const std::vector<QWidget*>& beside = {});
    void addWide(QWidget* widget); ///< below the rows, over the whole width
    /// A button that selects an array file and sets `path` to it, as the project names it.
    QToolButton* makeBrowse(const Value<project::Buffer>& path);

  private:
    void edit(const std::function<void(project::Buffer&)>& change, const QString& key);

    ProjectDocument& m_document;
    BoundForm<project::Buffer> m_form;
    QGridLayout* m_grid;
    std::size_t m_row = 0;
    std::string m_name; ///< of the buffer shown
};

/// The initial contents of a buffer.
class BufferInitForm : public BufferSection {
    Q_OBJECT

  public:
    explicit BufferInitForm(ProjectDocument& document, QWidget* parent = nullptr);

  private:
    Row partRow(std::size_t part);
};

/// The expected contents of a buffer after the run.
class BufferExpectForm : public BufferSection {
    Q_OBJECT

  public:
    explicit BufferExpectForm(ProjectDocument& document, QWidget* parent = nullptr);

  private:
    void addText();
};

/// The memory kind of a buffer.
class BufferMemoryForm : public BufferSection {
    Q_OBJECT

  public:
    explicit BufferMemoryForm(ProjectDocument& document, QWidget* parent = nullptr);
};

/// Which part of a buffer each device has in a run on several devices.
class BufferSharingForm : public BufferSection {
    Q_OBJECT

  public:
    explicit BufferSharingForm(ProjectDocument& document, QWidget* parent = nullptr);
};

} // namespace warpbench::ui
