// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/counters_model.h"
#include "ui/results/hardware_model.h"
#include "ui/workbench/panel_parts.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QStackedLayout;
class QTableView;
class QTabWidget;

namespace warpbench::ui {

class RooflineChart;
struct Workbench;

/// The total counts of the last run's launches, from the simulated GPU or a real GPU's performance
/// counters, and the launches in the roofline of their device.
class CountersPanel : public QWidget, public PanelParts {
    Q_OBJECT

  public:
    explicit CountersPanel(Workbench& bench);

    const CountersModel& model() const { return m_model; }
    const HardwareModel& hardware() const { return m_hardware; }
    const RooflineChart& roofline() const { return *m_roofline; }

    /// "roofline", visible once a real GPU has provided counts.
    bool showPart(const QString& part) override;

  private:
    QWidget* buildPage();
    void show();
    void showRoofline();
    void hold();
    void sayWhatOf();

    Workbench& m_bench;
    CountersModel m_model;
    HardwareModel m_hardware;
    QTableView* m_view;
    QTableView* m_hardwareView;
    RooflineChart* m_roofline;
    QTabWidget* m_tabs;
    QLabel* m_passes;
    QLabel* m_against;
    QLabel* m_empty;
    QLabel* m_stale;
    QPushButton* m_count;
    QStackedLayout* m_stack;
};

} // namespace warpbench::ui
