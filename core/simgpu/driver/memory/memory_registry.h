// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/host/shared_mutex.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <shared_mutex>
#include <vector>

namespace warpbench::simgpu::driver {

class Context;
class Device;
class GraphMemory;
class MemoryPool;

/// A range of memory that the driver allocated or the program registered.
struct Region {
    enum class Kind {
        device,     ///< cuMemAlloc
        managed,    ///< cuMemAllocManaged
        pool,       ///< cuMemAllocAsync
        host,       ///< cuMemHostAlloc
        registered, ///< cuMemHostRegister
        array,      ///< the storage of a CUDA array
        mapped,     ///< cuMemMap
        graph,      ///< memory of a graph's allocation node
    };
    Kind kind = Kind::device;
    std::uint64_t base = 0;
    std::uint64_t size = 0; ///< bytes
    Device* device = nullptr;
    std::weak_ptr<Context> context; ///< empty: not owned by a context (pools, cuMemMap)
    std::shared_ptr<MemoryPool> pool;
    std::weak_ptr<GraphMemory> graphMemory;
    unsigned int hostFlags = 0;
    std::uint64_t id = 0; ///< CU_POINTER_ATTRIBUTE_BUFFER_ID
    bool syncMemops = false;
    bool accessible = true; ///< false: mapped, but not yet accessible from any device

    bool onHost() const noexcept { return kind == Kind::host || kind == Kind::registered; }
    /// Memory from cuMemAllocManaged, or from a pool of managed memory.
    bool managed() const noexcept;
    bool holds(std::uint64_t address, std::uint64_t bytes) const noexcept {
        return address >= base && bytes <= size && address - base <= size - bytes;
    }
};

/// Advice that a program gave for managed memory (cuMemAdvise, cuMemPrefetchAsync). Here memory has
/// only one possible location, so the advice is stored and can be queried, but has no effect.
struct Advice {
    bool readMostly = false;
    CUmemLocation preferred{.type = CU_MEM_LOCATION_TYPE_INVALID, .id = 0};
    CUmemLocation prefetched{.type = CU_MEM_LOCATION_TYPE_INVALID, .id = 0};
    std::set<int> accessedBy; ///< device ordinals; -1: the host
};

/// All regions of all devices: addresses are unique in the process, as with unified addressing.
/// Thread-safe.
class MemoryRegistry {
  public:
    void add(Region region);
    /// Removes and returns the region that starts at `base`; empty if none matches.
    template <typename Predicate>
    std::optional<Region> removeAt(std::uint64_t base, Predicate&& fits) {
        const std::unique_lock lock(m_mutex);
        const auto it = m_regions.find(base);
        if (it == m_regions.end() || !fits(it->second))
            return std::nullopt;
        Region region = std::move(it->second);
        m_regions.erase(it);
        return region;
    }
    /// A range may span adjacent mappings without a gap.
    std::optional<Region> find(std::uint64_t address, std::uint64_t size = 1) const;
    /// All regions, by address.
    std::vector<Region> all() const;
    /// True if the range overlaps any region.
    bool overlaps(std::uint64_t address, std::uint64_t size) const;
    bool setSyncMemops(std::uint64_t address, bool on);
    /// Changes the advice for [address, address + size), page by page.
    /// \throws CUDA_ERROR_INVALID_VALUE unless it is managed memory
    void advise(std::uint64_t address, std::uint64_t size,
                const std::function<void(Advice&)>& change);
    void forgetAdvice(const Region& region);
    /// The advice for the range's pages; equal neighbours are merged.
    std::vector<Advice> adviceOf(std::uint64_t address, std::uint64_t size) const;
    void setAccessible(std::uint64_t base, bool accessible);
    /// Removes and returns all regions of a context.
    std::vector<Region> removeOf(const Context& context);

  private:
    mutable host::SharedMutex m_mutex;
    std::map<std::uint64_t, Region> m_regions;
    std::map<std::uint64_t, Advice> m_advice; ///< by page; missing: no advice
    std::uint64_t m_nextId = 1;
};

/// The owner of an address: a registered region or a module variable.
struct Place {
    Device* device = nullptr; ///< null: pageable host memory, or not mapped
    bool onHost = true;
    std::uint64_t base = 0;
    std::uint64_t size = 0;
};
Place placeOf(std::uint64_t address, std::uint64_t size = 1);
/// \throws CUDA_ERROR_INVALID_VALUE unless device or page-locked memory contains the whole range
void requireDeviceRange(std::uint64_t address, std::uint64_t size);
/// Tells each device that owns part of the range that it has been written.
void markWritten(std::uint64_t address, std::uint64_t size);
/// Frees a region's memory.
void releaseRegion(const Region& region);

// Allocations that register their own region.
/// \throws CUDA_ERROR_INVALID_VALUE for zero bytes, CUDA_ERROR_OUT_OF_MEMORY
std::uint64_t allocateDevice(const std::shared_ptr<Context>& context, std::uint64_t bytes,
                             Region::Kind kind = Region::Kind::device,
                             std::uint64_t alignment = 512);
void* allocateHost(const std::shared_ptr<Context>& context, std::uint64_t bytes,
                   unsigned int flags);

} // namespace warpbench::simgpu::driver
