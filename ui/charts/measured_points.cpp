// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/measured_points.h"

#include "ui/charts/occupancy_panel.h"
#include "ui/charts/occupancy_words.h"
#include "ui/words/describe.h"

#include <algorithm>
#include <map>

namespace warpbench::ui {

namespace {

QString placeInWords(const occupancy::KernelUsage& usage, occupancy::CurveAxis axis) {
    switch (axis) {
    case occupancy::CurveAxis::threads:
        return OccupancyPanel::tr("%1 threads").arg(usage.threads);
    case occupancy::CurveAxis::registers:
        return OccupancyPanel::tr("%1 registers").arg(usage.registers);
    case occupancy::CurveAxis::shared:
        return OccupancyPanel::tr("%1 of shared memory")
            .arg(describeBytes(std::uint64_t(usage.dynamicShared)));
    }
    return {};
}

QString times(double factor) {
    return QString::number(factor, 'f', 2);
}

} // namespace

std::int64_t placeOf(const occupancy::KernelUsage& usage, occupancy::CurveAxis axis) {
    switch (axis) {
    case occupancy::CurveAxis::threads:
        return usage.threads;
    case occupancy::CurveAxis::registers:
        return usage.registers;
    case occupancy::CurveAxis::shared:
        return usage.dynamicShared;
    }
    return 0;
}

std::vector<MeasuredPoint> alongAxis(const std::vector<MeasuredPoint>& measured,
                                     occupancy::CurveAxis axis) {
    std::map<std::int64_t, const MeasuredPoint*> places;
    for (const MeasuredPoint& one : measured)
        if (one.problem.isEmpty())
            places.emplace(placeOf(one.usage, axis), &one);
    std::vector<MeasuredPoint> points;
    points.reserve(places.size());
    for (const auto& place : places)
        points.push_back(*place.second);
    return points;
}

std::optional<std::size_t> leastOf(const std::vector<MeasuredPoint>& points) {
    const auto least = std::min_element(points.begin(), points.end(),
                                        [](const auto& a, const auto& b) { return a.ms < b.ms; });
    if (least == points.end())
        return std::nullopt;
    return std::size_t(least - points.begin());
}

CostScale scaleOf(const std::vector<MeasuredPoint>& points) {
    double most = 0;
    bool estimated = false;
    for (const MeasuredPoint& point : points) {
        most = std::max(most, point.ms);
        estimated = estimated || point.estimated;
    }
    const double factor = most < 1 ? 1e3 : most < 1e3 ? 1 : 1e-3;
    const QString unit = most < 1     ? QStringLiteral("µs")
                         : most < 1e3 ? QStringLiteral("ms")
                                      : QStringLiteral("s");
    return {factor,
            (estimated ? OccupancyPanel::tr("Estimated time, %1") : OccupancyPanel::tr("Time, %1"))
                .arg(unit)};
}

QString measuredInWords(const occupancy::DeviceLimits& limits,
                        const std::vector<MeasuredPoint>& points, occupancy::CurveAxis axis) {
    const auto index = leastOf(points);
    if (!index || points.size() < 2)
        return {};
    const auto fraction = [&](const MeasuredPoint& point) {
        return occupancy::compute(limits, point.usage).fraction;
    };
    const MeasuredPoint& best = points[*index];
    const auto fullest =
        std::max_element(points.begin(), points.end(), [&](const auto& a, const auto& b) {
            const double first = fraction(a);
            const double second = fraction(b);
            return first != second ? first < second : a.ms > b.ms;
        });
    QString said =
        (best.estimated ? OccupancyPanel::tr("%1 have the shortest estimated time: %2 at %3.")
                        : OccupancyPanel::tr("%1 are the fastest: %2 at %3."))
            .arg(placeInWords(best.usage, axis), best.text, percentText(fraction(best)));
    if (fraction(*fullest) > fraction(best) && best.ms > 0)
        said += u' ' + OccupancyPanel::tr("The fullest SM (%1, %2) takes %3 times as long.")
                           .arg(placeInWords(fullest->usage, axis), percentText(fraction(*fullest)),
                                times(fullest->ms / best.ms));
    const auto asGood = std::count_if(points.begin(), points.end(), [&](const MeasuredPoint& one) {
        return one.estimated && &one != &best && one.low < best.high;
    });
    if (asGood > 0)
        said +=
            u' ' + OccupancyPanel::tr("%n other(s) may be as fast on a GPU: the ranges overlap.",
                                      nullptr, int(asGood));
    return said;
}

QString pointInWords(const occupancy::DeviceLimits& limits,
                     const std::vector<MeasuredPoint>& points, std::size_t index,
                     occupancy::CurveAxis axis) {
    const MeasuredPoint& point = points[index];
    const occupancy::Occupancy result = occupancy::compute(limits, point.usage);
    QStringList lines{OccupancyPanel::tr("%1: %2").arg(placeInWords(point.usage, axis), point.text),
                      OccupancyPanel::tr("%1 of %2 warps per SM, %3")
                          .arg(result.activeWarps)
                          .arg(result.maxWarps)
                          .arg(percentText(result.fraction)),
                      OccupancyPanel::tr("%1 threads per block, %2 registers per thread")
                          .arg(point.usage.threads)
                          .arg(point.usage.registers)};
    const double least = points[*leastOf(points)].ms;
    if (least > 0 && point.ms > least)
        lines << OccupancyPanel::tr("%1 times the least").arg(times(point.ms / least));
    return lines.join(u'\n');
}

} // namespace warpbench::ui
