// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace warpbench::session {
struct LaunchReport;
}

namespace warpbench::ui {

class Plot;
struct Workbench;

/// What limits a launch of the last run on the GPU that a simulated device represents: how much of
/// the time each part of that GPU alone would need, what usually helps, and what the launch would
/// gain without each of its wastes.
class LimitsPanel : public QWidget {
    Q_OBJECT

  public:
    explicit LimitsPanel(Workbench& bench);

  private:
    QWidget* buildPage();
    void show();
    void offerLaunches();
    void showLaunch(const session::LaunchReport& launch);
    void showGains(const session::LaunchReport& launch);

    Workbench& m_bench;
    QComboBox* m_launch;
    QLabel* m_stale;
    QLabel* m_time;
    QLabel* m_advice;
    QLabel* m_empty;
    Plot* m_plot;
    QVBoxLayout* m_gains;
    QStackedLayout* m_stack;
};

} // namespace warpbench::ui
