// SPDX-License-Identifier: GPL-3.0-or-later
// The occupancy panel's chart: the curve, where the launch is on it, and what was measured.
#include "ui/charts/measured_points.h"
#include "ui/charts/occupancy_panel.h"
#include "ui/charts/plot.h"
#include "ui/theme/series_color.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QCursor>
#include <QLabel>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace warpbench::ui {

namespace {

/// The point with the highest occupancy; among equal ones, the closest to the current point.
const occupancy::CurvePoint* bestOf(const std::vector<occupancy::CurvePoint>& points,
                                    std::int64_t here) {
    const occupancy::CurvePoint* best = nullptr;
    for (const occupancy::CurvePoint& point : points) {
        const int gain = best ? point.occupancy.activeWarps - best->occupancy.activeWarps : 1;
        if (gain > 0 || (gain == 0 && std::abs(point.x - here) < std::abs(best->x - here)))
            best = &point;
    }
    return best;
}

PlotAxis axisOf(occupancy::CurveAxis axis) {
    switch (axis) {
    case occupancy::CurveAxis::threads:
        return {OccupancyPanel::tr("Threads per block"), 0, 1, true};
    case occupancy::CurveAxis::registers:
        return {OccupancyPanel::tr("Registers per thread"), 0, 1, true};
    case occupancy::CurveAxis::shared:
        return {OccupancyPanel::tr("Dynamic shared memory per block, KiB"), 0, 1, true};
    }
    return {};
}

double axisScale(occupancy::CurveAxis axis) {
    return axis == occupancy::CurveAxis::shared ? 1.0 / kKiB : 1;
}

} // namespace

occupancy::CurveAxis OccupancyPanel::axis() const {
    return occupancy::CurveAxis(m_axis->currentData().toInt());
}

std::vector<MeasuredPoint> OccupancyPanel::measuredHere() const {
    if (m_gpu->currentIndex() != 0)
        return {}; // measured on another device
    std::vector<MeasuredPoint> points = alongAxis(m_measured, axis());
    if (points.size() < 2)
        points.clear();
    return points;
}

void OccupancyPanel::showCurve() {
    if (!m_launch)
        return;
    const double scale = axisScale(axis());
    const auto points = occupancy::curve(limits(), asked(), axis());
    PlotSeries warps;
    warps.name = tr("Active warps");
    warps.style = axis() == occupancy::CurveAxis::threads ? PlotSeries::Style::line
                                                          : PlotSeries::Style::steps;
    for (const auto& point : points)
        warps.points.append({double(point.x) * scale, double(point.occupancy.activeWarps)});
    PlotAxis x = axisOf(axis());
    x.max = warps.points.isEmpty() ? 1 : warps.points.last().x();
    // A little above the maximum, so that full occupancy is not at the very edge.
    const PlotAxis y{tr("Warps"), 0, 1.08 * limits().maxThreadsPerSm / limits().warpSize, true};
    QList<PlotSeries> series{warps};
    QList<PlotMarker> markers;
    std::optional<PlotAxis> right;
    addMeasured(series, markers, right);
    m_plot->showLines(series, x, y, right);

    const occupancy::Occupancy now = occupancy::compute(limits(), asked());
    const std::int64_t here = placeOf(asked(), axis());
    markers.append({QPointF(double(here) * scale, now.activeWarps),
                    tr("%1 · %2 warps").arg(double(here) * scale).arg(now.activeWarps)});
    if (const auto* best = bestOf(points, here);
        best && best->occupancy.activeWarps > now.activeWarps)
        markers.append({QPointF(double(best->x) * scale, best->occupancy.activeWarps),
                        tr("best: %1").arg(double(best->x) * scale), themeColors().success});
    m_plot->setMarkers(markers);
}

/// Adds measured points with a second axis at the right.
void OccupancyPanel::addMeasured(QList<PlotSeries>& series, QList<PlotMarker>& markers,
                                 std::optional<PlotAxis>& right) {
    const std::vector<MeasuredPoint> points = measuredHere();
    QString note = measuredInWords(m_limits, points, axis());
    if (!m_measureRemark.isEmpty() && m_gpu->currentIndex() == 0)
        note += (note.isEmpty() ? QString() : QStringLiteral(" ")) + m_measureRemark;
    m_measureNote->setText(note);
    m_measureNote->setVisible(!note.isEmpty());
    const auto least = leastOf(points);
    if (!least)
        return;
    const CostScale cost = scaleOf(points);
    PlotSeries measured;
    measured.name = cost.title;
    measured.style = PlotSeries::Style::dashedLine;
    measured.color = seriesColor(1);
    measured.right = true;
    double most = 0;
    for (const MeasuredPoint& point : points) {
        const bool best = &point == &points[*least];
        const QPointF at(double(placeOf(point.usage, axis())) * axisScale(axis()),
                         point.ms * cost.factor);
        measured.points.append(at);
        markers.append({at, best ? tr("least: %1").arg(point.text) : QString(),
                        best ? themeColors().success : measured.color, true});
        most = std::max(most, at.y());
    }
    series.append(measured);
    right = PlotAxis{cost.title, 0, most > 0 ? 1.25 * most : 1, false};
}

/// Describes the curve and the measured points at x.
void OccupancyPanel::showHovered(double x) {
    const auto place = std::int64_t(std::llround(x / axisScale(axis())));
    occupancy::KernelUsage there = asked();
    const std::vector<MeasuredPoint> points = measuredHere();
    const auto found = std::find_if(points.begin(), points.end(), [&](const MeasuredPoint& one) {
        return placeOf(one.usage, axis()) == place;
    });
    int warps = 0;
    for (const auto& point : occupancy::curve(limits(), there, axis()))
        if (point.x <= place)
            warps = point.occupancy.activeWarps;
    if (axis() == occupancy::CurveAxis::threads) { // the curve has only whole warps
        there.threads = int(place);
        warps = occupancy::compute(limits(), there).activeWarps;
    }
    // The box beside it names the axis already, and a narrow panel is too small for the name twice.
    QString text = tr("%1: %2 warps").arg(x).arg(warps);
    if (found == points.end()) {
        QToolTip::hideText();
    } else {
        text = tr("%1, %2").arg(text, found->text);
        QToolTip::showText(
            QCursor::pos(),
            pointInWords(m_limits, points, std::size_t(found - points.begin()), axis()), m_plot);
    }
    m_hover->setText(text);
}

void OccupancyPanel::setMeasured(std::vector<MeasuredPoint> measured, const QString& remark) {
    m_measured = std::move(measured);
    m_measureRemark = remark;
    if (!m_launch)
        return;
    showApply();
    showCurve();
}

void OccupancyPanel::setMeasuring(const QString& text, const QString& why) {
    m_measure->setText(text.isEmpty() ? tr("Measure block sizes") : text);
    m_measure->setEnabled(why.isEmpty() && text.isEmpty());
    m_measure->setToolTip(why.isEmpty() ? tr("Runs the project with each block size in turn, and "
                                             "draws the times over the curve")
                                        : why);
}

} // namespace warpbench::ui
