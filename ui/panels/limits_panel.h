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

/// Shows what limits a launch of the last run on the GPU that a simulated device represents: the
/// time that each part of the GPU alone would need, common remedies, and the possible gain from
/// fixing each inefficiency.
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
