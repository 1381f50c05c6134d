// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/sweep_report.h"
#include "ui/sweeps/axis_values.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace warpbench::ui {

/// A line per trial through its values on all axes to its result; stronger colour means better.
/// Highlights the line under the mouse; a click selects it.
class ParallelAxes : public QWidget {
    Q_OBJECT

  public:
    explicit ParallelAxes(QWidget* parent = nullptr);

    void show(const session::SweepReport& report);
    void clear();
    void setCurrent(std::optional<std::size_t> trial);
    /// The trial whose line is closest to a position, if close enough.
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
    std::vector<std::size_t> m_order; ///< valid trials, worst first
    std::optional<std::size_t> m_current;
    std::optional<std::size_t> m_hovered;
};

} // namespace warpbench::ui
