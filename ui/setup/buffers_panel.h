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
    /// Shows the buffer of that name, if there is one.
    void select(const QString& name);
    /// Selects a buffer of this name, if there is one, and if nobody works in this panel: what a
    /// run shows elsewhere takes no form away from beneath somebody's hands.
    void selectBuffer(const QString& name);

  signals:
    /// Somebody went to another row.
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
    int m_rowBefore = 0;      ///< that was current before the rows changed
    bool m_selecting = false; ///< nobody chooses
};

} // namespace warpbench::ui
