// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/occupancy/occupancy.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <vector>

namespace warpbench::ui {

/// The measured cost of a launch, with what it needs of a multiprocessor.
struct MeasuredPoint {
    occupancy::KernelUsage usage;
    double ms = 0;
    QString text; ///< the cost as text: "12.4 µs"
    /// True for a simulated device, where `ms` is the estimate for the GPU it represents. Nine out
    /// of ten real times are between low and high, ms.
    bool estimated = false;
    double low = 0, high = 0;
    QString problem{}; ///< why the point is ignored, such as a wrong result; empty: it counts
};

/// Its position along an axis: threads, registers or dynamic bytes.
std::int64_t placeOf(const occupancy::KernelUsage& usage, occupancy::CurveAxis axis);
/// The first valid point at each position, sorted by position.
/// \param measured  newest first
std::vector<MeasuredPoint> alongAxis(const std::vector<MeasuredPoint>& measured,
                                     occupancy::CurveAxis axis);
/// Index of the cheapest point; empty if there are no points.
std::optional<std::size_t> leastOf(const std::vector<MeasuredPoint>& points);

/// The unit of the cost axis.
struct CostScale {
    double factor = 1; ///< multiplies MeasuredPoint::ms
    QString title;     ///< "Time, µs"
};
CostScale scaleOf(const std::vector<MeasuredPoint>& points);

/// Sentences that name the cheapest point and say whether the fullest SM is the fastest. Empty for
/// fewer than two points. \param points  from alongAxis()
QString measuredInWords(const occupancy::DeviceLimits& limits,
                        const std::vector<MeasuredPoint>& points, occupancy::CurveAxis axis);
/// Everything known about a point, for its tool tip.
QString pointInWords(const occupancy::DeviceLimits& limits,
                     const std::vector<MeasuredPoint>& points, std::size_t index,
                     occupancy::CurveAxis axis);

} // namespace warpbench::ui
