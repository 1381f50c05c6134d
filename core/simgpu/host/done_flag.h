// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

namespace warpbench::simgpu::host {

/// A one-way flag that something has happened. A thread that sees it set also sees everything
/// before set(). On Linux it uses std::atomic's wait. On Windows that misses wake-ups in libstdc++
/// 12, which checks the value before it takes the lock that protects its waiters.
class DoneFlag {
  public:
    bool isSet() const noexcept { return m_set.load(std::memory_order_acquire); }
    /// Wakes all waiting threads. The flag must outlive the call.
    void set() noexcept;
    void wait() const noexcept;

  private:
    std::atomic<bool> m_set{false};
};

} // namespace warpbench::simgpu::host
