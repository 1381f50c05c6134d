// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/host/address_range.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

namespace warpbench::simgpu::driver {

class Device;
class Graph;
class GraphMemory;

/// What the graphs of one device have of its memory (cuDeviceGetGraphMemAttribute). Thread-safe.
class GraphMemoryBook {
  public:
    /// Of the device's memory, of which the graphs that are gone may have left some.
    /// \returns false where it does not suffice
    bool reserve(Device& device, std::uint64_t bytes);
    /// Stays reserved for the next graphs, until trimmed.
    void giveBack(std::uint64_t bytes);
    void trim(Device& device);
    void use(std::uint64_t bytes);
    void unuse(std::uint64_t bytes);
    /// Allocations that outlive the launch that made them, and perhaps their graph.
    void keep(std::shared_ptr<GraphMemory> memory);
    void drop(const GraphMemory& memory);

    std::uint64_t attribute(CUgraphMem_attribute attribute) const;
    void resetHigh(CUgraphMem_attribute attribute);

  private:
    mutable std::mutex m_mutex;
    std::uint64_t m_reserved = 0, m_reservedHigh = 0;
    std::uint64_t m_held = 0; ///< of what is reserved, what no graph has
    std::uint64_t m_used = 0; ///< by allocations that are not freed
    /// Freed, and told as used until trimmed or used again, as driver 580.159 does.
    std::uint64_t m_freed = 0;
    std::uint64_t m_usedHigh = 0;
    std::set<std::shared_ptr<GraphMemory>> m_kept;
};

/// The memory of an allocation node. It has one address for the node's life, and it is the graph's
/// own: no other allocation gets it between two launches. Outside of the time from the allocation
/// to the free, a kernel that touches it faults.
class GraphMemory : public std::enable_shared_from_this<GraphMemory> {
  public:
    /// \param devices  the memory's own first, then those that have access
    /// \throws CUDA_ERROR_OUT_OF_MEMORY
    static std::shared_ptr<GraphMemory> make(std::vector<Device*> devices, std::uint64_t bytes);
    /// The one that begins at an address; null where there is none.
    static std::shared_ptr<GraphMemory> at(std::uint64_t address);
    ~GraphMemory();

    std::uint64_t address() const noexcept { return m_range.base(); }

    // In the order of the device's work.
    void begin();
    void end();

    // In the order of the program's calls.
    /// Whether a launch left it behind for the program to free.
    bool owed() const;
    void setOwed(bool owed);

    // Under Graph::mutex().
    std::weak_ptr<Graph> freedIn;           ///< the graph that has its free node
    std::weak_ptr<const void> instantiated; ///< lives as long as the one instance

  private:
    GraphMemory(std::vector<Device*> devices, std::uint64_t bytes);

    const std::vector<Device*> m_devices;
    const std::uint64_t m_size; ///< bytes
    host::AddressRange m_range;
    mutable std::mutex m_mutex;
    bool m_live = false;
    bool m_owed = false;
};

} // namespace warpbench::simgpu::driver
