// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace warpbench::launch {

double percentile(std::vector<double> samples, double percent) {
    if (samples.empty())
        return 0;
    std::sort(samples.begin(), samples.end());
    const double position = double(samples.size() - 1) * percent / 100;
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, samples.size() - 1);
    return samples[below] + (samples[above] - samples[below]) * (position - double(below));
}

TimeStatistics summarize(std::vector<double> samples, std::string clock) {
    TimeStatistics result;
    result.clock = std::move(clock);
    result.samples = int(samples.size());
    if (!samples.empty()) {
        const double count = double(samples.size());
        result.min = *std::min_element(samples.begin(), samples.end());
        result.median = percentile(samples, 50);
        result.p95 = percentile(samples, 95);
        result.mean = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
        if (samples.size() > 1) {
            // Two passes: the squares of large means would cancel.
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
