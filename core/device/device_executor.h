// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/driver.h"
#include "core/cuda/gpu_sensors.h"
#include "core/cuda/memory.h"
#include "core/device/device_memory.h"
#include "core/device/host_copies.h"
#include "core/device/run_control.h"
#include "core/device/worker_habits.h"
#include "core/memory/device_pool.h"
#include "core/report/device_run.h"
#include "core/stepping/stepping.h"

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::session {

/// Adds to a total for as long as it lives. Move-only.
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
    std::shared_ptr<std::atomic<std::uint64_t>> m_total; ///< null: of nothing
    std::uint64_t m_bytes = 0;
};

/// Device memory of a buffer: from the pool on a real GPU; on a simulated one an allocation of
/// exactly the buffer's size, so that an access one element too far is noticed.
class BufferMemory {
  public:
    BufferMemory() = default;
    explicit BufferMemory(memory::PooledDeviceBlock block)
        : m_pooled(std::move(block)) {}
    /// \param counted  what no pool counts
    BufferMemory(cuda::DeviceMemory memory, CountedBytes counted)
        : m_exact(std::move(memory))
        , m_counted(std::move(counted)) {}
    BufferMemory(cuda::ManagedMemory memory, CountedBytes counted)
        : m_managed(std::move(memory))
        , m_counted(std::move(counted)) {}
    /// \param memory  mapped into the device's addresses
    BufferMemory(cuda::HostMemory memory, CountedBytes counted)
        : m_mapped(std::move(memory))
        , m_counted(std::move(counted)) {}

    /// As asked for.
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
    std::string key;         ///< empty: its contents are in doubt, and nobody finds it
    std::uint64_t first = 0; ///< byte of its memory at which its own rows begin
    std::uint64_t bytes = 0; ///< of these
    BufferMemory memory;
    bool kept = false; ///< DeviceBuffer::kept
};

class PeerGroup;
class Stepper;

/// What the thread of a device keeps between runs: context, pool, page-locked blocks, resident
/// buffers. Made, used and destroyed on that thread.
class DeviceExecutor {
  public:
    /// \throws Error if the device does not provide a context
    DeviceExecutor(DeviceAddress address, BlockSource blocks, const WorkerHabits& habits,
                   const project::ContextSettings& settings = {});
    ~DeviceExecutor();

    /// \param group  where the devices of a shared run meet; may be null
    DeviceRunResult run(const DeviceRunRequest& request, RunControl& control,
                        PeerGroup* group = nullptr);
    /// \throws Error (usage) where nothing was opened
    StepState step(const StepCall& call);
    void endStepping();
    void read(const ResidentRead& request);
    void resetResident();
    void forgetBlock(std::uint64_t id) { m_hostCopies.forgetBlock(id); }
    /// Gives memory that is held for later runs back to the driver.
    void freeHeld();

    /// Whether its context is as a run wants it. What a driver lets nobody change once a kernel has
    /// used it (the heap, room for printf) needs a new context.
    bool suits(const project::ContextSettings& settings) const;

    // For the phases of a run (device_run_phases.cpp).
    /// Sets the limits that last as long as the context, the first time. \throws CudaError
    void applyLimits();
    const cuda::Context& context() const { return m_context; }
    const cuda::Device& device() const { return m_context.device(); }
    const cuda::SimulatedExtras* extras() const { return m_context.driver().simulatedExtras(); }
    int ordinal() const { return m_address.ordinal; }
    /// Of the device, opened when first asked for; null where it has none.
    const cuda::GpuSensors* sensors();
    BufferMemory allocate(std::uint64_t bytes,
                          project::MemoryKind kind = project::MemoryKind::device);
    /// Lets a device of the same run copy from this one's buffers without a way round.
    void allow(const cuda::Device& peer);
    HostCopies& hostCopies() { return m_hostCopies; }
    /// Memory on the host for a copy of a buffer. \throws Error (device) where there is none
    static std::shared_ptr<memory::HostBlock> hostBlock(std::uint64_t bytes);
    /// By DeviceBuffer::residentSlot.
    std::map<std::string, ResidentBuffer>& resident() { return m_resident; }
    /// What stays on the device, and the pool.
    MemoryUse memoryUse() const;
    /// What there is at the moment. Any thread.
    DeviceMemory memoryNow() const;

  private:
    /// Bytes of allocations beside the pool, which other threads may look at.
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
    std::unique_ptr<Stepper> m_stepper; ///< of the launch that is stepped through; last: uses all
};

} // namespace warpbench::session
