// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/roofline.h"

#include "core/report/json_values.h"
#include "core/report/run_report.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace warpbench::session {

using cuda::HardwareFigure;
using launch::DevicePeaks;
using nlohmann::json;

namespace {

constexpr double kSectorBytes = 32;
constexpr std::array<const char*, kPrecisions> kPrecisionKeys = {"half", "single", "double"};

/// The hardware's count; empty if this chip does not provide it.
std::optional<Roofline> countedBy(const cuda::HardwareFigures& figures) {
    const auto& read = figures[HardwareFigure::dram_bytes_read];
    const auto& written = figures[HardwareFigure::dram_bytes_written];
    if (!figures[HardwareFigure::flops_single] || !read || !written)
        return std::nullopt;
    Roofline roofline;
    roofline.flops = {figures[HardwareFigure::flops_half].value_or(0),
                      *figures[HardwareFigure::flops_single],
                      figures[HardwareFigure::flops_double].value_or(0)};
    roofline.dramBytes = *read + *written;
    return roofline;
}

/// Counters of a repeated launch cover all its repetitions.
std::optional<Roofline> countedBy(const Counters& counters, std::uint32_t repeat) {
    if (!counters.flops)
        return std::nullopt;
    const double times = std::max<std::uint32_t>(repeat, 1);
    Roofline roofline;
    roofline.flops = {double(counters.flops->half) / times, double(counters.flops->single) / times,
                      double(counters.flops->twice) / times};
    roofline.globalBytes = kSectorBytes * double(counters.globalSectors) / times;
    return roofline;
}

/// The roof of a launch, and its distance from it.
void holdAgainst(const DevicePeaks& peaks, Roofline& roofline, double medianMs) {
    double computing = 0; // seconds at the peaks
    for (const Precision precision : {Precision::half, Precision::single, Precision::twice}) {
        const auto& peak = peakOf(peaks, precision);
        const double flops = roofline.flops[std::size_t(precision)];
        if (!peak || !(*peak > 0) || !(flops / *peak > computing))
            continue;
        computing = flops / *peak;
        roofline.precision = precision;
    }
    const double moving =
        peaks.bytesPerSecond.value_or(0) > 0 ? roofline.bytes() / *peaks.bytesPerSecond : 0;
    if (!(computing > 0) && !(moving > 0))
        return;
    roofline.bound = moving >= computing ? Roofline::Bound::memory : Roofline::Bound::compute;
    if (medianMs > 0)
        roofline.fraction = std::max(moving, computing) / (medianMs / 1000);
}

} // namespace

const std::optional<double>& peakOf(const DevicePeaks& peaks, Precision precision) {
    return precision == Precision::half     ? peaks.flopsHalf
           : precision == Precision::single ? peaks.flopsSingle
                                            : peaks.flopsDouble;
}

std::optional<Roofline> rooflineOf(const LaunchReport& launch,
                                   const std::optional<DevicePeaks>& peaks) {
    std::optional<Roofline> roofline;
    if (launch.hardware)
        roofline = countedBy(*launch.hardware);
    else if (launch.counters)
        roofline = countedBy(*launch.counters, launch.repeat);
    if (!roofline)
        return std::nullopt;
    if (roofline->bytes() > 0)
        roofline->intensity = roofline->allFlops() / roofline->bytes();
    if (!launch.hardware)
        return roofline;
    const double medianMs = launch.time ? launch.time->median : 0;
    if (medianMs > 0) {
        roofline->flopsPerSecond = roofline->allFlops() / (medianMs / 1000);
        roofline->bytesPerSecond = roofline->bytes() / (medianMs / 1000);
    }
    if (peaks)
        holdAgainst(*peaks, *roofline, medianMs);
    return roofline;
}

json rooflineJson(const std::optional<Roofline>& roofline) {
    if (!roofline)
        return nullptr;
    json flops = json::object();
    for (std::size_t i = 0; i < kPrecisions; ++i)
        flops[kPrecisionKeys[i]] = number(roofline->flops[i]);
    json bound = nullptr;
    if (roofline->bound)
        bound = *roofline->bound == Roofline::Bound::memory ? "memory" : "compute";
    json precision = nullptr;
    if (roofline->precision)
        precision = kPrecisionKeys[std::size_t(*roofline->precision)];
    return {{"flops", std::move(flops)},
            {"dram_bytes", orNull(roofline->dramBytes)},
            {"global_bytes", orNull(roofline->globalBytes)},
            {"intensity", orNull(roofline->intensity)},
            {"flops_per_second", orNull(roofline->flopsPerSecond)},
            {"bytes_per_second", orNull(roofline->bytesPerSecond)},
            {"bound", std::move(bound)},
            {"precision", std::move(precision)},
            {"fraction", orNull(roofline->fraction)}};
}

json peaksJson(const std::optional<DevicePeaks>& peaks) {
    if (!peaks)
        return nullptr;
    return {{"bytes_per_second", orNull(peaks->bytesPerSecond)},
            {"flops_per_second",
             {{"half", orNull(peaks->flopsHalf)},
              {"single", orNull(peaks->flopsSingle)},
              {"double", orNull(peaks->flopsDouble)}}},
            {"measured", peaks->measured}};
}

} // namespace warpbench::session
