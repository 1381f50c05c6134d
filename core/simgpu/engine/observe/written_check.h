// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/launch.h"

/// The check for uninitialized reads in global and in shared memory.
///
/// Only a read in which not a single byte was written is reported: part of a copied struct may be
/// padding, and a float4 is often loaded for three of its components.
namespace warpbench::simgpu::engine {

/// An access within existing memory.
struct WatchedAccess {
    Warp& warp;
    const Inst* ip;
    std::uint32_t lane = 0;    ///< the first one
    std::uint64_t address = 0; ///< in shared memory: relative to the block's start
    std::uint32_t bytes = 0;   ///< of a lane
    bool reads = false, writes = false;
    Block* sharedOf = nullptr; ///< the block that owns the shared memory; null: global memory
};

/// For the debugger's question who wrote watched memory last: notes the last of the lanes that do.
/// \param step  bytes between the lanes' addresses
void noteWatched(const WatchedAccess& access, std::uint32_t lanes = 1, std::uint32_t step = 0);
/// Reports reads of unwritten bytes, and marks written ones.
void checkWritten(const WatchedAccess& access);
/// The same for several lanes.
/// \param step  bytes between the lanes' addresses: as many as a lane accesses, or 0
void checkWritten(WatchedAccess access, std::uint32_t lanes, std::uint32_t step);

} // namespace warpbench::simgpu::engine
