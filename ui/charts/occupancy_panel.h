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

/// What keeps an SM from holding more blocks of a kernel, and what would change that: all limiters
/// at once, sentences that say what to do, sliders for what if, curves with the present and the
/// best point, for the chosen device or any GPU of the catalogue. Known right after a compile.
class OccupancyPanel : public QWidget {
    Q_OBJECT

  public:
    explicit OccupancyPanel(QWidget* parent = nullptr);
    /// One that shows what the workbench holds.
    explicit OccupancyPanel(Workbench& bench);

    /// The device that is chosen; the panel may be asked for another one.
    void setLimits(const occupancy::DeviceLimits& limits, const QString& device = {});
    /// The launch as it is set up.
    void setUsage(const LaunchUsage& launch);
    /// Drawn over the axis of the curve where there are two points of it or more: the fullest SM is
    /// not always the fastest.
    /// \param measured  what runs of this launch cost on the chosen device, the newest first
    /// \param remark    a sentence beside what they say; may be empty
    void setMeasured(std::vector<MeasuredPoint> measured, const QString& remark = {});
    /// \param text  what is being measured; empty: nothing is
    /// \param why   no block size can be measured, a sentence; empty: they can
    void setMeasuring(const QString& text, const QString& why = {});
    /// What a pinned run had, a sentence; empty: nothing is compared with.
    void setBaselineText(const QString& text);
    void clear();

  signals:
    /// Apply: the launch's block is wanted of so many threads.
    void blockSizeWanted(int threads);
    /// Apply: the compiler shall keep to so many registers per thread.
    void maxRegistersWanted(int registers);
    /// Apply: the kernel shall be compiled for blocks of so many threads, so many of which an SM
    /// holds at once.
    void launchBoundsWanted(const QString& kernel, int threads, int blocks);

    void measureWanted();
    /// Apply: the launch's blocks are wanted in clusters of so many; 1: in none.
    void clusterWanted(int blocks);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    enum Knob { kThreads, kRegisters, kShared, kKnobs };
    /// One number to play with: a slider, and a field for the exact value.
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
    /// The launch with what the sliders say.
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
