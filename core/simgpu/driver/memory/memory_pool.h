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

/// CU_MEM_ALLOCATION_TYPE_MANAGED, which headers before CUDA 13 do not know.
inline bool isManaged(CUmemAllocationType type) noexcept {
    return static_cast<int>(type) == 2;
}

/// A pool of stream-ordered allocations. What is freed stays reserved for the pool, and is missing
/// elsewhere, until the pool is trimmed: at a synchronisation down to the release threshold, or
/// when asked to. Only the bytes are kept, not the place: freed memory is gone for kernels, so that
/// a use after free is found. Thread-safe.
class MemoryPool {
  public:
    /// \param preferred  of managed memory: where it is said to lie best
    MemoryPool(Device& device, std::uint64_t maxBytes,
               std::optional<CUmemLocation> preferred = std::nullopt)
        : m_device(device)
        , m_maxBytes(maxBytes)
        , m_preferred(preferred) {}
    ~MemoryPool();
    MemoryPool(const MemoryPool&) = delete;
    MemoryPool& operator=(const MemoryPool&) = delete;

    Device& device() const noexcept { return m_device; }
    /// None: it is no pool of managed memory.
    const std::optional<CUmemLocation>& preferred() const noexcept { return m_preferred; }
    CUmemoryPool handle() const noexcept { return m_handle; }
    void setHandle(CUmemoryPool handle) noexcept { m_handle = handle; }

    /// 0 where the pool's own maximum would be passed, or the device has no more.
    std::uint64_t allocate(std::uint64_t bytes);
    void free(std::uint64_t base);

    /// Gives back what is reserved and not in use, until no more than `bytes` are reserved.
    void trimTo(std::uint64_t bytes);
    /// The same for the release threshold: what a synchronisation does.
    void trim();
    /// Keeps nothing back from now on: the pool's handle is gone.
    void close();

    /// Who may use the pool's memory, by device ordinal.
    CUmemAccess_flags access(int ordinal) const;
    void setAccess(Device& device, CUmemAccess_flags flags);

    void getAttribute(CUmemPool_attribute attribute, void* value) const;
    void setAttribute(CUmemPool_attribute attribute, const void* value);

  private:
    // Under the lock.
    void releaseDownTo(std::uint64_t bytes);
    void noteHigh();

    Device& m_device;
    CUmemoryPool m_handle = nullptr;
    const std::uint64_t m_maxBytes; ///< 0: the device's memory
    const std::optional<CUmemLocation> m_preferred;
    mutable std::mutex m_mutex;
    bool m_closed = false;
    std::map<std::uint64_t, std::uint64_t> m_live; ///< allocations: base → bytes
    std::uint64_t m_used = 0;                      ///< bytes, like the others
    std::uint64_t m_held = 0;                      ///< reserved and not in use
    std::uint64_t m_usedHigh = 0, m_reservedHigh = 0;
    std::uint64_t m_releaseThreshold = 0;
    int m_reuseEvents = 1;
    int m_reuseOpportunistic = 1;
    int m_reuseInternal = 1;
    std::map<int, CUmemAccess_flags> m_access; ///< of other devices; none: no access
};

/// The default and the current pool of managed memory for each place that it may prefer.
/// Thread-safe.
class ManagedPools {
  public:
    std::shared_ptr<MemoryPool> defaultAt(const CUmemLocation& place);
    std::shared_ptr<MemoryPool> currentAt(const CUmemLocation& place);
    void setCurrent(const CUmemLocation& place, std::shared_ptr<MemoryPool> pool);
    bool isDefault(const MemoryPool& pool) const;
    /// A pool that is gone is current nowhere.
    void drop(const MemoryPool& pool);

  private:
    using Key = std::pair<int, int>; ///< CUmemLocation's type and, of a device, its ordinal
    static Key keyOf(const CUmemLocation& place);

    mutable std::mutex m_mutex;
    std::map<Key, std::shared_ptr<MemoryPool>> m_default;
    std::map<Key, std::shared_ptr<MemoryPool>> m_current;
};

/// Trims the device's pools, after a synchronisation.
void trimPools(const Device& device);

} // namespace warpbench::simgpu::driver
