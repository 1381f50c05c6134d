// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"
#include "core/cuda/kernel.h"
#include "core/launch/arguments.h"
#include "core/launch/statistics.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpbench::launch {

/// A launch that is ready to run: its kernel is loaded and its arguments are in memory. Or a
/// library call in its place.
struct ReadyLaunch {
    std::optional<cuda::Kernel> kernel; ///< empty: use `call`
    cuda::LaunchConfig config;
    const PackedArguments* arguments = nullptr; ///< must live until the timing is over; null: none
    cuda::Stream stream;
    int repeat = 1;         ///< repetitions in every pass; its time is divided by this
    std::string title = {}; ///< its name in a profiler; empty: not shown
    /// Further arguments of the same form. Passes take turns, beginning with `arguments`.
    std::vector<const PackedArguments*> rotated = {};
    /// Timed together with the previous launch, on whose stream it runs: it gets no samples, and
    /// the previous launch's are those of both.
    bool joined = false;
    /// In place of a kernel: queues its work on the stream passed to it.
    std::function<void(const cuda::Stream&)> call = {};

    /// Queues it once. \param pass  from 0: selects among `arguments` and `rotated`
    /// \throws CudaError; what `call` throws
    void queue(std::int64_t pass = 0) const { queueOn(stream, pass); }
    /// Queues it on a different stream.
    void queueOn(const cuda::Stream& other, std::int64_t pass = 0) const;
};

struct TimingOptions {
    int warmup = 3;   ///< untimed passes
    int repeats = 50; ///< timed passes
    /// Continue past `repeats` until the relative error of each launch's median is at most this
    /// (medianError()), or `maxRepeats` is reached. 0: do not continue.
    double untilError = 0;
    int maxRepeats = 0;
    bool flushL2 = false; ///< before each pass, write twice the L2 cache's size, untimed
    /// Restores written buffers before each pass, untimed. Queues its work on the given stream,
    /// which every launch of the pass waits for. May be empty.
    std::function<void(const cuda::Stream&)> restore;
    /// Untimed work right before and right after each launch of each pass, queued on its stream.
    /// May be empty.
    std::function<void(std::size_t launch, const cuda::Stream&)> before;
    std::function<void(std::size_t launch, const cuda::Stream&)> after;
    /// Record when each sample began, in milliseconds since this time; empty: do not. Accurate to
    /// the delay with which the host learns that the device is done, some microseconds.
    std::optional<std::chrono::steady_clock::time_point> sampleTimesSince;
    const std::atomic<bool>* cancel = nullptr;         ///< checked between passes
    std::function<void(int done, int total)> progress; ///< passes; may be empty
};

struct TimingResult {
    std::vector<TimeStatistics> launches; ///< one per launch
    /// The time between two consecutive events with nothing in between, median of several, ms: the
    /// part of the times above that may be due to the events. Nothing is subtracted.
    double eventOverheadMs = 0;
};

/// Times a list of launches. Every pass runs the list once in order and measures each launch
/// between two events on its own stream. If `repeats` passes take less than some milliseconds,
/// several are queued before the host waits, so that the device does not idle between them.
/// \throws Error (cancelled) if `cancel` became true; CudaError
TimingResult timeLaunches(std::span<const ReadyLaunch> launches, const TimingOptions& options);

/// What a cancelled timing throws, as Error (cancelled).
ErrorText timingWasCancelled();

/// Queues a list once, in order: the check pass. \throws CudaError
void launchOnce(std::span<const ReadyLaunch> launches);

/// "host-simulated" or "gpu-event": the clock that a device's times come from.
const char* clockOf(const cuda::Device& device);

} // namespace warpbench::launch
