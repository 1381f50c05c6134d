// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/findings/device_findings.h"
#include "core/simgpu/driver/graph/graph_memory.h"
#include "core/simgpu/driver/model.h"
#include "core/simgpu/engine/texture/texture_table.h"

#include <memory>
#include <mutex>

namespace warpbench::simgpu::driver {

class Context;
class MemoryPool;

/// One simulated GPU.
class Device {
  public:
    Device(int ordinal, const Model& model, std::uint64_t memoryBytes);

    int ordinal() const noexcept { return m_ordinal; }
    const Model& model() const noexcept { return m_model; }
    const std::shared_ptr<engine::DeviceMemory>& memory() const noexcept { return m_memory; }
    Observer& observer() noexcept { return m_observer; }
    GraphMemoryBook& graphMemory() noexcept { return m_graphMemory; }
    engine::TextureTable& textures() noexcept { return m_textures; }

    /// \throws CUDA_ERROR_INVALID_VALUE for an unknown attribute
    int attribute(int number) const;
    CUuuid uuid() const noexcept;
    int pciDomain() const noexcept;
    int pciBus() const noexcept { return m_ordinal + 1; }
    /// Whether kernels here can access the other device: always, if both are simulated.
    bool canReach(const Device& other) const noexcept { return &other != this; }

    // The primary context: one object for the device's lifetime, active while retained.
    std::shared_ptr<Context> retainPrimary();
    void releasePrimary();
    void resetPrimary();
    void setPrimaryFlags(unsigned int flags);
    void primaryState(unsigned int& flags, bool& active) const;

    std::shared_ptr<MemoryPool> defaultPool();
    std::shared_ptr<MemoryPool> currentPool();
    void setCurrentPool(std::shared_ptr<MemoryPool> pool);

  private:
    const int m_ordinal;
    const Model& m_model;
    const std::shared_ptr<engine::DeviceMemory> m_memory;
    Observer m_observer;
    GraphMemoryBook m_graphMemory;
    engine::TextureTable m_textures;

    mutable std::mutex m_mutex;
    std::shared_ptr<Context> m_primary;
    unsigned int m_primaryFlags = 0;
    unsigned int m_primaryUses = 0;
    std::shared_ptr<MemoryPool> m_defaultPool;
    std::shared_ptr<MemoryPool> m_currentPool;
};

} // namespace warpbench::simgpu::driver
