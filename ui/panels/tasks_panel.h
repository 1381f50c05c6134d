// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/task_checker.h"

#include <QWidget>

#include <set>
#include <vector>

class QLabel;
class QPushButton;
class QStackedLayout;
class QVBoxLayout;

namespace warpbench::ui {

struct Workbench;

/// The project's tasks: what to do, what is done, and for each open task the reason and a hint.
class TasksPanel : public QWidget {
    Q_OBJECT

  public:
    explicit TasksPanel(Workbench& bench);

  private:
    void show();
    QWidget* makeTask(std::size_t index);

    TaskChecker& m_tasks;
    std::vector<project::Task> m_shown;
    std::set<std::size_t> m_hinted; ///< tasks with a visible hint
    QLabel* m_head;
    QLabel* m_stale;
    QPushButton* m_check;
    QVBoxLayout* m_list;
    QStackedLayout* m_stack;
};

} // namespace warpbench::ui
