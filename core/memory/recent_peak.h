// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace warpbench::memory {

/// The highest number of bytes in use at one time, in this period and the last.
class RecentPeak {
  public:
    void note(std::size_t active) noexcept {
        m_now = std::max(m_now, active);
        if (--m_left == 0) [[unlikely]] {
            m_before = std::exchange(m_now, active);
            m_left = kPeriod;
        }
    }
    std::size_t bytes() const noexcept { return std::max(m_now, m_before); }

  private:
    /// The peak before the last period is forgotten after this many allocations.
    static constexpr std::uint32_t kPeriod = 1024;

    std::uint32_t m_left = kPeriod;
    std::size_t m_now = 0;
    std::size_t m_before = 0;
};

} // namespace warpbench::memory
