// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/host/done_flag.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace warpbench::simgpu::driver {

/// A piece of asynchronous work: it starts once everything it comes after has ended.
class Task {
  public:
    using Clock = std::chrono::steady_clock;

    bool done() const noexcept { return m_done.isSet(); }
    /// Blocks until the work has ended.
    void wait() const noexcept { m_done.wait(); }
    /// When it ended; only once done.
    Clock::time_point finished() const noexcept { return m_finished; }

  private:
    friend class Scheduler;
    std::function<void()> m_work; ///< empty: a mark in the order only
    std::vector<std::shared_ptr<Task>> m_successors;
    std::size_t m_waitingFor = 0;
    int m_priority = 0;
    host::DoneFlag m_done;
    Clock::time_point m_finished;
};
using TaskPtr = std::shared_ptr<Task>;

/// Runs tasks on its own threads, in the order that their edges ask for. Streams, events and
/// graphs are all made of such edges, so that no thread ever blocks to keep an order; a thread is
/// added whenever work is ready and none is free, as a kernel or host function may wait for
/// another.
class Scheduler {
  public:
    /// At most this many tasks at once: what a GPU of compute capability 9.0 runs concurrently
    /// (CUDA C++ Programming Guide, table of technical specifications).
    static constexpr std::size_t kMaxThreads = 128;

    /// \param work      empty: the task is a mark, done as soon as its predecessors are
    /// \param after     predecessors; null and finished ones are allowed
    /// \param priority  lower numbers start first among what is ready
    TaskPtr submit(std::function<void()> work, std::span<const TaskPtr> after, int priority = 0);

    /// Before work starts, and before it counts as ended, a random time up to this passes: what a
    /// program does not wait for comes late. For what is submitted from then on; 0 is none.
    void setJitter(std::chrono::microseconds longest) noexcept { m_jitter = longest; }

  private:
    /// False where the system has no more threads.
    bool startThread();
    void makeReady(TaskPtr task, std::vector<TaskPtr>& marks);
    void finish(TaskPtr task);
    void run();
    void dawdle() const;

    std::atomic<std::chrono::microseconds> m_jitter{std::chrono::microseconds(0)};
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::map<std::pair<int, std::uint64_t>, TaskPtr> m_ready;
    std::uint64_t m_sequence = 0;
    std::size_t m_threads = 0;
    std::size_t m_idle = 0;
};

} // namespace warpbench::simgpu::driver
