// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/driver.h"
#include "core/cuda/memory.h"
#include "core/device/device_memory.h"
#include "core/device/host_copies.h"
#include "core/device/run_control.h"
#include "core/device/worker_habits.h"
#include "core/memory/device_pool.h"
#include "core/report/device_run.h"
#include "core/sensors/gpu_sensors.h"
#include "core/stepping/stepping.h"

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::session {

/// Adds to a total for its lifetime. Move-only.
class CountedBytes {
  public:
    CountedBytes() = default;
    CountedBytes(std::shared_ptr<std::atomic<std::uint64_t>> total, std::uint64_t bytes)
        : m_total(std::move(total))
        , m_bytes(bytes) {
        *m_total += m_bytes;
    }
    CountedBytes(CountedBytes&& other) noexcept
        : m_total(std::move(other.m_total))
        , m_bytes(other.m_bytes) {}
    CountedBytes& operator=(CountedBytes&& other) noexcept {
        std::swap(m_total, other.m_total);
        std::swap(m_bytes, other.m_bytes);
        return *this;
    }
    ~CountedBytes() {
        if (m_total)
            *m_total -= m_bytes;
    }

  private:
    std::shared_ptr<std::atomic<std::uint64_t>> m_total; ///< null: counts nothing
    std::uint64_t m_bytes = 0;
};

/// Device memory of a buffer: from the pool on a real GPU; on a simulated one, an allocation of
/// exactly the buffer's size, so that an access one element too far is detected.
class BufferMemory {
  public:
    BufferMemory() = default;
    explicit BufferMemory(memory::PooledDeviceBlock block)
        : m_pooled(std::move(block)) {}
    /// \param counted  memory outside of pools
    BufferMemory(cuda::DeviceMemory memory, CountedBytes counted)
        : m_exact(std::move(memory))
        , m_counted(std::move(counted)) {}
    BufferMemory(cuda::ManagedMemory memory, CountedBytes counted)
        : m_managed(std::move(memory))
        , m_counted(std::move(counted)) {}
    /// \param memory  mapped into the device's address space
    BufferMemory(cuda::HostMemory memory, CountedBytes counted)
        : m_mapped(std::move(memory))
        , m_counted(std::move(counted)) {}

    /// The requested size.
    std::uint64_t bytes() const {
        return m_managed  ? m_managed->size()
               : m_mapped ? m_mapped->size()
               : m_exact  ? m_exact->size()
                          : m_pooled.size();
    }
    CUdeviceptr pointer() const {
        return m_managed  ? m_managed->pointer()
               : m_mapped ? m_mapped->devicePointer()
               : m_exact  ? m_exact->pointer()
                          : m_pooled.pointer();
    }
    bool onDevice() const { return !m_managed && !m_mapped; }

  private:
    memory::PooledDeviceBlock m_pooled;
    std::optional<cuda::DeviceMemory> m_exact;
    std::optional<cuda::ManagedMemory> m_managed;
    std::optional<cuda::HostMemory> m_mapped;
    CountedBytes m_counted;
};

/// A buffer that stays on the device between runs.
struct ResidentBuffer {
    std::string key;         ///< empty: its contents are uncertain, and it cannot be found
    std::uint64_t first = 0; ///< offset of its own rows in its memory
    std::uint64_t bytes = 0; ///< size of its own rows
    BufferMemory memory;
    bool kept = false; ///< DeviceBuffer::kept
};

class PeerGroup;
class Stepper;

/// The state of a device's thread between runs: context, pool, page-locked blocks, resident
/// buffers. Created, used and destroyed on that thread.
class DeviceExecutor {
  public:
    /// \throws Error if the device cannot provide a context
    DeviceExecutor(DeviceAddress address, BlockSource blocks, const WorkerHabits& habits,
                   const project::ContextSettings& settings = {});
    ~DeviceExecutor();

    /// \param group  synchronizes the devices of a shared run; may be null
    DeviceRunResult run(const DeviceRunRequest& request, RunControl& control,
                        PeerGroup* group = nullptr);
    /// \throws Error (usage) if no launch has been opened
    StepState step(const StepCall& call);
    void endStepping();
    void read(const ResidentRead& request);
    void resetResident();
    void forgetBlock(std::uint64_t id) { m_hostCopies.forgetBlock(id); }
    /// Returns memory held for later runs to the driver.
    void freeHeld();

    /// Whether its context suits a run. Settings that a driver does not allow to change once a
    /// kernel has used them (the heap, the printf buffer) require a new context.
    bool suits(const project::ContextSettings& settings) const;

    // For the phases of a run (device_run_phases.cpp).
    /// Sets the limits that last as long as the context, once. \throws CudaError
    void applyLimits();
    const cuda::Context& context() const { return m_context; }
    const cuda::Device& device() const { return m_context.device(); }
    const cuda::SimulatedExtras* extras() const { return m_context.driver().simulatedExtras(); }
    int ordinal() const { return m_address.ordinal; }
    /// The device's sensors, opened on first use; null if it has none.
    const cuda::GpuSensors* sensors();
    BufferMemory allocate(std::uint64_t bytes,
                          project::MemoryKind kind = project::MemoryKind::device);
    /// Allows a device of the same run to copy directly from this one's buffers.
    void allow(const cuda::Device& peer);
    HostCopies& hostCopies() { return m_hostCopies; }
    /// Host memory for a copy of a buffer. \throws Error (device) if there is not enough
    static std::shared_ptr<arrays::HostBlock> hostBlock(std::uint64_t bytes);
    /// Keyed by DeviceBuffer::residentSlot.
    std::map<std::string, ResidentBuffer>& resident() { return m_resident; }
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
    std::unique_ptr<Stepper> m_stepper; ///< of the stepped launch; last: uses all
};

} // namespace warpbench::session
