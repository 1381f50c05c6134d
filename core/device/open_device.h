// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/driver.h"
#include "core/device/buffer_memory.h"
#include "core/device/device_memory.h"
#include "core/device/host_copies.h"
#include "core/device/worker_habits.h"
#include "core/report/device_run.h"
#include "core/sensors/gpu_sensors.h"

#include <atomic>
#include <map>
#include <memory>
#include <string>

namespace warpbench::session {

/// A device as its thread keeps it open between runs: context, pool, page-locked blocks, resident
/// buffers. Created, used and destroyed on that thread.
class OpenDevice {
  public:
    /// \throws Error if the device cannot provide a context
    OpenDevice(DeviceAddress address, BlockSource blocks, const WorkerHabits& habits,
               const project::ContextSettings& settings = {});

    const cuda::Context& context() const { return m_context; }
    const cuda::Device& device() const { return m_context.device(); }
    /// Null: the device is not simulated.
    const cuda::SimulatedExtras* extras() const { return m_context.driver().simulatedExtras(); }
    int ordinal() const { return m_address.ordinal; }
    /// The device's sensors, opened on first use; null if it has none.
    const cuda::GpuSensors* sensors();

    /// Whether its context suits a run. Settings that a driver does not allow to change once a
    /// kernel has used them (the heap, the printf buffer) require a new context.
    bool suits(const project::ContextSettings& settings) const;
    /// Sets the limits that last as long as the context, once. \throws CudaError
    void applyLimits();

    BufferMemory allocate(std::uint64_t bytes,
                          project::MemoryKind kind = project::MemoryKind::device);
    /// Allows a device of the same run to copy directly from this one's buffers.
    void allow(const cuda::Device& peer);
    HostCopies& hostCopies() { return m_hostCopies; }
    /// Host memory for a copy of a buffer. \throws Error (device) if there is not enough
    static std::shared_ptr<arrays::HostBlock> hostBlock(std::uint64_t bytes);
    /// Keyed by DeviceBuffer::residentSlot.
    std::map<std::string, ResidentBuffer>& resident() { return m_resident; }
    /// A part of a resident buffer. \throws Error (device) if it is no longer there
    void read(const ResidentRead& request);
    /// Returns memory held for later runs to the driver.
    void freeHeld();
    /// The memory of resident buffers, and of the pool.
    MemoryUse memoryUse() const;
    /// The current use of memory. Thread-safe.
    DeviceMemory memoryNow() const;

  private:
    /// Bytes of allocations outside the pool, which other threads may read.
    using Total = std::shared_ptr<std::atomic<std::uint64_t>>;
    static Total newTotal() { return std::make_shared<std::atomic<std::uint64_t>>(0); }

    DeviceAddress m_address;
    Total m_exactBytes = newTotal();
    Total m_managedBytes = newTotal();
    Total m_mappedBytes = newTotal();
    project::ContextSettings m_settings;
    bool m_limitsApplied = false;
    cuda::Context m_context;
    memory::DevicePool m_pool;
    bool m_sensorsSought = false; ///< opening them takes milliseconds
    std::unique_ptr<cuda::GpuSensors> m_sensors;
    HostCopies m_hostCopies;
    std::map<std::string, ResidentBuffer> m_resident;
};

} // namespace warpbench::session
