// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/memory/kernel_heap.h"

#include "core/simgpu/engine/memory/device_memory.h"
#include "core/simgpu/engine/memory/kernel_heap_blocks.h"
#include "core/simgpu/engine/pointer.h"
#include "core/simgpu/host/shared_mutex.h"

#include <algorithm>
#include <cstring>
#include <shared_mutex>
#include <unordered_map>

namespace warpbench::simgpu::engine {

namespace {

/// Before every allocation (device_memory.cpp).
constexpr std::uint64_t kBeforeAllocation = 512;

/// The blocks of all heaps.
struct Blocks {
    struct Block {
        const KernelHeap* heap;
        std::uint64_t size; ///< bytes
    };
    host::SharedMutex mutex;
    /// Keyed by base; a base that is being freed may already be allocated again.
    std::unordered_multimap<std::uint64_t, Block> known;
};

Blocks& allBlocks() {
    static Blocks* const blocks = new Blocks; // launches may end after static objects do
    return *blocks;
}

/// The part of the heap's limit that a block uses up: as on a GPU, even a byte costs more than one,
/// so that the limit also bounds the number of blocks.
std::uint64_t costOf(std::uint64_t size) {
    constexpr std::uint64_t kLeast = 32;
    return std::max(size, kLeast);
}

void enter(std::uint64_t base, Blocks::Block block) {
    const std::unique_lock lock(allBlocks().mutex);
    allBlocks().known.emplace(base, block);
}

void leave(std::uint64_t base) {
    const std::unique_lock lock(allBlocks().mutex);
    auto& known = allBlocks().known;
    if (const auto it = known.find(base); it != known.end())
        known.erase(it);
}

} // namespace

bool isKernelHeapBlock(std::uint64_t base) {
    const std::shared_lock lock(allBlocks().mutex);
    return allBlocks().known.contains(base);
}

SavedHeap saveHeap(const KernelHeap& heap) {
    const std::shared_lock lock(allBlocks().mutex);
    SavedHeap saved;
    for (const auto& [base, block] : allBlocks().known) {
        if (block.heap != &heap)
            continue;
        const auto* const bytes = reinterpret_cast<const std::byte*>(pointerTo(base));
        saved.blocks.push_back({base, {bytes, bytes + block.size}});
    }
    return saved;
}

void restoreHeap(KernelHeap& heap, DeviceMemory& memory, const SavedHeap& saved) {
    std::unordered_map<std::uint64_t, std::uint64_t> now;
    for (const SavedHeap::Block& block : saveHeap(heap).blocks)
        now.emplace(block.base, block.bytes.size());
    std::unordered_map<std::uint64_t, std::uint64_t> wanted;
    for (const SavedHeap::Block& block : saved.blocks)
        wanted.emplace(block.base, block.bytes.size());
    for (const auto& [base, size] : now) {
        const auto found = wanted.find(base);
        if (found == wanted.end() || found->second != size)
            heap.free(base);
    }
    for (const SavedHeap::Block& block : saved.blocks) {
        const std::uint64_t size = block.bytes.size();
        if (const auto known = now.find(block.base); known == now.end() || known->second != size) {
            // Allocations start this many bytes after the position where the search starts.
            const std::uint64_t rover = memory.exchangeRover(block.base - kBeforeAllocation);
            const std::uint64_t base = heap.allocate(size, ~std::uint64_t{0});
            memory.exchangeRover(rover);
            if (base != block.base) { // others have taken its place
                heap.free(base);
                continue;
            }
        }
        std::memcpy(pointerTo(block.base), block.bytes.data(), size);
    }
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
        enter(base, {this, size});
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
    leave(base); // not earlier: a thread that still finds it in memory must recognize it
    return true;
}

} // namespace warpbench::simgpu::engine
