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

/// An asynchronous task: starts once all its predecessors have finished.
class Task {
  public:
    using Clock = std::chrono::steady_clock;

    bool done() const noexcept { return m_done.isSet(); }
    /// Blocks until the task has finished.
    void wait() const noexcept { m_done.wait(); }
    /// When it finished; valid only once done.
    Clock::time_point finished() const noexcept { return m_finished; }

  private:
    friend class Scheduler;
    std::function<void()> m_work; ///< empty: only a mark in the order
    std::vector<std::shared_ptr<Task>> m_successors;
    std::size_t m_waitingFor = 0;
    int m_priority = 0;
    host::DoneFlag m_done;
    Clock::time_point m_finished;
};
using TaskPtr = std::shared_ptr<Task>;

/// Runs tasks on its own threads in the order given by their edges. Streams, events and graphs all
/// consist of such edges, so no thread ever blocks to preserve an order. A thread is added
/// whenever a task is ready and no thread is free, because a kernel or host function may wait for
/// another.
class Scheduler {
  public:
    /// Maximum number of concurrent tasks: that of a GPU of compute capability 9.0 (CUDA C++
    /// Programming Guide, table of technical specifications).
    static constexpr std::size_t kMaxThreads = 128;

    /// \param work    empty: the task is a mark, done as soon as its predecessors are
    /// \param after     predecessors; null and finished ones are allowed
    /// \param priority  among ready tasks, lower numbers start first
    TaskPtr submit(std::function<void()> work, std::span<const TaskPtr> after, int priority = 0);

    /// Delays tasks by a random time up to `longest` before they start and before they count as
    /// finished, to expose missing waits. Applies to tasks submitted later; 0 turns it off.
    void setJitter(std::chrono::microseconds longest) noexcept { m_jitter = longest; }

  private:
    /// False if the system cannot start another thread.
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
