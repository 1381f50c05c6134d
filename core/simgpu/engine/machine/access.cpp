// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of single accesses that the handlers' fast paths do not cover.
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/machine/tolerance.h"
#include "core/simgpu/engine/memory/kernel_heap_blocks.h"
#include "core/simgpu/engine/pointer.h"

namespace warpbench::simgpu::engine {

namespace {

/// The generic address for a shared or local address; it identifies the memory space.
std::uint64_t inWindow(std::uint64_t window, std::uint64_t address) {
    return window | (address & ~kWindowMask);
}

/// The first 64 KiB of the address space: a null pointer with an index added.
constexpr std::uint64_t kNullPage = 65536;

/// Whether a GPU lets an access outside of every allocation pass.
bool tolerates(Warp& w, RangeSlot& slot, std::uint64_t address, std::uint64_t size) {
    Launch& launch = w.block->launch;
    if (!isTolerant(w) || !launch.program.memory->isMapped(address, size))
        return false;
    launch.strayed.store(true, std::memory_order_relaxed);
    slot = {}; // looked up each time: the allocation next to it may be freed
    return true;
}

} // namespace

bool isTolerant(const Warp& w) {
    return w.block->launch.request.tolerant;
}

/// Looks among the ranges that the worker has met, so that lanes, or records, that go to several
/// allocations do not meet at the memory's lock.
const KnownRanges::Known* KnownRanges::find(std::uint64_t address, std::uint64_t size) const {
    for (const Known& known : m_slots) {
        const std::uint64_t offset = address - known.range.base;
        if (offset < known.range.size && known.range.size - offset >= size)
            return &known;
    }
    return nullptr;
}

void KnownRanges::add(const Known& range) {
    m_slots[m_next++ % m_slots.size()] = range;
}

bool KnownRanges::isOld() const {
    return DeviceMemory::trackedVersion() != m_version;
}

void KnownRanges::forgetOld() {
    const std::uint64_t version = DeviceMemory::trackedVersion();
    if (version == m_version)
        return;
    m_version = version;
    m_slots.fill({});
}

bool findRange(Warp& w, RangeSlot& slot, std::uint64_t address, std::uint64_t size, bool store) {
    KnownRanges& known = w.block->worker.ranges;
    known.forgetOld();
    const KnownRanges::Known* range = known.find(address, size);
    KnownRanges::Known found;
    if (!range) {
        const auto allocation = w.block->launch.program.memory->rangeAt(address, size);
        if (!allocation)
            return tolerates(w, slot, address, size);
        // Another worker may have freed it meanwhile, and then it is not a block of the heap any
        // more.
        found = {{allocation->base, allocation->size, !allocation->readOnly},
                 isKernelHeapBlock(allocation->base) || known.isOld()};
        known.add(found);
        range = &found;
    }
    if (store && !range->range.writable)
        return false;
    // Memory that another worker may free is looked up each time and not kept in a slot.
    slot = range->mayGo ? RangeSlot{} : range->range;
    return true;
}

bool isConstantAddress(Warp& w, std::uint64_t address) {
    const auto allocation = w.block->launch.program.memory->rangeAt(address, 1);
    return allocation && allocation->constant;
}

const Inst* jumpTarget(Warp& w, std::uint32_t entry) {
    return w.code->insts.data() + w.code->jumpTables[entry];
}

std::uint8_t* hostAddress(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                          std::uint32_t size, std::uint32_t alignment, bool store, bool generic) {
    if (generic && isWindow(address, kSharedWindow))
        return sharedAddress(w, ip, lane, address - kSharedWindow, size, alignment);
    if (generic && isWindow(address, kParamWindow)) {
        const std::uint64_t offset = address - kParamWindow;
        const auto& parameters = w.block->launch.request.parameters;
        if (!store && offset <= parameters.size() && parameters.size() - offset >= size)
            return const_cast<std::uint8_t*>(
                reinterpret_cast<const std::uint8_t*>(parameters.data()) + offset);
        raise(w, ip, FaultKind::outOfBounds, lane, address, size,
              store ? "a kernel's parameters cannot be written" : "past the kernel's parameters");
        return nullptr;
    }
    if (address % alignment != 0) {
        raise(w, ip, FaultKind::misaligned, lane, address, size);
        return nullptr;
    }
    RangeSlot& slot = w.rangeSlots[ip->c];
    const std::uint64_t offset = address - slot.base;
    if (offset < slot.size && slot.size - offset >= size && (!store || slot.writable))
        return pointerTo(address);
    if (findRange(w, slot, address, size, store))
        return pointerTo(address);
    raise(w, ip, address < kNullPage ? FaultKind::nullPointer : FaultKind::outOfBounds, lane,
          address, size);
    return nullptr;
}

std::uint8_t* sharedAddress(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                            std::uint32_t size, std::uint32_t alignment) {
    if (address % alignment != 0) {
        raise(w, ip, FaultKind::misaligned, lane, inWindow(kSharedWindow, address), size);
        return nullptr;
    }
    std::uint8_t* base = w.shared;
    const std::uint64_t rank = address >> kSharedRankShift;
    const std::uint64_t offset = address & ((std::uint64_t{1} << kSharedRankShift) - 1);
    const Cluster& cluster = *w.block->cluster;
    if (rank != 0 && rank <= cluster.blocks.size())
        base = cluster.shared + (rank - 1) * cluster.sharedStride;
    if (rank <= cluster.blocks.size() && w.code->usesReservedShared && offset >= kReservedShared &&
        kReservedShared + kReservedSharedBytes - offset >= size)
        return base + cluster.sharedStride - kReservedSharedBytes + (offset - kReservedShared);
    if (rank > cluster.blocks.size() || offset > w.sharedSize || w.sharedSize - offset < size) {
        const std::string text =
            "the block has " + std::to_string(w.sharedSize) + " bytes of shared memory";
        raise(w, ip, FaultKind::outOfBounds, lane, inWindow(kSharedWindow, address), size,
              text.c_str());
        return nullptr;
    }
    return base + offset;
}

bool checkLocal(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                std::uint32_t size, std::uint32_t alignment) {
    if (address % alignment != 0) {
        raise(w, ip, FaultKind::misaligned, lane, inWindow(kLocalWindow, address), size);
        return false;
    }
    if (address > w.localSize || w.localSize - address < size) {
        const std::string text =
            "the thread has " + std::to_string(w.localSize) + " bytes of local memory";
        raise(w, ip, FaultKind::outOfBounds, lane, inWindow(kLocalWindow, address), size,
              text.c_str());
        return false;
    }
    return true;
}

} // namespace warpbench::simgpu::engine
