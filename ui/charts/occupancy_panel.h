// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/occupancy/occupancy.h"
#include "ui/models/launch_usage.h"

#include <QWidget>

#include <array>
#include <functional>
#include <optional>
#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;
class QSlider;
class QSpinBox;
class QStackedLayout;
class QToolButton;

namespace warpbench::ui {

class LimiterBars;
class Plot;
struct PlotMarker;
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
    /// What a run of this launch cost, with what it asked of a multiprocessor.
    struct Measured {
        occupancy::KernelUsage usage;
        double cost = 0; ///< less is better
        QString text; ///< "12.4 µs"; of a simulated device "1.2M instr.", as its time says nothing
    };
    /// Drawn over the axis of the curve where there are two points of it or more: the fullest SM is
    /// not always the fastest. \param measured  of the chosen device, the newest first
    void setMeasured(std::vector<Measured> measured);
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

  private:
    enum Knob { kThreads, kRegisters, kShared, kKnobs };
    /// One number to play with: a slider, and a field for the exact value.
    struct KnobRow {
        QSlider* slider = nullptr;
        QSpinBox* exact = nullptr;
    };

    QWidget* buildHead();
    QWidget* buildKnobs();
    QWidget* buildChart();
    void buildContent();
    void addKnob(QGridLayout& grid, Knob knob, const QString& name, int least, int most, int step);
    const occupancy::DeviceLimits& limits() const;
    /// The launch with what the sliders say.
    occupancy::KernelUsage asked() const;
    bool differs() const { return m_launch && !(asked() == m_launch->usage); }
    void showKnobs();
    void turn(Knob knob, int value);
    void refresh();
    QString sentences(const occupancy::Occupancy& result) const;
    QString wavesSentence() const;
    void showCurve();
    void addMeasured(QList<PlotMarker>& markers, occupancy::CurveAxis axis, double scale) const;
    void showApply();

    occupancy::DeviceLimits m_limits; ///< of the chosen device
    QString m_device;
    std::optional<LaunchUsage> m_launch;
    std::vector<Measured> m_measured;
    occupancy::KernelUsage m_asked;
    QLabel* m_empty;
    QWidget* m_content;
    QStackedLayout* m_stack;
    QLabel* m_headline;
    QLabel* m_detail;
    QLabel* m_hint;
    QLabel* m_baseline;
    QComboBox* m_gpu;
    LimiterBars* m_bars;
    std::array<KnobRow, kKnobs> m_knobs;
    QToolButton* m_reset;
    QToolButton* m_apply;
    QComboBox* m_axis;
    QLabel* m_hover;
    Plot* m_plot;
};

} // namespace warpbench::ui
