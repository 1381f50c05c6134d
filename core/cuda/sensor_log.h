// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/gpu_sensors.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace warpbench::cuda {

/// Reads sensors repeatedly on a separate thread, from construction until finish(). Of so many
/// readings that they would fill memory every second one is dropped, and later ones are as far
/// apart as those that are left.
class SensorLog {
  public:
    using Clock = std::chrono::steady_clock;
    using Read = std::function<SensorReading()>;

    /// \param read  on any thread, at no time twice at once  \param apart  between two readings
    /// \param most  readings that are kept, at least 2
    SensorLog(Read read, std::chrono::milliseconds apart, std::size_t most = 2000);
    ~SensorLog();
    SensorLog(const SensorLog&) = delete;
    SensorLog& operator=(const SensorLog&) = delete;

    Clock::time_point began() const noexcept { return m_began; } ///< when `atMs` is 0
    /// Reads a last time and ends: call it while what was to be looked at has just been at work.
    GpuConditions finish();

  private:
    void work();
    void readOnce();
    void end() noexcept;

    const Read m_read;
    const std::size_t m_most;
    const Clock::time_point m_began = Clock::now();
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_ending = false;
    // The thread's, until it has ended.
    Clock::duration m_apart;
    GpuConditions m_conditions;
    std::thread m_thread;
};

} // namespace warpbench::cuda
