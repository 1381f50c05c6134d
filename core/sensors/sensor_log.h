// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sensors/gpu_sensors.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace warpbench::cuda {

/// Reads sensors repeatedly on a separate thread, from construction until finish(). If there are
/// too many readings, every second one is dropped, and later ones are taken at the resulting larger
/// interval.
class SensorLog {
  public:
    using Clock = std::chrono::steady_clock;
    using Read = std::function<SensorReading()>;

    /// \param read  on any thread, never concurrently  \param apart  interval between two readings
    /// \param most  maximum number of stored readings, at least 2
    SensorLog(Read read, std::chrono::milliseconds apart, std::size_t most = 2000);
    ~SensorLog();
    SensorLog(const SensorLog&) = delete;
    SensorLog& operator=(const SensorLog&) = delete;

    Clock::time_point began() const noexcept { return m_began; } ///< when `atMs` is 0
    /// Takes a last reading and stops: call it while the observed work has only just finished.
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
    // Only used by the thread until it has ended.
    Clock::duration m_apart;
    GpuConditions m_conditions;
    std::thread m_thread;
};

} // namespace warpbench::cuda
