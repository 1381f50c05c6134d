// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// A launch's accesses to memory as a sample of its warps made them, lane by lane.
namespace warpbench::session {

enum class AccessSpace : std::uint8_t { global, shared, local };

/// One execution of a load, store or atomic by the active lanes of a warp.
struct TracedAccess {
    AccessSpace space = AccessSpace::global;
    bool load = false, store = false; ///< both: an atomic
    std::uint32_t bytes = 0;          ///< per lane
    std::string file;                 ///< of the source
    int line = 0;                     ///< 0: not known
    int ptxLine = 0;
    std::uint64_t block = 0; ///< linear index in the grid
    std::uint32_t warp = 0;
    std::uint64_t execution = 0;  ///< of this instruction by this warp, from 0
    std::uint64_t executions = 0; ///< that there were in all
    std::uint32_t mask = 0;       ///< lanes that took part
    /// By lane; of others 0. A device address; of shared memory counted from the block's first
    /// byte, of local memory from the thread's.
    std::array<std::uint64_t, 32> addresses{};

    bool operator==(const TracedAccess&) const = default;
};

/// Where a buffer lay while a launch was traced.
struct TracedBuffer {
    std::string name;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint64_t elementBytes = 0; ///< 0: not known

    bool operator==(const TracedBuffer&) const = default;
};

struct AccessTrace {
    std::vector<TracedAccess> accesses; ///< by line of the PTX, block, warp and execution
    std::vector<TracedBuffer> buffers;

    bool operator==(const AccessTrace&) const = default;
};

inline constexpr int kSectorBytes = 32;
inline constexpr int kBanks = 32;

/// How memory serves an access: in which 32-byte sectors the lanes of a global or local one lie,
/// how often a shared one has to go to the banks. The rules are those of compute capability 5.x and
/// later (CUDA C++ Programming Guide, "Compute Capabilities").
struct AccessShape {
    int lanes = 0; ///< that took part
    /// Global and local memory: numbers of the sectors that are moved, ascending; an address
    /// divided by 32. Local memory lies interleaved: word w of lane l is word 32 w + l of the warp.
    std::vector<std::uint64_t> sectors;
    int idealSectors = 0; ///< that the distinct bytes would fit in

    /// Shared memory: a warp is served at once, in halves (8 bytes per lane) or in quarters (16),
    /// and each part in passes, in which a bank serves one of its 4-byte words to any number of
    /// lanes.
    int passes = 0;
    int idealPasses = 0; ///< one for each part that has active lanes
    /// The distinct words that a bank is asked for, ascending, in the part that takes longest.
    std::array<std::vector<std::uint64_t>, kBanks> banks;
    int worstBank = -1;           ///< one that is asked for most; -1: not shared memory
    std::uint32_t worstLanes = 0; ///< the lanes that ask it
};

AccessShape shapeOf(const TracedAccess& access);

/// Where the bytes of a lane lie, counted as sectors are. \pre the lane takes part
std::uint64_t placeOf(const TracedAccess& access, int lane);

/// The distance that each lane is behind the one before it, in bytes, where that is the same for
/// all lanes that took part. \returns false where it is not, or fewer than two lanes did
bool strideOf(const TracedAccess& access, std::int64_t& bytes);

} // namespace warpbench::session
