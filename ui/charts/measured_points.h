// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/occupancy/occupancy.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <vector>

namespace warpbench::ui {

/// What a run of a launch cost, with what it asked of a multiprocessor.
struct MeasuredPoint {
    occupancy::KernelUsage usage;
    double ms = 0;
    QString text; ///< the same in words: "12.4 µs"
    /// Of the GPU that a simulated device represents; its own time says nothing. Nine of ten real
    /// times are between low and high, ms.
    bool estimated = false;
    double low = 0, high = 0;
    QString problem{}; ///< why it does not count: a wrong result; empty: it does
};

/// Where it lies along an axis: threads, registers or dynamic bytes.
std::int64_t placeOf(const occupancy::KernelUsage& usage, occupancy::CurveAxis axis);
/// The first of each place that counts, in the order of places.
/// \param measured  the newest first
std::vector<MeasuredPoint> alongAxis(const std::vector<MeasuredPoint>& measured,
                                     occupancy::CurveAxis axis);
/// Index of the one that cost least; empty where there are none.
std::optional<std::size_t> leastOf(const std::vector<MeasuredPoint>& points);

/// The unit that points are drawn in.
struct CostScale {
    double factor = 1; ///< of MeasuredPoint::ms
    QString title;     ///< "Time, µs"
};
CostScale scaleOf(const std::vector<MeasuredPoint>& points);

/// Which costs least, and whether the fullest SM is the fastest: sentences; empty for fewer than
/// two points. \param points  of alongAxis()
QString measuredInWords(const occupancy::DeviceLimits& limits,
                        const std::vector<MeasuredPoint>& points, occupancy::CurveAxis axis);
/// All there is to know of a point, for its tool tip.
QString pointInWords(const occupancy::DeviceLimits& limits,
                     const std::vector<MeasuredPoint>& points, std::size_t index,
                     occupancy::CurveAxis axis);

} // namespace warpbench::ui
