// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/sweep_report.h"
#include "ui/sweeps/axis_values.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace warpbench::ui {

/// A line for each trial through its values on all axes to what came of it; the better, the
/// stronger its colour. The line under the mouse stands out, and a click chooses it.
class ParallelAxes : public QWidget {
    Q_OBJECT

  public:
    explicit ParallelAxes(QWidget* parent = nullptr);

    void show(const session::SweepReport& report);
    void clear();
    void setCurrent(std::optional<std::size_t> trial);
    /// The trial whose line is nearest to a place, if one is near.
    std::optional<std::size_t> trialNear(QPointF position) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    void chosen(std::size_t trial);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QRectF area() const;
    QPolygonF lineOf(std::size_t trial) const;
    void paintAxes(QPainter& painter) const;

    session::SweepReport m_report;
    std::vector<AxisValues> m_axes;
    std::vector<double> m_goodness;
    std::vector<std::size_t> m_order; ///< those that count, the worst first
    std::optional<std::size_t> m_current;
    std::optional<std::size_t> m_hovered;
};

} // namespace warpbench::ui
