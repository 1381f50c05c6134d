// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <thread>

namespace warpbench::memory {

/// A lock for a few dozen instructions that hardly ever two threads want at once: taking it is one
/// atomic exchange and letting it go a plain store, half of what a std::mutex does. Who finds it
/// taken gives up its core until it is free.
class BriefLock {
  public:
    void lock() noexcept {
        while (m_taken.exchange(true, std::memory_order_acquire))
            [[unlikely]] wait();
    }
    void unlock() noexcept { m_taken.store(false, std::memory_order_release); }

  private:
    void wait() const noexcept {
        while (m_taken.load(std::memory_order_relaxed))
            std::this_thread::yield();
    }

    std::atomic<bool> m_taken = false;
};

} // namespace warpbench::memory
