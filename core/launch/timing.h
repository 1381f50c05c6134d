// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// A launch with nothing left open: its kernel is loaded and its arguments are in memory. Or a call
/// of a library in its place.
struct ReadyLaunch {
    std::optional<cuda::Kernel> kernel; ///< empty: `call`
    cuda::LaunchConfig config;
    const PackedArguments* arguments = nullptr; ///< must live until the timing is over; null: none
    cuda::Stream stream;
    int repeat = 1;         ///< times in every pass; its time is divided by this
    std::string title = {}; ///< by which a profiler shows it; empty: not at all
    /// Further arguments, of the same form: passes take these in turn, beginning with `arguments`.
    std::vector<const PackedArguments*> rotated = {};
    /// Timed together with the launch before it, on whose stream it is: it has no samples, and that
    /// one's are those of both.
    bool joined = false;
    /// In place of a kernel: queues its work on the stream that it is given.
    std::function<void(const cuda::Stream&)> call = {};

    /// Once. \param pass  from 0: whose turn it is of `arguments` and `rotated`
    /// \throws CudaError; what `call` throws
    void queue(std::int64_t pass = 0) const { queueOn(stream, pass); }
    /// On another stream than its own.
    void queueOn(const cuda::Stream& other, std::int64_t pass = 0) const;
};

struct TimingOptions {
    int warmup = 3;   ///< passes that are not counted
    int repeats = 50; ///< passes that are
    /// Passes go on past `repeats` until the error of each launch's median is at most this part of
    /// it (medianError()), or there are `maxRepeats`. 0: no matter.
    double untilError = 0;
    int maxRepeats = 0;
    bool flushL2 = false; ///< before each pass writes twice the L2 cache's size, untimed
    /// Puts written buffers back before each pass, untimed; queues its work on the given stream,
    /// which every launch of the pass waits for. May be empty.
    std::function<void(const cuda::Stream&)> restore;
    /// Untimed work right before and right after each launch of each pass, queued on its stream.
    /// May be empty.
    std::function<void(std::size_t launch, const cuda::Stream&)> before;
    std::function<void(std::size_t launch, const cuda::Stream&)> after;
    /// Each sample tells when it began, in milliseconds since then; empty: none does. Exact to how
    /// late the host learns that a device is done, some microseconds.
    std::optional<std::chrono::steady_clock::time_point> sampleTimesSince;
    const std::atomic<bool>* cancel = nullptr;         ///< looked at between passes
    std::function<void(int done, int total)> progress; ///< passes; may be empty
};

struct TimingResult {
    std::vector<TimeStatistics> launches; ///< one per launch
    /// The time between two events with nothing in between, median of some, ms: what of a figure
    /// above may be the events' own. Nothing is subtracted.
    double eventOverheadMs = 0;
};

/// Times a list of launches. Every pass runs the list once in order; every launch is measured
/// between two events of its own stream. While `repeats` passes last below some milliseconds,
/// several are queued before the host waits, so that the device does not idle between them.
/// \throws Error (cancelled) where `cancel` became true; CudaError
TimingResult timeLaunches(std::span<const ReadyLaunch> launches, const TimingOptions& options);

/// Queues a list once, in order: the check pass. \throws CudaError
void launchOnce(std::span<const ReadyLaunch> launches);

/// "host-simulated" or "gpu-event": which clock the times of a device are from.
const char* clockOf(const cuda::Device& device);

} // namespace warpbench::launch
