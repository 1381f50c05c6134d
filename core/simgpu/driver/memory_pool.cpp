// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/memory_pool.h"

#include "core/simgpu/driver/device.h"

#include <algorithm>

namespace warpbench::simgpu::driver {

bool MemoryPool::take(std::uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    if (m_maxBytes != 0 && bytes > m_maxBytes - std::min(m_used, m_maxBytes))
        return false;
    m_used += bytes;
    m_usedHigh = std::max(m_usedHigh, m_used);
    return true;
}

void MemoryPool::giveBack(std::uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    m_used -= bytes;
}

CUmemAccess_flags MemoryPool::access(int ordinal) const {
    if (ordinal == m_device.ordinal())
        return CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    const std::lock_guard lock(m_mutex);
    const auto it = m_access.find(ordinal);
    return it == m_access.end() ? CU_MEM_ACCESS_FLAGS_PROT_NONE : it->second;
}

void MemoryPool::setAccess(int ordinal, CUmemAccess_flags flags) {
    const std::lock_guard lock(m_mutex);
    m_access[ordinal] = flags;
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
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
        *static_cast<cuuint64_t*>(value) = m_used;
        return;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
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
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
        // The high-water marks can only be reset.
        require(*static_cast<const cuuint64_t*>(value) == 0);
        m_usedHigh = m_used;
        return;
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
}

} // namespace warpbench::simgpu::driver
