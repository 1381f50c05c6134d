// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/statistics.h"

#include "core/launch/outliers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace warpbench::launch {

namespace {

/// percentile() of samples in ascending order.
double percentileOf(const std::vector<double>& sorted, double percent) {
    if (sorted.empty())
        return 0;
    const double position = double(sorted.size() - 1) * percent / 100;
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (position - double(below));
}

} // namespace

double percentile(std::vector<double> samples, double percent) {
    std::sort(samples.begin(), samples.end());
    return percentileOf(samples, percent);
}

std::optional<double> medianError(const std::vector<double>& sorted) {
    constexpr std::size_t kLeast = 6;
    if (sorted.size() < kLeast)
        return std::nullopt;
    const double n = double(sorted.size());
    // Ranks start at 1.
    const auto rank = [&](double position) {
        return sorted[std::size_t(std::clamp(position, 1.0, n)) - 1];
    };
    const double median = percentileOf(sorted, 50);
    if (!(median > 0))
        return std::nullopt;
    const double reach = 0.98 * std::sqrt(n);
    const double below = median - rank(std::floor(n / 2 - reach));
    const double above = rank(std::ceil(n / 2 + 1 + reach)) - median;
    return std::max(below, above) / median;
}

std::optional<OutlierBounds> outlierBounds(const std::vector<double>& sorted) {
    if (sorted.size() < kLeastForOutliers)
        return std::nullopt;
    return outlierFences(percentileOf(sorted, 25), percentileOf(sorted, 75));
}

double differenceByChance(const std::vector<double>& a, const std::vector<double>& b) {
    constexpr std::size_t kMost = 20'000;
    if (a.empty() || b.empty())
        return 1;
    std::vector<std::pair<double, bool>> all; // the value, and whether it comes from `a`
    const auto take = [&](const std::vector<double>& from, bool first) {
        const std::size_t count = std::min(from.size(), kMost);
        for (std::size_t i = 0; i < count; ++i)
            all.emplace_back(from[i * from.size() / count], first);
        return double(count);
    };
    const double countA = take(a, true);
    const double countB = take(b, false);
    std::sort(all.begin(), all.end());
    double ranksOfA = 0;
    double ties = 0; // the sum of t³ − t
    for (std::size_t i = 0; i < all.size();) {
        std::size_t end = i;
        double ofA = 0;
        for (; end < all.size() && all[end].first == all[i].first; ++end)
            ofA += all[end].second ? 1 : 0;
        const double tied = double(end - i);
        ranksOfA += ofA * (double(i + end) + 1) / 2; // ranks start at 1; ties share the mean
        ties += tied * tied * tied - tied;
        i = end;
    }
    const double n = countA + countB;
    const double u = ranksOfA - countA * (countA + 1) / 2;
    const double variance = countA * countB / 12 * ((n + 1) - ties / (n * (n - 1)));
    if (!(variance > 0))
        return 1;
    const double apart = std::max(0.0, std::abs(u - countA * countB / 2) - 0.5);
    return std::erfc(apart / std::sqrt(variance) / std::sqrt(2.0));
}

TimeStatistics summarize(std::vector<double> samples, std::string clock) {
    TimeStatistics result;
    result.clock = std::move(clock);
    result.samples = int(samples.size());
    if (!samples.empty()) {
        const double count = double(samples.size());
        std::vector<double> sorted = samples;
        std::sort(sorted.begin(), sorted.end());
        result.medianError = medianError(sorted);
        if (const auto bounds = outlierBounds(sorted))
            result.outliers = int(std::count_if(sorted.begin(), sorted.end(), [&](double sample) {
                return !bounds->inside(sample);
            }));
        result.min = sorted.front();
        result.median = percentileOf(sorted, 50);
        result.p95 = percentileOf(sorted, 95);
        result.mean = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
        if (samples.size() > 1) {
            // Two passes, because the squares of large means would cancel.
            double squares = 0;
            for (const double sample : samples)
                squares += (sample - result.mean) * (sample - result.mean);
            result.stddev = std::sqrt(squares / (count - 1));
        }
    }
    result.values = std::move(samples);
    return result;
}

} // namespace warpbench::launch
