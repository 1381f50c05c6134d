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

/// A launch's place in its device's roofline (Williams, Waterman, Patterson, "Roofline",
/// CACM 52 (4), 2009): how much it computes for each byte of memory, how fast it is, and which of
/// the two limits its speed.
struct Roofline {
    enum class Bound { memory, compute };

    /// Floating-point operations by Precision, fused ones counted as two; without tensor cores.
    std::array<double, kPrecisions> flops{};
    /// Of a real GPU: read from and written to DRAM.
    std::optional<double> dramBytes;
    /// Of a simulated GPU, which does not simulate caches: 32 for each sector of global memory.
    std::optional<double> globalBytes;
    std::optional<double> intensity; ///< operations per byte; empty if no bytes were moved
    // Below: only for a real GPU.
    std::optional<double> flopsPerSecond; ///< in the launch's median time
    std::optional<double> bytesPerSecond;
    /// The one that would take longer at the device's peaks.
    std::optional<Bound> bound;
    /// The precision whose peak limits the computation most; empty if nothing is computed.
    std::optional<Precision> precision;
    /// The time at that peak, as a fraction of the median time. A little above 1 if a launch is
    /// faster than the measuring kernels, for instance because it only reads.
    std::optional<double> fraction;

    /// Whether the limiting resource is busy at all: below a tenth of the roof, something else
    /// limits the launch: its size, latencies or caches that hold its data.
    bool nearRoof() const { return fraction && *fraction >= 0.1; }
    double allFlops() const { return flops[0] + flops[1] + flops[2]; }
    double bytes() const { return dramBytes.value_or(globalBytes.value_or(0)); }
    bool operator==(const Roofline&) const = default;
};

/// Operations per second of the regular units.
const std::optional<double>& peakOf(const launch::DevicePeaks& peaks, Precision precision);

/// From a launch's counters and time; empty if nothing was counted. A simulated GPU has no peaks,
/// and its time is not that of a GPU.
std::optional<Roofline> rooflineOf(const LaunchReport& launch,
                                   const std::optional<launch::DevicePeaks>& peaks);

nlohmann::json rooflineJson(const std::optional<Roofline>& roofline);
nlohmann::json peaksJson(const std::optional<launch::DevicePeaks>& peaks);

} // namespace warpbench::session
