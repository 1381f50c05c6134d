// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch/device_peaks.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <optional>

namespace warpbench::session {

struct LaunchReport;

enum class Precision { half, single, twice };
inline constexpr std::size_t kPrecisions = 3;

/// A launch's place under the roofs of its device (Williams, Waterman, Patterson, "Roofline",
/// CACM 52 (4), 2009): how much it computes for each byte of memory, how fast it is, and which of
/// the two keeps it from being faster.
struct Roofline {
    enum class Bound { memory, compute };

    /// Floating-point operations by Precision, fused ones counted as two; without tensor cores.
    std::array<double, kPrecisions> flops{};
    /// Of a real GPU: read from and written to DRAM.
    std::optional<double> dramBytes;
    /// Of a simulated GPU, whose caches are not simulated: 32 for each sector of global memory.
    std::optional<double> globalBytes;
    std::optional<double> intensity; ///< operations per byte; empty where nothing was moved
    // Below: of a real GPU.
    std::optional<double> flopsPerSecond; ///< in the launch's median time
    std::optional<double> bytesPerSecond;
    /// Which would take longer at the device's peaks.
    std::optional<Bound> bound;
    /// Whose peak holds a launch that computes the longest; empty where it computes nothing.
    std::optional<Precision> precision;
    /// The time that it would take at that peak, of the median time. A little above 1 where a
    /// launch does better than the kernels that measured, by reading alone for instance.
    std::optional<double> fraction;

    /// Whether what it is bound by is busy at all: below a tenth of a roof it is something else
    /// that holds a launch back, its size, latencies or the caches that have its data.
    bool nearRoof() const { return fraction && *fraction >= 0.1; }
    double allFlops() const { return flops[0] + flops[1] + flops[2]; }
    double bytes() const { return dramBytes.value_or(globalBytes.value_or(0)); }
    bool operator==(const Roofline&) const = default;
};

/// Operations per second of the ordinary units.
const std::optional<double>& peakOf(const launch::DevicePeaks& peaks, Precision precision);

/// From a launch's counters and time; empty where nothing was counted. A simulated GPU has no
/// peaks, and its time is no GPU's.
std::optional<Roofline> rooflineOf(const LaunchReport& launch,
                                   const std::optional<launch::DevicePeaks>& peaks);

nlohmann::json rooflineJson(const std::optional<Roofline>& roofline);
nlohmann::json peaksJson(const std::optional<launch::DevicePeaks>& peaks);

} // namespace warpbench::session
