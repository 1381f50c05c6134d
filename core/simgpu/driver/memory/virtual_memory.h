// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/engine/memory/virtual_ranges.h"
#include "core/simgpu/host/address_range.h"
#include "core/simgpu/host/shared_pages.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace warpbench::simgpu::driver {

class Device;

/// Granularity for creating, reserving and mapping memory, in bytes: the same as on GPUs.
inline constexpr std::uint64_t kVirtualGranularity = 2u << 20;

/// Physical memory without an address (cuMemCreate). It counts against its device until the last
/// handle and the last mapping are gone.
class PhysicalMemory {
  public:
    /// \throws CUDA_ERROR_OUT_OF_MEMORY
    PhysicalMemory(Device& device, const CUmemAllocationProp& properties, std::uint64_t bytes);
    ~PhysicalMemory();
    PhysicalMemory(const PhysicalMemory&) = delete;
    PhysicalMemory& operator=(const PhysicalMemory&) = delete;

    Device& device() const noexcept { return m_device; }
    const CUmemAllocationProp& properties() const noexcept { return m_properties; }
    std::uint64_t size() const noexcept { return m_pages->size(); }
    const host::SharedPages& pages() const noexcept { return *m_pages; }

    CUmemGenericAllocationHandle handle() const noexcept { return m_handle; }
    void setHandle(CUmemGenericAllocationHandle handle) noexcept { m_handle = handle; }
    /// Outstanding references to its handle; protected by the lock in entry_virtual.cpp.
    unsigned int references = 1;

  private:
    Device& m_device;
    const CUmemAllocationProp m_properties;
    std::unique_ptr<host::SharedPages> m_pages;
    CUmemGenericAllocationHandle m_handle = 0;
};

/// The virtual address ranges that the program reserved, and their mappings. Thread-safe. All sizes
/// and addresses must be multiples of the granularity, or the value is invalid.
class VirtualMemory {
  public:
    /// \param place  the preferred start, used if it is suitable and free; 0: anywhere
    std::uint64_t reserve(std::uint64_t bytes, std::uint64_t alignment, std::uint64_t place = 0);
    /// Requires a whole reservation without mappings.
    void release(std::uint64_t base, std::uint64_t bytes);
    /// Maps all of the memory.
    void map(std::uint64_t base, std::shared_ptr<PhysicalMemory> memory);
    /// Requires a range of whole mappings, or one without any. First waits for the work of all
    /// contexts, because a kernel may be using the memory.
    void unmap(std::uint64_t base, std::uint64_t bytes);
    void setAccess(std::uint64_t base, std::uint64_t bytes, Device& device,
                   CUmemAccess_flags access);
    CUmemAccess_flags access(std::uint64_t address, const Device& device) const;
    /// The memory mapped at an address.
    std::shared_ptr<PhysicalMemory> mappedAt(std::uint64_t address) const;

  private:
    struct Reservation {
        std::unique_ptr<host::AddressRange> range;
        std::uint64_t size = 0; ///< bytes, as requested
    };
    struct Mapping {
        std::uint64_t size = 0; ///< bytes
        std::shared_ptr<PhysicalMemory> memory;
    };
    using Mappings = std::map<std::uint64_t, Mapping>;

    bool isAnyMapped(std::uint64_t base, std::uint64_t bytes) const; ///< call with the lock held
    Reservation& reservationOf(std::uint64_t base, std::uint64_t bytes);
    /// The mappings [first, last) that fit the range exactly (`whole`) or contain it.
    std::pair<Mappings::iterator, Mappings::iterator> mappingsOf(std::uint64_t base,
                                                                 std::uint64_t bytes, bool whole);

    mutable std::mutex m_mutex;
    std::map<std::uint64_t, Reservation> m_reservations; ///< by address
    Mappings m_mappings;                                 ///< by address
};

} // namespace warpbench::simgpu::driver
