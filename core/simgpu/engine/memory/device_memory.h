// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/memory/virtual_ranges.h"
#include "core/simgpu/engine/memory/written_bytes.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::simgpu::engine {

/// A block of device memory. Addresses are host addresses within the device's reserved range, so
/// that the interpreter needs no translation.
struct Allocation {
    std::uint64_t base = 0;
    std::uint64_t size = 0; ///< bytes, as asked for
    bool constant = false;  ///< variables of constant memory, which the host may write at any time
    bool readOnly = false;  ///< for kernels of this device
    bool freed = false;     ///< kept for a while to name a use after free
    std::string name;       ///< for fault reports; may be empty
    std::string note;       ///< for fault reports: what is special about it; may be empty
};

/// The global memory of one simulated device: a reserved range of addresses, allocations with red
/// zones between them, and host memory that was registered with the device. Thread-safe. The
/// generic address windows of shared and local memory lie outside this range.
class DeviceMemory {
  public:
    /// \param capacity  bytes that may be allocated at once
    /// \param place  where the range should begin, if nothing is there yet; 0: anywhere
    /// \throws std::bad_alloc where the range cannot be reserved
    explicit DeviceMemory(std::uint64_t capacity, std::uint64_t place = 0);
    ~DeviceMemory();
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;

    std::uint64_t capacity() const noexcept;
    std::uint64_t used() const; ///< bytes

    /// Zero bytes is an error of the caller. Returns 0 where memory does not suffice: the
    /// capacity's, or what the host has left now. \param alignment  a power of two; at least 256 is
    /// used, for large allocations 2 MiB where there is room \param constant  see Allocation
    std::uint64_t allocate(std::uint64_t size, std::uint64_t alignment = 256,
                           bool constant = false);
    /// Where the next allocation begins to look for room; gives the place until now. Allocations go
    /// round, so that addresses are not reused soon. 0: from the beginning.
    std::uint64_t exchangeRover(std::uint64_t place);
    /// False where `base` is no live allocation.
    bool free(std::uint64_t base);

    /// Counts memory that lies elsewhere (SharedPages) against the capacity; false where it does
    /// not suffice.
    bool charge(std::uint64_t bytes);
    void refund(std::uint64_t bytes);

    /// What this device may do with virtual addresses that the program manages itself.
    void setVirtual(std::uint64_t begin, std::uint64_t size, VirtualAccess access);
    void eraseVirtual(std::uint64_t begin, std::uint64_t size);
    /// Empty where the address is in no such range.
    std::optional<VirtualAccess> virtualAccess(std::uint64_t address) const;

    /// Makes host memory reachable by kernels (page-locked and registered memory).
    bool registerHost(void* base, std::uint64_t size);
    bool unregisterHost(void* base);
    /// Makes another device's memory reachable (peer access); it must outlive this object.
    void addPeer(std::shared_ptr<DeviceMemory> peer);
    void removePeer(const DeviceMemory* peer);

    /// The live allocation that holds [address, address + size), registered host memory, peers and
    /// accessible virtual ranges included.
    std::optional<Allocation> find(std::uint64_t address, std::uint64_t size = 1) const;
    /// The same without what only a person wants to know.
    struct Range {
        std::uint64_t base = 0, size = 0; ///< bytes
        bool constant = false, readOnly = false;
    };
    std::optional<Range> rangeAt(std::uint64_t address, std::uint64_t size = 1) const;
    /// For a fault: the allocation that the address is in or is nearest to, freed ones and
    /// virtual ranges that cannot be used included.
    std::optional<Allocation> nearest(std::uint64_t address) const;
    void setName(std::uint64_t base, const std::string& name);

    /// Marks bytes as never written / written. Cheap where nobody asked for the check.
    void markUninitialized(std::uint64_t address, std::uint64_t size);
    void markInitialized(std::uint64_t address, std::uint64_t size);
    /// True where every byte was written since it was marked, or was never marked.
    bool isInitialized(std::uint64_t address, std::uint64_t size) const;

    /// An allocation of this device or of a peer, for who looks at many accesses to it.
    struct Tracked {
        std::uint64_t base = 0, size = 0;      ///< 0 bytes: there is no such allocation
        std::shared_ptr<WrittenBytes> written; ///< from `base` on; null: everything counts as such
        bool isPeers = false;
    };
    Tracked trackedAt(std::uint64_t address, std::uint64_t size) const;
    /// Rises with whatever may make a Tracked, of any device, out of date.
    static std::uint64_t trackedVersion() noexcept;

  private:
    template <class Result, class Give>
    std::optional<Result> lookUp(std::uint64_t address, std::uint64_t size, Give&& give) const;
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace warpbench::simgpu::engine
