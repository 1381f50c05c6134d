// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace warpbench::memory {

struct Slab;

/// A possible place of a block in a space whose memory moves chunk by chunk.
struct ChunkWindow {
    CUdeviceptr at = 0;
    std::vector<CUdeviceptr> missing; ///< places in it, one chunk each, that still lack memory
};

/// The cost of mapping a chunk at a place, in any unit; 0: not possible now.
using PlaceCost = std::function<unsigned(CUdeviceptr place)>;

/// The window of `bytes` that is cheapest to fill. Ties go to the one that leaves the smallest
/// remainder behind it, then to the lowest. Free places with memory cost nothing, so that usually
/// one or two chunks have to move. Everything free in the space is merged. Among the windows in
/// addresses without memory only the first and the last are considered, because there are
/// many.
/// \param chunk  bytes, not necessarily a power of two; places are multiples of it from the start
/// \returns empty if no range of addresses is long enough
std::optional<ChunkWindow> cheapestWindow(const Slab& space, std::size_t bytes, std::size_t chunk,
                                          const PlaceCost& cost);

/// Places outside of `window` whose memory is entirely free, from the smallest free ranges
/// first. \returns `count` of them, or fewer
std::vector<CUdeviceptr> movableChunks(const Slab& space, std::size_t chunk, std::size_t count,
                                       CUdeviceptr window = 0, std::size_t windowBytes = 0);

} // namespace warpbench::memory
