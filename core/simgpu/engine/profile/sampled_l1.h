// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace warpbench::simgpu::engine {

/// An access by a sampled multiprocessor's blocks to a line of its L1 cache.
struct SampledAccess {
    std::uint64_t line = 0;
    std::uint64_t progress = 0; ///< of its warp, in instructions
    std::uint32_t wave = 0;     ///< of the multiprocessor's blocks
    std::uint32_t warp = 0;     ///< in the wave
    std::uint32_t record = 0;
    std::uint8_t sectors = 0; ///< one bit each
    bool isStore = false;     ///< to local memory: it stays in the cache
};

/// The results of a record's loads.
struct SampledHits {
    std::uint32_t record = 0;
    std::uint32_t sectors = 0, hits = 0;
    std::uint32_t waits = 0; ///< hits on sectors that another warp requested in the same step
};

/// Simulates a cache with accesses interleaved as on a GPU: wave by wave, with the warps of a wave
/// running concurrently.
/// \param accesses   those of a warp in order
/// \param firstWave  the first to count hits in; earlier ones only fill the cache
std::vector<SampledHits> simulateL1(std::vector<SampledAccess> accesses, std::uint64_t bytes,
                                    std::uint32_t firstWave);

} // namespace warpbench::simgpu::engine
