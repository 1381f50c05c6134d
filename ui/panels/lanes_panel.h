// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/access_sites.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QSlider;
class QStackedLayout;

namespace warpbench::ui {

class LaneView;
struct SourcePlace;
struct Workbench;

/// Shows which address each lane of a warp accesses in the current line, and how memory serves the
/// access. Runs are traced while the panel is visible.
class LanesPanel : public QWidget {
    Q_OBJECT

  public:
    explicit LanesPanel(Workbench& bench);

    const std::vector<AccessSite>& sites() const { return m_sites; }
    /// The access shown; null: none.
    const session::TracedAccess* access() const;

  private:
    QWidget* buildControls();
    QWidget* buildNothing();
    void takeReport();
    void follow(const SourcePlace& place);
    void followPtx(int line);
    void followLane();
    void tell(int lane);
    void showSite();
    void showBlock();
    void showWarp();
    void showAccess();
    const AccessSite* site() const;

    Workbench& m_bench;
    std::vector<AccessSite> m_sites;
    QComboBox* m_site;
    QComboBox* m_block;
    QSlider* m_warp;
    QLabel* m_warpText;
    QSlider* m_execution;
    QLabel* m_executionText;
    QLabel* m_sentence;
    QLabel* m_stale;
    QLabel* m_empty;
    QPushButton* m_trace;
    LaneView* m_view;
    QStackedLayout* m_stack;
};

} // namespace warpbench::ui
