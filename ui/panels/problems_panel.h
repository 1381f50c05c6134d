// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QStackedLayout;
class QTreeView;

namespace warpbench::ui {

class DiagnosticsModel;
struct Problem;
struct Workbench;

/// The problem list. Enter or a double-click goes to the location.
class ProblemsPanel : public QWidget {
    Q_OBJECT

  public:
    explicit ProblemsPanel(DiagnosticsModel& model, QWidget* parent = nullptr);
    /// A panel that shows the state of the workbench.
    explicit ProblemsPanel(Workbench& bench);

  signals:
    void activated(const warpbench::ui::Problem& problem);

  private:
    void copySelected() const;

    DiagnosticsModel& m_model;
    QTreeView* m_view;
    QStackedLayout* m_stack;
};

} // namespace warpbench::ui
