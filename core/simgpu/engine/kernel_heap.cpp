// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/kernel_heap.h"

#include "core/simgpu/engine/device_memory.h"

namespace warpbench::simgpu::engine {

KernelHeap::~KernelHeap() {
    for (const auto& [base, size] : m_blocks)
        m_memory->free(base);
}

std::uint64_t KernelHeap::allocate(std::uint64_t size, std::uint64_t limit) {
    const std::lock_guard lock(m_mutex);
    if (size == 0 || m_used > limit || size > limit - m_used)
        return 0;
    const std::uint64_t base = m_memory->allocate(size);
    if (base) {
        m_memory->setName(base, "malloc in a kernel");
        m_blocks[base] = size;
        m_used += size;
    }
    return base;
}

bool KernelHeap::free(std::uint64_t base) {
    const std::lock_guard lock(m_mutex);
    const auto it = m_blocks.find(base);
    if (it == m_blocks.end())
        return false;
    m_used -= it->second;
    m_blocks.erase(it);
    m_memory->free(base);
    return true;
}

} // namespace warpbench::simgpu::engine
