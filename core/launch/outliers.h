// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch/statistics.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace warpbench::launch {

constexpr std::size_t kLeastForOutliers = 6; ///< fewer samples have no quartiles to speak of

/// What outlierBounds() says where these are the quartiles.
OutlierBounds outlierFences(double lowQuartile, double highQuartile);

/// outlierBounds() of samples in any order: two of them are selected and none is sorted, so a
/// million take 7 to 13 ms and not 46 to 68. \param samples  ms \returns nothing for fewer than 6
std::optional<OutlierBounds> outlierBoundsOf(std::vector<double> samples);

/// Where the samples lie that TimeStatistics::outliers counts: their places in `values`, in order.
/// Nothing is looked for where the count is 0, as it is mostly.
std::vector<std::size_t> outliersOf(const TimeStatistics& time);

} // namespace warpbench::launch
