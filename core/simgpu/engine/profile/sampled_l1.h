// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace warpbench::simgpu::engine {

/// What an access of the sampled multiprocessor's blocks wants of a line of its L1 cache.
struct SampledAccess {
    std::uint64_t line = 0;
    std::uint64_t progress = 0; ///< of its warp, in instructions
    std::uint32_t wave = 0;     ///< of the multiprocessor's blocks
    std::uint32_t warp = 0;     ///< in the wave
    std::uint32_t record = 0;
    std::uint8_t sectors = 0; ///< a bit for each
    bool isStore = false;     ///< of local memory: it stays in the cache
};

/// What became of a record's loads.
struct SampledHits {
    std::uint32_t record = 0;
    std::uint32_t sectors = 0, hits = 0;
};

/// Sends accesses through a cache as a GPU interleaves them: wave by wave, and the warps of a wave
/// side by side.
/// \param accesses   those of a warp in their order
/// \param firstWave  of which hits are counted; earlier ones fill the cache
std::vector<SampledHits> simulateL1(std::vector<SampledAccess> accesses, std::uint64_t bytes,
                                    std::uint32_t firstWave);

} // namespace warpbench::simgpu::engine
