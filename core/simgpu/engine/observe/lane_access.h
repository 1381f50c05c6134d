// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/observe/races.h"

#include <algorithm>
#include <cstdint>

/// Shared by the checks of single lanes (checks.cpp) and of whole warps (span_checks.cpp).
namespace warpbench::simgpu::engine {

/// One lane's access, as seen by all checks.
struct LaneAccess {
    Warp& warp;
    const Inst* ip;
    const InstInfo& info;
    std::uint32_t lane = 0;
    std::uint64_t address = 0; ///< in shared memory: relative to the block's start
    std::uint32_t bytes = 0;
    AccessKind kind = AccessKind::plain;
    bool reads = false, writes = false;
    const void* value = nullptr; ///< data of a store; null: as the record says
    Block* sharedOf = nullptr;   ///< the block that owns the shared memory; null: global memory

    std::uint64_t end() const { return address + bytes; }
    /// The access to one of the words that it touches.
    Access at(std::uint64_t word, std::uint32_t segment) const {
        Access access;
        access.segment = segment;
        access.record = static_cast<std::uint32_t>(ip - warp.code->insts.data());
        access.lane = lane;
        access.kind = static_cast<std::uint32_t>(kind);
        const std::uint64_t begin = std::max(address, word * 4);
        const std::uint64_t stop = std::min(end(), word * 4 + 4);
        access.bytes = ((1u << (stop - begin)) - 1) << (begin - word * 4);
        return access;
    }
    const std::uint8_t* target() const {
        return sharedOf
                   ? sharedOf->warps.front()->shared + address
                   : reinterpret_cast<const std::uint8_t*>(static_cast<std::uintptr_t>(address));
    }
};

/// The warp as seen by the race checks: in shared memory of `sharedOf`, or in global memory.
inline Accessor accessorOf(const Warp& w, const Block* sharedOf) {
    return {w.block->worker.order, w.block->order[w.index],
            sharedOf ? sharedOf->cluster->firstSegment : 1, w.block->cluster->began};
}
void reportRace(const LaneAccess& access, const Access& earlier, bool earlierWrites);

} // namespace warpbench::simgpu::engine
