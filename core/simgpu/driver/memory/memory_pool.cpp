// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/memory/memory_pool.h"

#include "core/simgpu/driver/runtime.h"

#include <algorithm>

namespace warpbench::simgpu::driver {

namespace {

constexpr std::uint64_t kAlignment = 512;
constexpr std::uint64_t kManagedAlignment = 65536; // so that advice never covers two allocations

/// Lets another device use an allocation, or no longer.
void share(Device& device, std::uint64_t base, std::uint64_t bytes, CUmemAccess_flags flags) {
    using engine::VirtualAccess;
    if (flags == CU_MEM_ACCESS_FLAGS_PROT_NONE)
        device.memory()->eraseVirtual(base, bytes);
    else
        device.memory()->setVirtual(base, bytes,
                                    flags == CU_MEM_ACCESS_FLAGS_PROT_READ
                                        ? VirtualAccess::read
                                        : VirtualAccess::readWrite);
}

} // namespace

MemoryPool::~MemoryPool() {
    releaseDownTo(0);
}

void MemoryPool::releaseDownTo(std::uint64_t bytes) {
    const std::uint64_t reserved = m_used + m_held;
    const std::uint64_t freed = std::min(m_held, reserved - std::min(reserved, bytes));
    m_device.memory()->refund(freed);
    m_held -= freed;
}

void MemoryPool::noteHigh() {
    m_usedHigh = std::max(m_usedHigh, m_used);
    m_reservedHigh = std::max(m_reservedHigh, m_used + m_held);
}

std::uint64_t MemoryPool::allocate(std::uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    if (m_maxBytes != 0 && bytes > m_maxBytes - std::min(m_used, m_maxBytes))
        return 0;
    // First use the memory that the pool holds in reserve.
    const std::uint64_t reserved = m_used + m_held;
    releaseDownTo(reserved - std::min(m_held, bytes));
    if (m_maxBytes != 0)
        releaseDownTo(m_maxBytes - bytes);
    const std::uint64_t base =
        m_device.memory()->allocate(bytes, m_preferred ? kManagedAlignment : kAlignment);
    if (base == 0)
        return 0;
    m_live[base] = bytes;
    m_used += bytes;
    noteHigh();
    bool written = false;
    for (const auto& [ordinal, flags] : m_access) {
        share(Runtime::get().device(ordinal), base, bytes, flags);
        written |= flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    }
    // Kernels of another device may write it without this device's knowledge.
    if (!written && (m_device.observer().checks() & WBSIM_CHECK_UNINITIALIZED))
        m_device.memory()->markUninitialized(base, bytes);
    return base;
}

void MemoryPool::free(std::uint64_t base) {
    const std::lock_guard lock(m_mutex);
    const auto it = m_live.find(base);
    if (it == m_live.end())
        return;
    const std::uint64_t bytes = it->second;
    m_live.erase(it);
    for (const auto& [ordinal, flags] : m_access)
        share(Runtime::get().device(ordinal), base, bytes, CU_MEM_ACCESS_FLAGS_PROT_NONE);
    m_device.memory()->free(base);
    m_used -= bytes;
    if (!m_closed && m_device.memory()->charge(bytes))
        m_held += bytes;
}

void MemoryPool::trimTo(std::uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    releaseDownTo(bytes);
}

void MemoryPool::trim() {
    const std::lock_guard lock(m_mutex);
    releaseDownTo(m_releaseThreshold);
}

void MemoryPool::close() {
    const std::lock_guard lock(m_mutex);
    m_closed = true;
    releaseDownTo(0);
}

CUmemAccess_flags MemoryPool::access(int ordinal) const {
    if (ordinal == m_device.ordinal())
        return CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    const std::lock_guard lock(m_mutex);
    const auto it = m_access.find(ordinal);
    return it == m_access.end() ? CU_MEM_ACCESS_FLAGS_PROT_NONE : it->second;
}

void MemoryPool::setAccess(Device& device, CUmemAccess_flags flags) {
    const std::lock_guard lock(m_mutex);
    if (flags == CU_MEM_ACCESS_FLAGS_PROT_NONE)
        m_access.erase(device.ordinal());
    else
        m_access[device.ordinal()] = flags;
    for (const auto& [base, bytes] : m_live) {
        share(device, base, bytes, flags);
        if (flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
            m_device.memory()->markInitialized(base, bytes);
    }
}

ManagedPools::Key ManagedPools::keyOf(const CUmemLocation& place) {
    return {int(place.type), place.type == CU_MEM_LOCATION_TYPE_DEVICE ? place.id : 0};
}

std::shared_ptr<MemoryPool> ManagedPools::defaultAt(const CUmemLocation& place) {
    const std::lock_guard lock(m_mutex);
    std::shared_ptr<MemoryPool>& pool = m_default[keyOf(place)];
    if (!pool) {
        pool = std::make_shared<MemoryPool>(Runtime::get().device(keyOf(place).second), 0, place);
        pool->setHandle(toHandle<CUmemoryPool>(Runtime::get().pools.add(pool)));
    }
    return pool;
}

std::shared_ptr<MemoryPool> ManagedPools::currentAt(const CUmemLocation& place) {
    {
        const std::lock_guard lock(m_mutex);
        const auto it = m_current.find(keyOf(place));
        if (it != m_current.end())
            return it->second;
    }
    return defaultAt(place);
}

void ManagedPools::setCurrent(const CUmemLocation& place, std::shared_ptr<MemoryPool> pool) {
    const std::lock_guard lock(m_mutex);
    m_current[keyOf(place)] = std::move(pool);
}

bool ManagedPools::isDefault(const MemoryPool& pool) const {
    const std::lock_guard lock(m_mutex);
    return std::any_of(m_default.begin(), m_default.end(),
                       [&](const auto& known) { return known.second.get() == &pool; });
}

void ManagedPools::drop(const MemoryPool& pool) {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_current, [&](const auto& known) { return known.second.get() == &pool; });
}

void trimPools(const Device& device) {
    for (const auto& pool : Runtime::get().pools.all()) {
        if (&pool->device() == &device)
            pool->trim();
    }
}

void MemoryPool::getAttribute(CUmemPool_attribute attribute, void* value) const {
    const std::lock_guard lock(m_mutex);
    switch (attribute) {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
        *static_cast<int*>(value) = m_reuseEvents;
        return;
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
        *static_cast<int*>(value) = m_reuseOpportunistic;
        return;
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
        *static_cast<int*>(value) = m_reuseInternal;
        return;
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
        *static_cast<cuuint64_t*>(value) = m_releaseThreshold;
        return;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
        *static_cast<cuuint64_t*>(value) = m_used + m_held;
        return;
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
        *static_cast<cuuint64_t*>(value) = m_used;
        return;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
        *static_cast<cuuint64_t*>(value) = m_reservedHigh;
        return;
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
        *static_cast<cuuint64_t*>(value) = m_usedHigh;
        return;
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
}

void MemoryPool::setAttribute(CUmemPool_attribute attribute, const void* value) {
    const std::lock_guard lock(m_mutex);
    switch (attribute) {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
        m_reuseEvents = *static_cast<const int*>(value);
        return;
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
        m_reuseOpportunistic = *static_cast<const int*>(value);
        return;
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
        m_reuseInternal = *static_cast<const int*>(value);
        return;
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
        m_releaseThreshold = *static_cast<const cuuint64_t*>(value);
        return;
    // The high-water marks can only be reset.
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
        require(*static_cast<const cuuint64_t*>(value) == 0);
        m_reservedHigh = m_used + m_held;
        return;
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
        require(*static_cast<const cuuint64_t*>(value) == 0);
        m_usedHigh = m_used;
        return;
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
}

} // namespace warpbench::simgpu::driver
