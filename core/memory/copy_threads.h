// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace warpbench::memory {

/// Threads that copy host memory. The caller names each task by a slot, and can wait for a slot.
class CopyThreads {
  public:
    CopyThreads(unsigned threads, std::size_t slots);
    ~CopyThreads(); ///< finishes the started copies
    CopyThreads(const CopyThreads&) = delete;
    CopyThreads& operator=(const CopyThreads&) = delete;

    /// Starts a copy; the slot must have none under way.
    void start(std::size_t slot, void* target, const void* source, std::size_t bytes);
    /// Makes the system allocate pages for memory that nobody has written yet; they are zeroed. The
    /// slot must have nothing under way.
    void startTouching(std::size_t slot, void* target, std::size_t bytes);
    void wait(std::size_t slot);
    bool isDone(std::size_t slot);
    void waitForAll();

    unsigned threads() const noexcept { return unsigned(m_threads.size()); }

  private:
    struct Task {
        std::size_t slot = 0;
        void* target = nullptr;
        const void* source = nullptr; ///< null: only touch the target
        std::size_t bytes = 0;
    };
    void add(const Task& task);
    void work();

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::condition_variable m_finished;
    std::deque<Task> m_tasks;
    std::vector<char> m_busy; ///< by slot
    bool m_ending = false;
    std::vector<std::thread> m_threads;
};

} // namespace warpbench::memory
