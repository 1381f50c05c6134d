// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/step/step_watch_model.h"

#include <QWidget>

class QAction;
class QLineEdit;
class QStackedLayout;
class QTableView;

namespace warpbench::ui {

class Selection;
class StepController;

/// The watched expressions of a launch during stepping, edited in place, below a field for new
/// ones.
class StepWatches : public QWidget {
    Q_OBJECT

  public:
    /// Both outlive this.
    StepWatches(StepController& stepper, Selection& selection);

    StepWatchModel& model() { return m_model; }
    /// Updates the values.
    void show();

  private:
    void makeField();
    void makeTable();
    void add();
    void edit(int row, const QString& text);
    void remove(int row);

    StepController& m_stepper;
    Selection& m_selection;
    StepWatchModel m_model;
    QTableView* m_view = nullptr;
    QLineEdit* m_field = nullptr;
    QStackedLayout* m_stack = nullptr;
};

} // namespace warpbench::ui
