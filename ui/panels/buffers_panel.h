// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/project_document.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace warpbench::ui {

class BufferForm;
class BuffersModel;

/// The project's buffers: a table, and a form for the selected one.
class BuffersPanel : public QWidget {
    Q_OBJECT

  public:
    explicit BuffersPanel(ProjectDocument& document, QWidget* parent = nullptr);

    BuffersModel& model() { return *m_model; }
    /// Shows the buffer of that name, if there is one.
    void select(const QString& name);

  private:
    void select(int row);
    void showSelection();
    void fitHeight();

    BuffersModel* m_model;
    QTableView* m_view;
    BufferForm* m_form;
    QLabel* m_problem;
    QLabel* m_shape;
    QLabel* m_empty;
    int m_rowBefore = 0; ///< that was current before the rows changed
};

} // namespace warpbench::ui
