// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/outliers.h"

#include <algorithm>

namespace warpbench::launch {

namespace {

/// percentile() of more than one sample; reorders the samples.
double selected(std::vector<double>& samples, double percent) {
    const double position = double(samples.size() - 1) * percent / 100;
    const auto below = samples.begin() + std::ptrdiff_t(position);
    std::nth_element(samples.begin(), below, samples.end());
    const auto above =
        below + 1 == samples.end() ? below : std::min_element(below + 1, samples.end());
    return *below + (*above - *below) * (position - double(below - samples.begin()));
}

} // namespace

OutlierBounds outlierFences(double lowQuartile, double highQuartile) {
    constexpr double kExactMs = 0.0005;
    constexpr double kFences = 3;
    const double reach = kFences * std::max(highQuartile - lowQuartile, kExactMs);
    return {lowQuartile - reach, highQuartile + reach};
}

std::optional<OutlierBounds> outlierBoundsOf(std::vector<double> samples) {
    if (samples.size() < kLeastForOutliers)
        return std::nullopt;
    const double low = selected(samples, 25);
    return outlierFences(low, selected(samples, 75));
}

std::vector<std::size_t> outliersOf(const TimeStatistics& time) {
    std::vector<std::size_t> places;
    if (time.outliers == 0)
        return places;
    const auto bounds = outlierBoundsOf(time.values);
    for (std::size_t i = 0; bounds && i < time.values.size(); ++i) {
        if (!bounds->inside(time.values[i]))
            places.push_back(i);
    }
    return places;
}

} // namespace warpbench::launch
