// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <list>
#include <optional>
#include <string>

namespace warpbench::simgpu::driver {

struct KernelLaunch;

/// A running launch.
struct WatchedLaunch {
    std::string kernel; ///< its name in the module
    engine::Dim3 grid{1, 1, 1};
    engine::Dim3 block{1, 1, 1};
    std::uint64_t number = 0; ///< among the program's launches, from 1
    std::chrono::steady_clock::time_point start;
    std::atomic<std::uint64_t> blocksBegun{0};
};

/// Watches a launch of a program that does not use wbsim.h for the lifetime of this object, if the
/// environment asks for it.
///
/// With WARPBENCH_SIMGPU_SLOW=SECONDS, a line on standard error names the kernel that takes the
/// time once kernels have run for that long, and again each time that total doubles. With
/// WARPBENCH_SIMGPU_PROFILE=FILE, a line of JSON per kernel is appended to the file now and then
/// and at exit: the process, launches and time on this computer so far, and counters if
/// WARPBENCH_SIMGPU_METRICS is 1. The last line of a process and kernel counts.
class LaunchWatch {
  public:
    explicit LaunchWatch(const KernelLaunch& launch);
    ~LaunchWatch();
    LaunchWatch(const LaunchWatch&) = delete;
    LaunchWatch& operator=(const LaunchWatch&) = delete;

    /// For LaunchRequest::blocksBegun; null: not watched.
    std::atomic<std::uint64_t>* blocksBegun() const;
    void setMetrics(const std::optional<engine::Metrics>& metrics);

  private:
    std::list<WatchedLaunch>::iterator m_launch;
    const bool m_isWatched;
    std::optional<engine::Counters> m_counters;
};

/// Whether the environment requests the counters of every launch.
bool metricsOfEnvironment();

} // namespace warpbench::simgpu::driver
