// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/occupancy/occupancy.h"
#include "ui/charts/measured_points.h"
#include "ui/run/launch_usage.h"

#include <QWidget>

#include <array>
#include <functional>
#include <optional>
#include <vector>

class QBoxLayout;
class QComboBox;
class QGridLayout;
class QLabel;
class QSlider;
class QSpinBox;
class QStackedLayout;
class QToolButton;

namespace warpbench::ui {

inline constexpr int kKiB = 1024; ///< bytes

class LimiterBars;
class Plot;
struct PlotAxis;
struct PlotMarker;
struct PlotSeries;
struct Workbench;

/// Shows what limits the number of blocks on an SM and how to raise it: all limiters at once,
/// advice in sentences, sliders to try values, and curves with the current and the best point.
/// Works for the chosen device or any GPU of the catalogue, right after a compile.
class OccupancyPanel : public QWidget {
    Q_OBJECT

  public:
    explicit OccupancyPanel(QWidget* parent = nullptr);
    /// A panel that shows the state of the workbench.
    explicit OccupancyPanel(Workbench& bench);

    /// The chosen device; the user can select another one in the panel.
    void setLimits(const occupancy::DeviceLimits& limits, const QString& device = {});
    /// The launch as configured.
    void setUsage(const LaunchUsage& launch);
    /// Draws measured runs over the curve's axis if it has at least two points: the fullest SM is
    /// not always the fastest.
    /// \param measured  costs of this launch on the chosen device, newest first
    /// \param remark    a sentence shown beside the result; may be empty
    void setMeasured(std::vector<MeasuredPoint> measured, const QString& remark = {});
    /// \param text  what is being measured; empty: nothing
    /// \param why   why block sizes cannot be measured, as a sentence; empty: they can
    void setMeasuring(const QString& text, const QString& why = {});
    /// The occupancy of a pinned run as a sentence; empty: no comparison.
    void setBaselineText(const QString& text);
    void clear();

  signals:
    /// Apply: set the launch's block size, in threads.
    void blockSizeWanted(int threads);
    /// Apply: limit the registers per thread.
    void maxRegistersWanted(int registers);
    /// Apply: compile the kernel for blocks of at most `threads` threads and at least `blocks`
    /// resident blocks per SM.
    void launchBoundsWanted(const QString& kernel, int threads, int blocks);

    void measureWanted();
    /// Apply: set the cluster size in blocks; 1: no clusters.
    void clusterWanted(int blocks);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    enum Knob { kThreads, kRegisters, kShared, kKnobs };
    /// A value to try out: a slider, and a field for the exact number.
    struct KnobRow {
        QSlider* slider = nullptr;
        QSpinBox* exact = nullptr;
    };

    void showLaunch(Workbench& bench);
    void showBaseline(Workbench& bench);
    void followSweep(Workbench& bench);
    void applyToSetUp(Workbench& bench);
    void applyToSource(Workbench& bench);
    QWidget* buildHead();
    QWidget* buildKnobs();
    QWidget* buildChart();
    void buildContent();
    void addChoices(QGridLayout& grid);
    void addKnob(QGridLayout& grid, Knob knob, const QString& name, int least, int most, int step);
    const occupancy::DeviceLimits& limits() const;
    /// The launch with the values of the sliders.
    occupancy::KernelUsage asked() const;
    bool differs() const { return m_launch && !(asked() == m_launch->usage); }
    void showKnobs();
    void showChoices();
    void turn(Knob knob, int value);
    void refresh();
    void showCurve();
    occupancy::CurveAxis axis() const;
    std::vector<MeasuredPoint> measuredHere() const;
    void addMeasured(QList<PlotSeries>& series, QList<PlotMarker>& markers,
                     std::optional<PlotAxis>& right);
    void showHovered(double x);
    void showApply();

    occupancy::DeviceLimits m_limits; ///< of the chosen device
    QString m_device;
    std::optional<LaunchUsage> m_launch;
    std::vector<MeasuredPoint> m_measured;
    QString m_measureRemark;
    occupancy::KernelUsage m_asked;
    QLabel* m_empty;
    QWidget* m_content;
    QStackedLayout* m_stack;
    QLabel* m_headline;
    QBoxLayout* m_head = nullptr; ///< headline and GPU
    QLabel* m_detail;
    QLabel* m_hint;
    QLabel* m_baseline;
    QComboBox* m_gpu;
    LimiterBars* m_bars;
    std::array<KnobRow, kKnobs> m_knobs;
    QComboBox* m_carveOut;
    QComboBox* m_cluster;
    QToolButton* m_reset;
    QToolButton* m_apply;
    QComboBox* m_axis;
    QToolButton* m_measure;
    QLabel* m_hover;
    QLabel* m_measureNote;
    Plot* m_plot;
};

} // namespace warpbench::ui
