// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/launch/scheduler.h"
#include "core/simgpu/host/address_range.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <vector>

namespace warpbench::simgpu::driver {

class Device;
class Graph;
class GraphMemory;
class GraphNode;
class Stream;

/// The physical memory that a device's graphs share (CUDA C++ Programming Guide, "Physical Memory
/// Management and Sharing"). A launch takes what its graph needs: memory that no other launch uses
/// at that time, else new memory. It stays reserved, and counts as used, until trimmed. Only
/// counts: each allocation has pages of its own. Thread-safe.
class GraphMemoryBook {
  public:
    /// Before a launch, or an upload, of an instance.
    /// \param instance  lives as long as it does
    /// \param bytes     of the graph's addresses
    /// \param stream    the launch's: what was launched there before ends before it
    /// \returns false if there is not enough
    bool take(Device& device, const std::shared_ptr<const void>& instance, std::uint64_t bytes,
              const Stream& stream);
    /// After it. \param last  ends with it \param unfreed  what it leaves allocated
    void launched(const std::shared_ptr<const void>& instance, TaskPtr last,
                  std::vector<std::weak_ptr<GraphMemory>> unfreed);
    void trim(Device& device);
    /// Keeps allocations that outlive the launch that made them, and perhaps their graph.
    void keep(std::shared_ptr<GraphMemory> memory);
    void drop(const GraphMemory& memory);

    std::uint64_t attribute(CUgraphMem_attribute attribute) const;
    void resetHigh(CUgraphMem_attribute attribute);

  private:
    /// Pieces of a launch.
    struct Holding {
        std::uint64_t pieces = 0;
        std::weak_ptr<const void> instance;
        const Stream* stream = nullptr; ///< only compared
        TaskPtr last;                   ///< null: nothing runs
        std::vector<std::weak_ptr<GraphMemory>> unfreed;

        /// Those that others can have once the launch has ended.
        std::uint64_t freePieces() const;
        std::uint64_t give(std::uint64_t count) {
            pieces -= count;
            return count;
        }
    };
    void reclaimEnded();
    std::uint64_t reserved() const; ///< bytes

    mutable std::mutex m_mutex;
    std::uint64_t m_idle = 0; ///< pieces that no launch holds
    std::vector<Holding> m_holdings;
    std::uint64_t m_reservedHigh = 0, m_usedHigh = 0;
    std::set<std::shared_ptr<GraphMemory>> m_kept;
};

/// The memory of an allocation node. Its address is fixed for the node's lifetime. Only a later
/// node of the graph that comes after the one that frees it can get the same address: then its
/// memory is a part of the first one's. A kernel that accesses it before the allocation or after
/// the free faults.
class GraphMemory : public std::enable_shared_from_this<GraphMemory> {
  public:
    /// \param devices  the owner first, then the others that have access
    /// \throws CUDA_ERROR_OUT_OF_MEMORY
    static std::shared_ptr<GraphMemory> make(std::vector<Device*> devices, std::uint64_t bytes);
    /// Uses addresses of freed memory again.
    static std::shared_ptr<GraphMemory> within(const std::shared_ptr<GraphMemory>& freed,
                                               std::uint64_t address, std::uint64_t bytes);
    /// The allocation that starts at an address, the latest if several do, or null.
    static std::shared_ptr<GraphMemory> at(std::uint64_t address);
    ~GraphMemory();

    std::uint64_t address() const noexcept { return m_address; }
    /// How many bytes of addresses it takes.
    std::uint64_t extent() const noexcept;
    Device& device() const noexcept { return *m_devices.front(); }
    const std::vector<Device*>& devices() const noexcept { return m_devices; }
    /// The memory whose addresses it uses again; null: it has its own.
    const std::shared_ptr<GraphMemory>& whole() const noexcept { return m_whole; }

    // Called in the order of the device's work.
    void begin();
    void end();

    // Called in the order of the program's calls.
    /// Whether a launch left it allocated, so the program has to free it.
    bool owed() const;
    void setOwed(bool owed);

    // Protected by Graph::mutex().
    std::weak_ptr<Graph> allocatedIn;       ///< the graph with its allocation node
    std::weak_ptr<Graph> freedIn;           ///< the graph with its free node
    std::weak_ptr<const void> instantiated; ///< lives as long as the only instance

  private:
    GraphMemory(std::vector<Device*> devices, std::uint64_t bytes);
    GraphMemory(std::shared_ptr<GraphMemory> whole, std::uint64_t address, std::uint64_t bytes);

    const std::vector<Device*> m_devices;
    const std::uint64_t m_size; ///< bytes
    const std::shared_ptr<GraphMemory> m_whole;
    std::unique_ptr<host::AddressRange> m_range; ///< unless it is a part
    std::uint64_t m_address = 0;
    mutable std::mutex m_mutex;
    std::vector<std::weak_ptr<GraphMemory>> m_parts; ///< those that use its addresses again
    bool m_live = false;
    bool m_owed = false;
};

/// Which addresses of a graph's memory are free behind which of its nodes. Protected by
/// Graph::mutex().
class FreedAddresses {
  public:
    /// Memory for an allocation node. It gets the addresses that a node before it frees, if they
    /// are large enough, as on an H200: the first ones freed, from their start.
    /// \param before  its dependencies
    std::shared_ptr<GraphMemory> allocate(std::vector<Device*> devices, std::uint64_t bytes,
                                          std::span<const std::shared_ptr<GraphNode>> before);
    void add(const std::shared_ptr<GraphMemory>& memory, const GraphNode& freedBy);

  private:
    struct Part {
        std::shared_ptr<GraphMemory> whole;
        std::uint64_t address = 0, bytes = 0;
        const GraphNode* freedBy = nullptr;
    };
    std::vector<Part> m_parts; ///< in the order in which their free nodes were added
};

} // namespace warpbench::simgpu::driver
