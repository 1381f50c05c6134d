// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace warpbench::simgpu::driver {

class Device;

/// CU_MEM_ALLOCATION_TYPE_MANAGED, which is missing in headers before CUDA 13.
inline bool isManaged(CUmemAllocationType type) noexcept {
    return static_cast<int>(type) == 2;
}

/// A pool of stream-ordered allocations. Freed bytes stay reserved for the pool and unavailable
/// elsewhere until the pool is trimmed: down to the release threshold at a synchronization, or on
/// request. Only the number of bytes is kept, not the address range: kernels cannot access freed
/// memory any more, so use after free is detected. Thread-safe.
class MemoryPool {
  public:
    /// \param preferred  for managed memory: the preferred location
    MemoryPool(Device& device, std::uint64_t maxBytes,
               std::optional<CUmemLocation> preferred = std::nullopt)
        : m_device(device)
        , m_maxBytes(maxBytes)
        , m_preferred(preferred) {}
    ~MemoryPool();
    MemoryPool(const MemoryPool&) = delete;
    MemoryPool& operator=(const MemoryPool&) = delete;

    Device& device() const noexcept { return m_device; }
    /// Empty unless the pool is for managed memory.
    const std::optional<CUmemLocation>& preferred() const noexcept { return m_preferred; }
    CUmemoryPool handle() const noexcept { return m_handle; }
    void setHandle(CUmemoryPool handle) noexcept { m_handle = handle; }

    /// 0 if this would exceed the pool's maximum, or the device is out of memory.
    std::uint64_t allocate(std::uint64_t bytes);
    void free(std::uint64_t base);

    /// Releases reserved memory that is not in use until at most `bytes` are reserved.
    void trimTo(std::uint64_t bytes);
    /// Trims to the release threshold, as a synchronization does.
    void trim();
    /// From now on, freed memory is released at once: the pool's handle is destroyed.
    void close();

    /// The access that a device has to the pool's memory, by device ordinal.
    CUmemAccess_flags access(int ordinal) const;
    void setAccess(Device& device, CUmemAccess_flags flags);

    void getAttribute(CUmemPool_attribute attribute, void* value) const;
    void setAttribute(CUmemPool_attribute attribute, const void* value);

  private:
    // Called with the lock held.
    void releaseDownTo(std::uint64_t bytes);
    void noteHigh();

    Device& m_device;
    CUmemoryPool m_handle = nullptr;
    const std::uint64_t m_maxBytes; ///< 0: the device's memory
    const std::optional<CUmemLocation> m_preferred;
    mutable std::mutex m_mutex;
    bool m_closed = false;
    std::map<std::uint64_t, std::uint64_t> m_live; ///< allocations: base → bytes
    std::uint64_t m_used = 0;                      ///< all sizes are in bytes
    std::uint64_t m_held = 0;                      ///< reserved but not in use
    std::uint64_t m_usedHigh = 0, m_reservedHigh = 0;
    std::uint64_t m_releaseThreshold = 0;
    int m_reuseEvents = 1;
    int m_reuseOpportunistic = 1;
    int m_reuseInternal = 1;
    std::map<int, CUmemAccess_flags> m_access; ///< of other devices; missing: no access
};

/// The default and the current pool of managed memory for each preferred location.
/// Thread-safe.
class ManagedPools {
  public:
    std::shared_ptr<MemoryPool> defaultAt(const CUmemLocation& place);
    std::shared_ptr<MemoryPool> currentAt(const CUmemLocation& place);
    void setCurrent(const CUmemLocation& place, std::shared_ptr<MemoryPool> pool);
    bool isDefault(const MemoryPool& pool) const;
    /// Removes a destroyed pool wherever it is the current one.
    void drop(const MemoryPool& pool);

  private:
    using Key = std::pair<int, int>; ///< CUmemLocation's type and, for a device, its ordinal
    static Key keyOf(const CUmemLocation& place);

    mutable std::mutex m_mutex;
    std::map<Key, std::shared_ptr<MemoryPool>> m_default;
    std::map<Key, std::shared_ptr<MemoryPool>> m_current;
};

/// Trims the device's pools after a synchronization.
void trimPools(const Device& device);

} // namespace warpbench::simgpu::driver
