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
/// the interpreter need not translate them.
struct Allocation {
    std::uint64_t base = 0;
    std::uint64_t size = 0; ///< bytes, as requested
    bool constant = false;  ///< variables in constant memory, which the host can write at any time
    bool readOnly = false;  ///< for kernels on this device
    bool freed = false;     ///< kept for a while to identify a use after free
    std::string name;       ///< for fault reports; may be empty
    std::string note;       ///< for fault reports: special properties; may be empty
};

/// The global memory of one simulated device: a reserved address range, allocations separated by
/// red zones, and host memory registered with the device. Thread-safe. The generic windows of
/// shared and local memory are outside this range.
class DeviceMemory {
  public:
    /// \param capacity  maximum total size of allocations in bytes
    /// \param place  preferred start of the range, used if free; 0: anywhere
    /// \throws std::bad_alloc if the range cannot be reserved
    explicit DeviceMemory(std::uint64_t capacity, std::uint64_t place = 0);
    ~DeviceMemory();
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;

    std::uint64_t capacity() const noexcept;
    std::uint64_t used() const; ///< bytes

    /// `size` must not be zero. Returns 0 if the capacity or the host's free memory is exhausted.
    /// \param alignment  a power of two; at least 256, and 2 MiB for large allocations if possible
    /// \param constant  see Allocation
    std::uint64_t allocate(std::uint64_t size, std::uint64_t alignment = 256,
                           bool constant = false);
    /// Sets where the next search for free space starts; returns the previous position. The search
    /// wraps around, so that addresses are not reused soon. 0: from the start.
    std::uint64_t exchangeRover(std::uint64_t place);
    /// False if `base` is not the start of a live allocation.
    bool free(std::uint64_t base);

    /// Counts memory outside the range (SharedPages) against the capacity; false if that is
    /// exceeded.
    bool charge(std::uint64_t bytes);
    void refund(std::uint64_t bytes);

    /// Sets this device's access to virtual addresses that the program manages itself.
    void setVirtual(std::uint64_t begin, std::uint64_t size, VirtualAccess access);
    void eraseVirtual(std::uint64_t begin, std::uint64_t size);
    /// Empty if the address is not in such a range.
    std::optional<VirtualAccess> virtualAccess(std::uint64_t address) const;

    /// Makes host memory accessible to kernels (page-locked and registered memory).
    bool registerHost(void* base, std::uint64_t size);
    bool unregisterHost(void* base);
    /// Makes another device's memory accessible (peer access); it must outlive this object.
    void addPeer(std::shared_ptr<DeviceMemory> peer);
    void removePeer(const DeviceMemory* peer);

    /// The live allocation that contains [address, address + size), including registered host
    /// memory, peers and accessible virtual ranges.
    std::optional<Allocation> find(std::uint64_t address, std::uint64_t size = 1) const;
    /// The same without the texts for reports.
    struct Range {
        std::uint64_t base = 0, size = 0; ///< bytes
        bool constant = false, readOnly = false;
    };
    std::optional<Range> rangeAt(std::uint64_t address, std::uint64_t size = 1) const;
    /// Whether a GPU has memory at these bytes, though no allocation holds them: it maps pages of 2
    /// MiB, and has other memory before every allocation. They can be read and written from now on.
    bool isMapped(std::uint64_t address, std::uint64_t size) const;
    /// For fault reports: the allocation that contains the address or is nearest to it, including
    /// freed ones and inaccessible virtual ranges.
    std::optional<Allocation> nearest(std::uint64_t address) const;
    void setName(std::uint64_t base, const std::string& name);

    /// Marks bytes as uninitialized / written. Cheap unless the check is enabled.
    void markUninitialized(std::uint64_t address, std::uint64_t size);
    void markInitialized(std::uint64_t address, std::uint64_t size);
    /// True if every byte was written since it was marked, or was never marked.
    bool isInitialized(std::uint64_t address, std::uint64_t size) const;

    /// An allocation of this device or a peer, for repeated checks of accesses to it.
    struct Tracked {
        std::uint64_t base = 0, size = 0;      ///< 0 bytes: no such allocation
        std::shared_ptr<WrittenBytes> written; ///< from `base` on; null: all count as written
        bool isPeers = false;
    };
    Tracked trackedAt(std::uint64_t address, std::uint64_t size) const;
    /// Changes whenever a Tracked of any device may have become invalid.
    static std::uint64_t trackedVersion() noexcept;

  private:
    template <class Result, class Give>
    std::optional<Result> lookUp(std::uint64_t address, std::uint64_t size, Give&& give) const;
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace warpbench::simgpu::engine
