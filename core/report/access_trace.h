// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// A launch's memory accesses, lane by lane, for a sample of its warps.
namespace warpbench::session {

enum class AccessSpace : std::uint8_t { global, shared, local };

/// One execution of a load, store or atomic by the active lanes of a warp.
struct TracedAccess {
    AccessSpace space = AccessSpace::global;
    bool load = false, store = false; ///< both: an atomic
    std::uint32_t bytes = 0;          ///< per lane
    std::string file;                 ///< of the source
    int line = 0;                     ///< 0: unknown
    int ptxLine = 0;
    std::uint64_t block = 0; ///< linear index in the grid
    std::uint32_t warp = 0;
    std::uint64_t execution = 0;  ///< of this instruction by this warp, from 0
    std::uint64_t executions = 0; ///< total number
    std::uint32_t mask = 0;       ///< participating lanes
    /// By lane; 0 for the others. A device address; for shared memory relative to the block's first
    /// byte, for local memory to the thread's.
    std::array<std::uint64_t, 32> addresses{};

    bool operator==(const TracedAccess&) const = default;
};

/// The location of a buffer while a launch was traced.
struct TracedBuffer {
    std::string name;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint64_t elementBytes = 0; ///< 0: unknown

    bool operator==(const TracedBuffer&) const = default;
};

struct AccessTrace {
    std::vector<TracedAccess> accesses; ///< by line of the PTX, block, warp and execution
    std::vector<TracedBuffer> buffers;

    bool operator==(const AccessTrace&) const = default;
};

inline constexpr int kSectorBytes = 32;
inline constexpr int kBanks = 32;

/// How memory serves an access: the 32-byte sectors that the lanes of a global or local one touch,
/// or how many bank accesses a shared one needs. The rules are those of compute capability 5.x and
/// later (CUDA C++ Programming Guide, "Compute Capabilities").
struct AccessShape {
    int lanes = 0; ///< participating lanes
    /// Global and local memory: numbers of the transferred sectors, ascending; an address divided
    /// by 32. Local memory is interleaved: word w of lane l is word 32 w + l of the warp.
    std::vector<std::uint64_t> sectors;
    int idealSectors = 0; ///< the minimum for the distinct bytes

    /// Shared memory: a warp is served at once, in halves (8 bytes per lane) or in quarters (16),
    /// and each part in passes. In a pass, a bank serves one of its 4-byte words to any number of
    /// lanes.
    int passes = 0;
    int idealPasses = 0; ///< one for each part with active lanes
    /// The distinct words requested from each bank, ascending, in the slowest part.
    std::array<std::vector<std::uint64_t>, kBanks> banks;
    int worstBank = -1;           ///< one with the most requests; -1: not shared memory
    std::uint32_t worstLanes = 0; ///< the lanes that request it
};

AccessShape shapeOf(const TracedAccess& access);

/// The position of a lane's bytes, in the same address space as the sectors. \pre the lane is
/// active
std::uint64_t placeOf(const TracedAccess& access, int lane);

/// The constant distance in bytes between each active lane and the one before it.
/// \returns false if it is not constant or fewer than two lanes are active
bool strideOf(const TracedAccess& access, std::int64_t& bytes);

} // namespace warpbench::session
