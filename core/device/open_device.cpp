// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/open_device.h"

#include "core/processes/shared_memory.h"
#include "core/report/stop_texts.h"

#include <utility>

namespace warpbench::session {

namespace {

cuda::Context contextOf(DeviceAddress address, bool primary) {
    const cuda::Driver& driver =
        address.simulated ? cuda::Driver::openSimulated() : cuda::Driver::openSystem();
    const cuda::Device device = driver.device(address.ordinal);
    return primary ? cuda::Context::primary(device) : cuda::Context::create(device);
}

ErrorText noLongerThere(const ResidentRead& request) {
    const ErrorText buffer =
        request.kept ? phrase("what this run left in \"{name}\"", {{"name", request.name}})
                     : phrase("resident buffer \"{name}\"", {{"name", request.name}});
    return ErrorText("WB1861", "{buffer} is no longer on the device", {}, {{"buffer", buffer}})
        .advised(request.kept ? phrase("run again, and look before the next run")
                              : phrase("run again to recreate it"));
}

} // namespace

OpenDevice::OpenDevice(DeviceAddress address, BlockSource blocks, const WorkerHabits& habits,
                       const project::ContextSettings& settings)
    : m_address(address)
    , m_settings(settings)
    , m_context(contextOf(address, settings.primary))
    , m_pool(m_context)
    , m_hostCopies(m_context, std::move(blocks), habits.stagedBytes) {}

bool OpenDevice::suits(const project::ContextSettings& settings) const {
    return settings.primary == m_settings.primary && settings.heapBytes == m_settings.heapBytes &&
           settings.printfBytes == m_settings.printfBytes;
}

void OpenDevice::applyLimits() {
    if (m_limitsApplied)
        return;
    if (m_settings.heapBytes)
        m_context.setLimit(CU_LIMIT_MALLOC_HEAP_SIZE, std::size_t(*m_settings.heapBytes));
    if (m_settings.printfBytes)
        m_context.setLimit(CU_LIMIT_PRINTF_FIFO_SIZE, std::size_t(*m_settings.printfBytes));
    m_limitsApplied = true;
}

BufferMemory OpenDevice::allocate(std::uint64_t bytes, project::MemoryKind kind) {
    if (kind == project::MemoryKind::managed)
        return {cuda::ManagedMemory::allocate(m_context, bytes), {m_managedBytes, bytes}};
    if (kind == project::MemoryKind::mapped)
        return {cuda::HostMemory::allocate(m_context, bytes, CU_MEMHOSTALLOC_DEVICEMAP),
                {m_mappedBytes, bytes}};
    if (m_address.simulated)
        return {cuda::DeviceMemory::allocate(m_context, bytes), {m_exactBytes, bytes}};
    return BufferMemory(m_pool.allocate(bytes));
}

void OpenDevice::allow(const cuda::Device& peer) {
    if (!m_address.simulated) // if the pool has nothing left
        m_pool.allow(peer);
}

std::shared_ptr<arrays::HostBlock> OpenDevice::hostBlock(std::uint64_t bytes) {
    auto shared = std::make_shared<platform::SharedMemory>(
        platform::SharedMemory::create(std::size_t(bytes))); // throws if there is not enough memory
    return std::make_shared<arrays::HostBlock>(shared->data(), std::size_t(bytes), [shared] {});
}

const cuda::GpuSensors* OpenDevice::sensors() {
    if (!m_sensorsSought)
        m_sensors = cuda::GpuSensors::open(device());
    m_sensorsSought = true;
    return m_sensors.get();
}

MemoryUse OpenDevice::memoryUse() const {
    MemoryUse use;
    for (const auto& [name, buffer] : m_resident)
        use.bytes += buffer.memory.bytes();
    if (!m_address.simulated) {
        const memory::PoolStatistics figures = m_pool.statistics();
        use.pool = {figures.activeBytes, figures.managedBytes, figures.fragmentation()};
    }
    return use;
}

DeviceMemory OpenDevice::memoryNow() const {
    DeviceMemory now{m_address.simulated, m_address.ordinal};
    now.use.bytes = *m_exactBytes;
    if (!m_address.simulated) {
        const memory::PoolStatistics figures = m_pool.statistics();
        now.use.bytes += figures.requestedBytes;
        now.use.pool = {figures.activeBytes, figures.managedBytes, figures.fragmentation()};
    }
    now.managedBytes = *m_managedBytes;
    now.lockedBytes = *m_mappedBytes + m_hostCopies.lockedBytes();
    return now;
}

void OpenDevice::freeHeld() {
    if (m_address.simulated)
        return; // which holds nothing
    m_pool.freeHeld();
    m_hostCopies.freeHeld();
}

void OpenDevice::read(const ResidentRead& request) {
    auto found = m_resident.find(request.kept ? request.key : request.name);
    if (found == m_resident.end() || found->second.key != request.key || request.key.empty())
        throw Error(ErrorKind::device, noLongerThere(request));
    if (request.firstByte + request.bytes > found->second.bytes)
        throw Error(ErrorKind::internal, readBeyondEnd(phrase("a resident buffer")));
    m_hostCopies.begin();
    m_hostCopies.download(m_hostCopies.at(request.target), 0,
                          found->second.memory.pointer() + found->second.first + request.firstByte,
                          request.bytes);
}

} // namespace warpbench::session
