// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse handling of plots: hovering, clicks, dragging, the wheel.
#include "ui/charts/plot_samples.h"
#include "ui/charts/plot_view.h"

#include <QApplication>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kHoverRange = 40; // pixels

/// The column at x; -1: none. Its right edge belongs to the next column.
qsizetype columnAt(const QList<QPointF>& points, double x) {
    const auto next = std::upper_bound(points.begin(), points.end(), x,
                                       [](double at, QPointF point) { return at < point.x(); });
    return next == points.end() ? -1 : next - points.begin() - 1;
}

} // namespace

QPointF Plot::View::valueAt(QPointF position) const {
    QPointF value = chart()->mapToValue(position, m_anchor);
    if (m_contents.x.logarithmic)
        value.setX(std::pow(10, value.x()));
    if (m_contents.y.logarithmic)
        value.setY(std::pow(10, value.y()));
    return value;
}

/// The nearest point of a cloud in any direction, for logarithmic axes.
void Plot::View::hoverPoints(QPointF position) {
    const auto distanceTo = [&](QPointF value) {
        return QLineF(toPixels(value), position).length();
    };
    qreal best = kHoverRange;
    QString text;
    QPointF value;
    for (const PlotSeries& one : std::as_const(m_contents.series)) {
        if (one.style != PlotSeries::Style::points)
            continue;
        for (qsizetype i = 0; i < one.size(); ++i) {
            if (distanceTo(one.at(i)) >= best)
                continue;
            best = distanceTo(one.at(i));
            value = one.at(i);
            text = one.name;
        }
    }
    emit m_plot->hovered(text, value);
}

/// The point nearest along x, or the column there.
void Plot::View::hover(QPointF position) {
    const QList<PlotSeries>& series = m_contents.series;
    if (!m_anchor || series.isEmpty()) {
        emit m_plot->hovered({}, {});
        return;
    }
    if (m_contents.x.logarithmic) {
        hoverPoints(position);
        return;
    }
    const double x = valueAt(position).x();
    qreal best = kHoverRange;
    QString text;
    QPointF value;
    for (int i = 0; i < int(series.size()); ++i) {
        const PlotSeries& one = series[i];
        const bool isColumns = one.style == PlotSeries::Style::columns;
        const qsizetype nearest =
            isColumns     ? columnAt(one.points, x)
            : one.samples ? std::clamp<qsizetype>(std::llround(x) - 1, 0, one.size() - 1)
                          : nearestByX(one.points, x, m_contents.rising[i]);
        if (nearest < 0)
            continue;
        const QPointF point = one.at(nearest);
        const qreal distance = isColumns ? 0 : std::abs(toPixels(point).x() - position.x());
        if (distance < best) {
            best = distance;
            value = point;
            text = QStringLiteral("%1%2 %3: %4")
                       .arg(series.size() > 1 ? one.name + u' ' : QString(), m_contents.x.title,
                            QString::number(point.x()), QString::number(point.y(), 'g', 6));
        }
    }
    emit m_plot->hovered(text, value);
}

void Plot::View::mousePressEvent(QMouseEvent* event) {
    QChartView::mousePressEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = m_draggedTo = event->position();
    m_dragging = false;
}

void Plot::View::mouseMoveEvent(QMouseEvent* event) {
    QChartView::mouseMoveEvent(event);
    if (m_pressed && !m_dragging)
        m_dragging =
            (event->position() - *m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if (!m_dragging || !m_contents.navigable || !m_anchor)
        return hover(event->position());
    const QPointF from = std::exchange(m_draggedTo, event->position());
    emit m_plot->dragged(valueAt(from).x(), valueAt(event->position()).x());
}

void Plot::View::mouseReleaseEvent(QMouseEvent* event) {
    QChartView::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    const bool click = std::exchange(m_pressed, std::nullopt) && !std::exchange(m_dragging, false);
    if (click && m_anchor && chart()->plotArea().contains(event->position()))
        emit m_plot->clicked(valueAt(event->position()));
}

void Plot::View::mouseDoubleClickEvent(QMouseEvent* event) {
    QChartView::mouseDoubleClickEvent(event);
    if (event->button() == Qt::LeftButton && m_contents.navigable)
        emit m_plot->doubleClicked();
}

void Plot::View::wheelEvent(QWheelEvent* event) {
    constexpr double kNotch = 120; // of a wheel's angle
    constexpr double kFactor = 1.25;
    if (!m_contents.navigable || !m_anchor)
        return event->ignore(); // the panel around the plot scrolls
    event->accept();
    if (event->angleDelta().y() != 0)
        emit m_plot->zoomed(valueAt(event->position()).x(),
                            std::pow(kFactor, event->angleDelta().y() / kNotch));
}

} // namespace warpbench::ui
