// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/project_document.h"

#include <QWidget>

class QLabel;

namespace warpbench::ui {

class BufferForm;
class BuffersModel;
class NameTable;

/// The project's buffers: a table, and a form for the selected one.
class BuffersPanel : public QWidget {
    Q_OBJECT

  public:
    explicit BuffersPanel(ProjectDocument& document, QWidget* parent = nullptr);

    BuffersModel& model() { return *m_model; }
    /// Selects the buffer of that name, if it exists.
    void select(const QString& name);
    /// The same, unless the user is working in this panel: a selection made elsewhere must not
    /// replace the form being edited.
    void selectBuffer(const QString& name);

  signals:
    /// The user selected another row.
    void chosen(const QString& name);

  private:
    QLayout* buildTitle();
    void buildTable();
    void select(int row);
    void showSelection();

    BuffersModel* m_model;
    NameTable* m_view;
    BufferForm* m_form;
    QLabel* m_shape;
    int m_rowBefore = 0;      ///< the current row before the rows changed
    bool m_selecting = false; ///< the panel itself changes the selection
};

} // namespace warpbench::ui
