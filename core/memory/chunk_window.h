// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace warpbench::memory {

struct Slab;

/// Where a block would be in a space whose memory moves chunk by chunk.
struct ChunkWindow {
    CUdeviceptr at = 0;
    std::vector<CUdeviceptr> missing; ///< places in it, of a chunk each, that have no memory yet
};

/// What it costs to put a chunk to a place, in any unit; 0: not possible now.
using PlaceCost = std::function<unsigned(CUdeviceptr place)>;

/// The window of `bytes` that is cheapest to fill; of such ones the one that leaves the smallest
/// rest behind it, then the lowest. Whatever is free and has memory costs nothing, so that mostly
/// one or two chunks have to move. Everything free in the space is merged. Of the windows that lie
/// within addresses without memory only the first and the last are looked at: these addresses are
/// many.
/// \param chunk  bytes; a power of two is not needed, but places are multiples of it from its begin
/// \returns nothing where no range of addresses is long enough
std::optional<ChunkWindow> cheapestWindow(const Slab& space, std::size_t bytes, std::size_t chunk,
                                          const PlaceCost& cost);

/// Places whose memory is free altogether and is outside of `window`, out of the smallest free
/// ranges first. \returns `count` of them, or fewer
std::vector<CUdeviceptr> movableChunks(const Slab& space, std::size_t chunk, std::size_t count,
                                       CUdeviceptr window = 0, std::size_t windowBytes = 0);

} // namespace warpbench::memory
