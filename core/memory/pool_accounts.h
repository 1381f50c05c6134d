// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/pool_statistics.h"

#include <algorithm>
#include <cassert>

namespace warpbench::memory {

/// Keeps a pool's figures. Every block is in one of three places: with a user, held, or with the
/// driver; each function is one step between them. Not thread-safe: the pool's lock protects it.
class PoolAccounts {
  public:
    void takenFromDriver(std::size_t capacity) noexcept {
        ++m_figures.driverAllocations;
        m_figures.managedBytes += capacity;
        m_figures.peakManagedBytes = std::max(m_figures.peakManagedBytes, m_figures.managedBytes);
        ++m_figures.heldBlocks;
    }
    void handedOut(std::size_t requested, std::size_t capacity, bool reused) noexcept {
        assert(m_figures.heldBlocks > 0);
        --m_figures.heldBlocks;
        ++m_figures.activeBlocks;
        ++m_figures.allocations;
        m_figures.reuses += reused ? 1 : 0;
        m_figures.activeBytes += capacity;
        m_figures.requestedBytes += requested;
    }
    void givenBack(std::size_t requested, std::size_t capacity) noexcept {
        assert(m_figures.activeBlocks > 0);
        --m_figures.activeBlocks;
        ++m_figures.heldBlocks;
        m_figures.activeBytes -= capacity;
        m_figures.requestedBytes -= requested;
    }
    void returnedToDriver(std::size_t capacity) noexcept {
        assert(m_figures.heldBlocks > 0 && m_figures.managedBytes >= capacity);
        --m_figures.heldBlocks;
        m_figures.managedBytes -= capacity;
    }

    const PoolStatistics& figures() const noexcept { return m_figures; }

  private:
    PoolStatistics m_figures;
};

} // namespace warpbench::memory
