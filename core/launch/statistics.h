// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpbench::launch {

/// Statistics of timed launches in milliseconds.
struct TimeStatistics {
    double min = 0;
    double median = 0; ///< mean of the two middle samples if their number is even
    double mean = 0;
    double p95 = 0;    ///< 95th percentile, linear interpolation between closest ranks (NumPy's)
    double stddev = 0; ///< of the sample (divides by n - 1); 0 for a single sample
    int samples = 0;
    /// Samples outside outlierBounds(), unlikely given the middle half of the samples.
    int outliers = 0;
    /// Relative uncertainty of the median (medianError()); empty: too few samples.
    std::optional<double> medianError;
    std::string clock;          ///< "gpu-event" or "host-simulated"
    std::vector<double> values; ///< every sample in order
    /// When each sample began, ms since TimingOptions::sampleTimesSince; empty: not requested.
    std::vector<double> startsMs;

    bool operator==(const TimeStatistics&) const = default;
};

/// \param percent  0 to 100. Position (n - 1) · percent / 100 of the sorted samples, interpolated.
double percentile(std::vector<double> samples, double percent);

/// Half of the interval, relative to the median, that contains the true median with 95% confidence:
/// between the samples of ranks n/2 ± 0.98 √n, whatever their distribution (Conover, Practical
/// Nonparametric Statistics, section 3.2, normal approximation of the binomial). The larger side
/// counts. \param sorted  in ascending order \returns empty for fewer than 6 samples, which do not
/// determine such an interval, and if the median is 0
std::optional<double> medianError(const std::vector<double>& sorted);

/// The probability that two sets of samples from the same distribution are at least this far apart:
/// the two-sided Mann-Whitney U test by its normal approximation, corrected for ties and
/// continuity. It assumes no distribution, and times follow no standard one. 1 if either set is
/// empty or all samples are equal. Of more than 20,000 samples it uses evenly spaced ones.
double differenceByChance(const std::vector<double>& a, const std::vector<double>& b);

/// Samples beyond these bounds say more about other activity than about the launch.
struct OutlierBounds {
    double low = 0;
    double high = 0;
    bool inside(double sample) const { return sample >= low && sample <= high; }
};
/// Three interquartile ranges beyond either quartile (Tukey's outer fences, Exploratory Data
/// Analysis, 1977). The range counts as at least 0.5 µs, the resolution of events
/// (cuEventElapsedTime). \param sorted  in ascending order, ms \returns empty for fewer than 6
std::optional<OutlierBounds> outlierBounds(const std::vector<double>& sorted);

/// All zeros without samples.
TimeStatistics summarize(std::vector<double> samples, std::string clock);

} // namespace warpbench::launch
