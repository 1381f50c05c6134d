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

/// The device memory that its graphs use (cuDeviceGetGraphMemAttribute). Thread-safe.
class GraphMemoryBook {
  public:
    /// Reserves device memory, reusing what earlier graphs left reserved.
    /// \returns false if there is not enough
    bool reserve(Device& device, std::uint64_t bytes);
    /// The bytes stay reserved for later graphs until trimmed.
    void giveBack(std::uint64_t bytes);
    void trim(Device& device);
    void use(std::uint64_t bytes);
    void unuse(std::uint64_t bytes);
    /// Keeps allocations that outlive the launch that made them, and perhaps their graph.
    void keep(std::shared_ptr<GraphMemory> memory);
    void drop(const GraphMemory& memory);

    std::uint64_t attribute(CUgraphMem_attribute attribute) const;
    void resetHigh(CUgraphMem_attribute attribute);

  private:
    mutable std::mutex m_mutex;
    std::uint64_t m_reserved = 0, m_reservedHigh = 0;
    std::uint64_t m_held = 0; ///< reserved, but not owned by any graph
    std::uint64_t m_used = 0; ///< by allocations that have not been freed
    /// Freed, but reported as used until trimmed or reused, like driver 580.159.
    std::uint64_t m_freed = 0;
    std::uint64_t m_usedHigh = 0;
    std::set<std::shared_ptr<GraphMemory>> m_kept;
};

/// The memory of an allocation node. Its address is fixed for the node's lifetime and exclusive to
/// the graph: no other allocation gets it between two launches. A kernel that accesses it before
/// the allocation or after the free faults.
class GraphMemory : public std::enable_shared_from_this<GraphMemory> {
  public:
    /// \param devices  the owner first, then the others that have access
    /// \throws CUDA_ERROR_OUT_OF_MEMORY
    static std::shared_ptr<GraphMemory> make(std::vector<Device*> devices, std::uint64_t bytes);
    /// The allocation that starts at an address, or null.
    static std::shared_ptr<GraphMemory> at(std::uint64_t address);
    ~GraphMemory();

    std::uint64_t address() const noexcept { return m_range.base(); }

    // Called in the order of the device's work.
    void begin();
    void end();

    // Called in the order of the program's calls.
    /// Whether a launch left it allocated, so the program has to free it.
    bool owed() const;
    void setOwed(bool owed);

    // Protected by Graph::mutex().
    std::weak_ptr<Graph> freedIn;           ///< the graph with its free node
    std::weak_ptr<const void> instantiated; ///< lives as long as the only instance

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
