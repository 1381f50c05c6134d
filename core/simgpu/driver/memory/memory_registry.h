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

/// A range of memory that the driver gave out or was told about.
struct Region {
    enum class Kind {
        device,     ///< cuMemAlloc
        managed,    ///< cuMemAllocManaged
        pool,       ///< cuMemAllocAsync
        host,       ///< cuMemHostAlloc
        registered, ///< cuMemHostRegister
        array,      ///< the storage of a CUDA array
        mapped,     ///< cuMemMap
        graph,      ///< of an allocation node
    };
    Kind kind = Kind::device;
    std::uint64_t base = 0;
    std::uint64_t size = 0; ///< bytes
    Device* device = nullptr;
    std::weak_ptr<Context> context; ///< empty: belongs to no context (pools, cuMemMap)
    std::shared_ptr<MemoryPool> pool;
    std::weak_ptr<GraphMemory> graphMemory;
    unsigned int hostFlags = 0;
    std::uint64_t id = 0; ///< CU_POINTER_ATTRIBUTE_BUFFER_ID
    bool syncMemops = false;
    bool accessible = true; ///< false: mapped, but no device has been given access yet

    bool onHost() const noexcept { return kind == Kind::host || kind == Kind::registered; }
    /// Of cuMemAllocManaged, or of a pool of managed memory.
    bool managed() const noexcept;
    bool holds(std::uint64_t address, std::uint64_t bytes) const noexcept {
        return address >= base && bytes <= size && address - base <= size - bytes;
    }
};

/// What a program said of managed memory (cuMemAdvise, cuMemPrefetchAsync). There is one place
/// where it can lie, so it is kept and answered, and steers nothing.
struct Advice {
    bool readMostly = false;
    CUmemLocation preferred{.type = CU_MEM_LOCATION_TYPE_INVALID, .id = 0};
    CUmemLocation prefetched{.type = CU_MEM_LOCATION_TYPE_INVALID, .id = 0};
    std::set<int> accessedBy; ///< device ordinals; -1: the host
};

/// All such ranges, over all devices: addresses are unique in the process, as with unified
/// addressing. Thread-safe.
class MemoryRegistry {
  public:
    void add(Region region);
    /// The region that starts at `base`, taken out; empty where there is none that fits.
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
    /// Mappings that follow each other without a gap hold a range together.
    std::optional<Region> find(std::uint64_t address, std::uint64_t size = 1) const;
    /// All of them, by address.
    std::vector<Region> all() const;
    /// True where the range meets any region.
    bool overlaps(std::uint64_t address, std::uint64_t size) const;
    bool setSyncMemops(std::uint64_t address, bool on);
    /// Changes what is known of [address, address + size), by page.
    /// \throws CUDA_ERROR_INVALID_VALUE unless it is managed memory
    void advise(std::uint64_t address, std::uint64_t size,
                const std::function<void(Advice&)>& change);
    void forgetAdvice(const Region& region);
    /// The advice of each of the range's pages, equal neighbours once.
    std::vector<Advice> adviceOf(std::uint64_t address, std::uint64_t size) const;
    void setAccessible(std::uint64_t base, bool accessible);
    /// Takes out what belongs to a context.
    std::vector<Region> removeOf(const Context& context);

  private:
    mutable host::SharedMutex m_mutex;
    std::map<std::uint64_t, Region> m_regions;
    std::map<std::uint64_t, Advice> m_advice; ///< by page; none: nothing was said
    std::uint64_t m_nextId = 1;
};

/// Whose memory an address is: what the registry knows, or a module's variable.
struct Place {
    Device* device = nullptr; ///< null: pageable host memory, or none at all
    bool onHost = true;
    std::uint64_t base = 0;
    std::uint64_t size = 0;
};
Place placeOf(std::uint64_t address, std::uint64_t size = 1);
/// \throws CUDA_ERROR_INVALID_VALUE unless device (or page-locked) memory holds all of the range
void requireDeviceRange(std::uint64_t address, std::uint64_t size);
/// Tells every device whose memory it is that the range has been written.
void markWritten(std::uint64_t address, std::uint64_t size);
/// Gives a region's memory back.
void releaseRegion(const Region& region);

// Memory with its own region.
/// \throws CUDA_ERROR_INVALID_VALUE for no bytes, CUDA_ERROR_OUT_OF_MEMORY
std::uint64_t allocateDevice(const std::shared_ptr<Context>& context, std::uint64_t bytes,
                             Region::Kind kind = Region::Kind::device,
                             std::uint64_t alignment = 512);
void* allocateHost(const std::shared_ptr<Context>& context, std::uint64_t bytes,
                   unsigned int flags);

} // namespace warpbench::simgpu::driver
