// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/step/step_models.h"

#include <QWidget>

#include <tuple>

class QLabel;
class QPushButton;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace warpbench::ui {

class StepController;
class StepWatches;
struct Workbench;

/// Shows a launch during stepping: the position of each warp and what it waits for, the values of
/// each lane, and shared memory.
class StepPanel : public QWidget {
    Q_OBJECT

  public:
    explicit StepPanel(Workbench& bench);

    StepLanesModel& lanes() { return m_lanes; }
    StepLanesModel& registers() { return m_registers; }
    StepWarpsModel& warps() { return m_warps; }
    StepSharedModel& shared() { return m_shared; }
    StepWatches& watches() { return *m_watches; }
    QString statusText() const;

  private:
    QWidget* makeButtons();
    QWidget* makeViews();
    QWidget* makeTabs();
    QWidget* makeRegisters();
    QTableView* makeLanesTable(StepLanesModel& model, const char* name, const QString& title);
    QToolButton* addButton(QWidget* row, const char* name, const QString& text, const QString& tip);
    void show();
    void showRegisters();
    void chooseWarp(int row);
    void followLane();
    void markLane();
    void markLaneIn(QTableView& view, int row);
    static void scrollToLanes(QTableView& view, quint32 lanes);
    void tellWarp();
    QString describeState() const;

    Workbench& m_bench;
    StepController& m_stepper;
    StepLanesModel m_lanes{StepLanesModel::Holding::variables};
    StepLanesModel m_registers{StepLanesModel::Holding::registers};
    StepWarpsModel m_warps;
    StepSharedModel m_shared;
    QTableView* m_lanesView = nullptr;
    QTableView* m_registersView = nullptr;
    QLabel* m_instruction = nullptr; ///< the next one in PTX
    QTableView* m_warpsView = nullptr;
    QTableView* m_sharedView = nullptr;
    QLabel* m_status;
    QLabel* m_note;
    QLabel* m_empty;
    StepWatches* m_watches;
    QStackedLayout* m_stack;
    QList<QToolButton*> m_moves; ///< enabled while the launch is paused
    QToolButton* m_back = nullptr;
    QToolButton* m_pause = nullptr;
    QString m_failure;      ///< error of the last command
    bool m_marking = false; ///< the panel itself selects the lane, not the user
    bool m_wanted = false;  ///< another warp was requested while the launch was running
    /// Block, warp and instruction count of the last announced state.
    std::tuple<quint64, int, quint64> m_told{0, -1, 0};
};

} // namespace warpbench::ui
