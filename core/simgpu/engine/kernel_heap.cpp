// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/kernel_heap.h"

#include "core/simgpu/engine/device_memory.h"
#include "core/simgpu/engine/kernel_heap_blocks.h"
#include "core/simgpu/host/shared_mutex.h"

#include <algorithm>
#include <shared_mutex>
#include <unordered_set>

namespace warpbench::simgpu::engine {

namespace {

/// The blocks of all heaps.
struct Blocks {
    host::SharedMutex mutex;
    std::unordered_multiset<std::uint64_t> bases; ///< one that is being freed may be given out anew
};

Blocks& allBlocks() {
    static Blocks* const blocks = new Blocks; // launches may end after static objects do
    return *blocks;
}

/// What a block takes of the heap's limit: as on a GPU, even a byte takes more than one, so that
/// the limit bounds their number too.
std::uint64_t costOf(std::uint64_t size) {
    constexpr std::uint64_t kLeast = 32;
    return std::max(size, kLeast);
}

void enter(std::uint64_t base) {
    const std::unique_lock lock(allBlocks().mutex);
    allBlocks().bases.insert(base);
}

void leave(std::uint64_t base) {
    const std::unique_lock lock(allBlocks().mutex);
    std::unordered_multiset<std::uint64_t>& bases = allBlocks().bases;
    if (const auto it = bases.find(base); it != bases.end())
        bases.erase(it);
}

} // namespace

bool isKernelHeapBlock(std::uint64_t base) {
    const std::shared_lock lock(allBlocks().mutex);
    return allBlocks().bases.contains(base);
}

KernelHeap::~KernelHeap() {
    for (const auto& [base, size] : m_blocks) {
        m_memory->free(base);
        leave(base);
    }
}

std::uint64_t KernelHeap::allocate(std::uint64_t size, std::uint64_t limit) {
    const std::lock_guard lock(m_mutex);
    const std::uint64_t cost = costOf(size);
    if (size == 0 || m_used > limit || cost > limit - m_used)
        return 0;
    const std::uint64_t base = m_memory->allocate(size);
    if (base) {
        enter(base);
        m_memory->setName(base, "malloc in a kernel");
        m_blocks[base] = size;
        m_used += cost;
    }
    return base;
}

bool KernelHeap::free(std::uint64_t base) {
    const std::lock_guard lock(m_mutex);
    const auto it = m_blocks.find(base);
    if (it == m_blocks.end())
        return false;
    m_used -= costOf(it->second);
    m_blocks.erase(it);
    m_memory->free(base);
    leave(base); // not before: whoever still finds it in memory must know it for one
    return true;
}

} // namespace warpbench::simgpu::engine
