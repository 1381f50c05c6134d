// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

namespace warpbench::simgpu::host {

/// That something has happened, once and for good. What came before set() is seen by whoever knows
/// that it is set. It is std::atomic's own wait on Linux; libstdc++ 12 for Windows looks at the
/// value before it takes the lock that its waiters are woken under, and so misses wake-ups.
class DoneFlag {
  public:
    bool isSet() const noexcept { return m_set.load(std::memory_order_acquire); }
    /// Wakes all who wait. The flag must outlive the call.
    void set() noexcept;
    void wait() const noexcept;

  private:
    std::atomic<bool> m_set{false};
};

} // namespace warpbench::simgpu::host
