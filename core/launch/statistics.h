// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpbench::launch {

/// Statistics of timed launches in milliseconds.
struct TimeStatistics {
    double min = 0;
    double median = 0; ///< mean of the two middle samples where their number is even
    double mean = 0;
    double p95 = 0;    ///< 95th percentile, linear interpolation between closest ranks (NumPy's)
    double stddev = 0; ///< of the sample (divides by n - 1); 0 for a single sample
    int samples = 0;
    /// Samples that are below or above what the middle half of them makes likely (outlierBounds()).
    int outliers = 0;
    /// How far the median may be off, as a part of it (medianError()); empty: too few samples.
    std::optional<double> medianError;
    std::string clock;          ///< "gpu-event" or "host-simulated"
    std::vector<double> values; ///< every sample in order
    /// When each began, ms since TimingOptions::sampleTimesSince; empty: not asked for.
    std::vector<double> startsMs;

    bool operator==(const TimeStatistics&) const = default;
};

/// \param percent  0 to 100. Position (n - 1) · percent / 100 of the sorted samples, interpolated.
double percentile(std::vector<double> samples, double percent);

/// Half of the interval, relative to the median, that holds the true median 19 times of 20: from
/// the samples of the ranks n/2 ± 0.98 √n, whatever their distribution (Conover, Practical
/// Nonparametric Statistics, section 3.2, normal approximation of the binomial). The larger side
/// counts. \param sorted  in rising order \returns nothing for fewer than 6, which have no such
/// interval, and where the median is 0
std::optional<double> medianError(const std::vector<double>& sorted);

/// How likely two sets of samples from one and the same distribution would be at least as far
/// apart: the two-sided Mann-Whitney U test by its normal approximation, corrected for ties and
/// continuity. It asks nothing of the distribution, and times have none to speak of. 1 where either
/// has no samples or all are equal; of more than 20,000 samples evenly chosen ones are looked at.
double differenceByChance(const std::vector<double>& a, const std::vector<double>& b);

/// Beyond these a sample says more of what else went on than of the launch.
struct OutlierBounds {
    double low = 0;
    double high = 0;
    bool inside(double sample) const { return sample >= low && sample <= high; }
};
/// Three times the distance of the quartiles beyond either of them (Tukey's outer fences,
/// Exploratory Data Analysis, 1977), of at least 0.5 µs, to which events are exact
/// (cuEventElapsedTime). \param sorted  in rising order, ms \returns nothing for fewer than 6
std::optional<OutlierBounds> outlierBounds(const std::vector<double>& sorted);

/// All zeros for no samples.
TimeStatistics summarize(std::vector<double> samples, std::string clock);

} // namespace warpbench::launch
