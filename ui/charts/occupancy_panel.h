// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/occupancy/occupancy.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;

namespace warpbench::ui {

class LimiterBars;
class Plot;
struct Workbench;

/// What keeps an SM from holding more blocks of a kernel: a bar per limiter, and a curve over block
/// size, registers or shared memory with a ring at the present point.
class OccupancyPanel : public QWidget {
    Q_OBJECT

  public:
    explicit OccupancyPanel(QWidget* parent = nullptr);
    /// One that shows what the workbench holds.
    explicit OccupancyPanel(Workbench& bench);

    /// The device that the figures are for.
    void setLimits(const occupancy::DeviceLimits& limits);
    /// The kernel as launched; `name` is shown.
    void setUsage(const occupancy::KernelUsage& usage, const QString& name);
    void clear();

  private:
    void refresh();
    void showCurve();

    occupancy::DeviceLimits m_limits;
    std::optional<occupancy::KernelUsage> m_usage;
    QString m_name;
    QLabel* m_empty;
    QWidget* m_content;
    QLabel* m_headline;
    QLabel* m_detail;
    QLabel* m_hint;
    LimiterBars* m_bars;
    QComboBox* m_axis;
    QLabel* m_hover;
    Plot* m_plot;
};

} // namespace warpbench::ui
