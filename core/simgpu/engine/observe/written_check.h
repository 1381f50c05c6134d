// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/launch.h"

/// The check of uninitialised reads in global and in shared memory.
///
/// Only a read of which not a single byte was written is reported: what is copied with a struct may
/// be its padding, and a float4 is often loaded for three of its parts.
namespace warpbench::simgpu::engine {

/// An access that lies within memory that there is.
struct WatchedAccess {
    Warp& warp;
    const Inst* ip;
    std::uint32_t lane = 0;    ///< the first one
    std::uint64_t address = 0; ///< of shared memory: from the start of the block's
    std::uint32_t bytes = 0;   ///< of a lane
    bool reads = false, writes = false;
    Block* sharedOf = nullptr; ///< whose shared memory; null: global memory
};

/// Reports what a lane reads and nobody wrote, and remembers what it writes.
void checkWritten(const WatchedAccess& access);
/// The same for several lanes.
/// \param step  bytes from a lane's address to that of the next one: as many as it accesses, or 0
void checkWritten(WatchedAccess access, std::uint32_t lanes, std::uint32_t step);

} // namespace warpbench::simgpu::engine
