// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"

#include <cstdint>
#include <map>
#include <mutex>

namespace warpbench::simgpu::driver {

class Device;

/// A pool of stream-ordered allocations. The simulator gives memory back when the free runs in its
/// stream, so a pool only counts; its attributes are kept and answered. Thread-safe.
class MemoryPool {
  public:
    MemoryPool(Device& device, std::uint64_t maxBytes)
        : m_device(device)
        , m_maxBytes(maxBytes) {}

    Device& device() const noexcept { return m_device; }
    CUmemoryPool handle() const noexcept { return m_handle; }
    void setHandle(CUmemoryPool handle) noexcept { m_handle = handle; }

    /// False where the pool's own maximum would be passed.
    bool take(std::uint64_t bytes);
    void giveBack(std::uint64_t bytes);

    /// Who may use the pool's memory, by device ordinal.
    CUmemAccess_flags access(int ordinal) const;
    void setAccess(int ordinal, CUmemAccess_flags flags);

    void getAttribute(CUmemPool_attribute attribute, void* value) const;
    void setAttribute(CUmemPool_attribute attribute, const void* value);

  private:
    Device& m_device;
    CUmemoryPool m_handle = nullptr;
    const std::uint64_t m_maxBytes; ///< 0: the device's memory
    mutable std::mutex m_mutex;
    std::uint64_t m_used = 0;
    std::uint64_t m_usedHigh = 0;
    std::uint64_t m_releaseThreshold = 0;
    int m_reuseEvents = 1;
    int m_reuseOpportunistic = 1;
    int m_reuseInternal = 1;
    std::map<int, CUmemAccess_flags> m_access;
};

} // namespace warpbench::simgpu::driver
