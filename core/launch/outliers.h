// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch/statistics.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace warpbench::launch {

constexpr std::size_t kLeastForOutliers = 6; ///< with fewer samples, quartiles mean little

/// The bounds of outlierBounds() for these quartiles.
OutlierBounds outlierFences(double lowQuartile, double highQuartile);

/// outlierBounds() of samples in any order. Selects two of them rather than sorting, so a million
/// take 7 to 13 ms instead of 46 to 68. \param samples  ms \returns empty for fewer than 6
std::optional<OutlierBounds> outlierBoundsOf(std::vector<double> samples);

/// The indices in `values` of the samples that TimeStatistics::outliers counts, in order. Does not
/// search if the count is 0, which is the usual case.
std::vector<std::size_t> outliersOf(const TimeStatistics& time);

} // namespace warpbench::launch
