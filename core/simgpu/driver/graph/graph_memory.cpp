// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/graph/graph_memory.h"

#include "core/simgpu/driver/runtime.h"

#include <algorithm>

namespace warpbench::simgpu::driver {

using engine::VirtualAccess;

bool GraphMemoryBook::reserve(Device& device, std::uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    const std::uint64_t taken = std::min(m_held, bytes);
    if (!device.memory()->charge(bytes - taken))
        return false;
    m_held -= taken;
    m_reserved += bytes - taken;
    m_reservedHigh = std::max(m_reservedHigh, m_reserved);
    return true;
}

void GraphMemoryBook::trim(Device& device) {
    const std::lock_guard lock(m_mutex);
    device.memory()->refund(m_held);
    m_reserved -= m_held;
    m_held = 0;
    m_freed = 0;
}

void GraphMemoryBook::giveBack(std::uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    m_held += bytes;
}

void GraphMemoryBook::use(std::uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    m_freed -= std::min(m_freed, bytes);
    m_used += bytes;
    m_usedHigh = std::max(m_usedHigh, m_used + m_freed);
}

void GraphMemoryBook::unuse(std::uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    m_used -= bytes;
    m_freed += bytes;
}

void GraphMemoryBook::keep(std::shared_ptr<GraphMemory> memory) {
    const std::lock_guard lock(m_mutex);
    m_kept.insert(std::move(memory));
}

void GraphMemoryBook::drop(const GraphMemory& memory) {
    std::shared_ptr<GraphMemory> last; // ends outside the lock
    const std::lock_guard lock(m_mutex);
    const auto it = std::find_if(m_kept.begin(), m_kept.end(),
                                 [&](const auto& kept) { return kept.get() == &memory; });
    if (it == m_kept.end())
        return;
    last = *it;
    m_kept.erase(it);
}

std::uint64_t GraphMemoryBook::attribute(CUgraphMem_attribute attribute) const {
    const std::lock_guard lock(m_mutex);
    switch (attribute) {
    case CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT:
        return m_used + m_freed;
    case CU_GRAPH_MEM_ATTR_USED_MEM_HIGH:
        return m_usedHigh;
    case CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT:
        return m_reserved;
    case CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH:
        return m_reservedHigh;
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
}

void GraphMemoryBook::resetHigh(CUgraphMem_attribute attribute) {
    const std::lock_guard lock(m_mutex);
    if (attribute == CU_GRAPH_MEM_ATTR_USED_MEM_HIGH)
        m_usedHigh = m_used + m_freed;
    else if (attribute == CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH)
        m_reservedHigh = m_reserved;
    else
        fail(CUDA_ERROR_INVALID_VALUE);
}

std::shared_ptr<GraphMemory> GraphMemory::make(std::vector<Device*> devices, std::uint64_t bytes) {
    Device& device = *devices.front();
    require(device.graphMemory().reserve(device, bytes), CUDA_ERROR_OUT_OF_MEMORY);
    std::shared_ptr<GraphMemory> memory;
    try {
        memory.reset(new GraphMemory(std::move(devices), bytes));
    } catch (const std::bad_alloc&) {
        device.graphMemory().giveBack(bytes);
        throw;
    }
    Region region;
    region.kind = Region::Kind::graph;
    region.base = memory->address();
    region.size = bytes;
    region.device = &device;
    region.graphMemory = memory;
    Runtime::get().memory().add(std::move(region));
    return memory;
}

GraphMemory::GraphMemory(std::vector<Device*> devices, std::uint64_t bytes)
    : m_devices(std::move(devices))
    , m_size(bytes)
    , m_range(bytes) {
    // Never decommitted, so that a copy at the wrong time reads old bytes instead of crashing.
    if (!m_range.commit(0, m_range.size()))
        throw std::bad_alloc();
    for (Device* device : m_devices)
        device->memory()->setVirtual(address(), bytes, VirtualAccess::unmapped);
}

GraphMemory::~GraphMemory() {
    end();
    Runtime::get().memory().removeAt(address(),
                                     [](const Region& r) { return r.kind == Region::Kind::graph; });
    for (Device* device : m_devices)
        device->memory()->eraseVirtual(address(), m_size);
    m_devices.front()->graphMemory().giveBack(m_size);
}

std::shared_ptr<GraphMemory> GraphMemory::at(std::uint64_t address) {
    const auto region = Runtime::get().memory().find(address);
    return region && region->kind == Region::Kind::graph && region->base == address
               ? region->graphMemory.lock()
               : nullptr;
}

void GraphMemory::begin() {
    const std::lock_guard lock(m_mutex);
    if (!std::exchange(m_live, true))
        m_devices.front()->graphMemory().use(m_size);
    for (Device* device : m_devices)
        device->memory()->setVirtual(address(), m_size, VirtualAccess::readWrite);
}

void GraphMemory::end() {
    const std::lock_guard lock(m_mutex);
    if (!std::exchange(m_live, false))
        return;
    m_devices.front()->graphMemory().unuse(m_size);
    for (Device* device : m_devices)
        device->memory()->setVirtual(address(), m_size, VirtualAccess::unmapped);
    m_range.discard(0, m_range.size());
}

bool GraphMemory::owed() const {
    const std::lock_guard lock(m_mutex);
    return m_owed;
}

void GraphMemory::setOwed(bool owed) {
    {
        const std::lock_guard lock(m_mutex);
        m_owed = owed;
    }
    if (owed)
        m_devices.front()->graphMemory().keep(shared_from_this());
    else
        m_devices.front()->graphMemory().drop(*this);
}

} // namespace warpbench::simgpu::driver
