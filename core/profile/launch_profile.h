// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warpbench::estimate {

inline constexpr double kSectorBytes = 32; ///< the smallest transfer of caches and DRAM

/// The activity of one PTX instruction of a module in one launch. An access is one execution of a
/// load, store, atomic or copy by a warp.
struct ProfileLine {
    int line = 0;                 ///< of the PTX, from 1
    std::uint64_t executions = 0; ///< by warps, not counting those with all lanes predicated off
    std::uint64_t threads = 0;    ///< active lanes of all executions
    std::uint64_t skipped = 0;    ///< executions with all lanes predicated off
    std::uint64_t taken = 0; ///< executions after which a lane jumped, called, returned or ended
    // Memory. Zero for other instructions.
    std::uint64_t accesses = 0; ///< of global, local, constant, texture and shared memory
    /// Cycles for which the accesses occupy the load/store unit if they hit: shared memory by banks
    /// (a lane's 4, 8, 16 bytes count at least 1, 2, 4), constants one per distinct word, global
    /// and local memory by the largest number of distinct words in one of 32 banks.
    std::uint64_t passes = 0;
    std::uint64_t lines = 0;       ///< distinct 128-byte lines of global or local memory per access
    std::uint64_t sectorsRead = 0; ///< distinct 32-byte sectors per access
    std::uint64_t sectorsWritten = 0;
    /// Among the sectors read, those looked up in the simulated L1 of the sampled multiprocessor,
    /// and those found there; of these, the ones still on their way for another warp.
    std::uint64_t sampledSectors = 0, sampledHits = 0, sampledWaits = 0;
    std::uint64_t partialSectors = 0; ///< written, but not as a whole
    std::uint64_t pages = 0;          ///< distinct 2-KiB pages, of accesses of eight lines or more
    // Atomics on global memory.
    std::uint64_t atomicSectors = 0; ///< distinct sectors per access
    std::uint64_t sameAddress = 0;   ///< sum over accesses: the most lanes at one address

    // Divisions, reciprocals and roots.
    std::uint64_t slowPaths = 0; ///< executions with a lane that the usual code does not handle

    bool operator==(const ProfileLine&) const = default;
};

/// How long ago memory was last touched, in powers of two: `sectors[k]` were last touched while
/// about 2^k to 2^(k+1) distinct 128-byte lines were touched, also by earlier launches.
struct ReuseDistances {
    static constexpr std::size_t kBuckets = 32;
    std::array<std::uint64_t, kBuckets> sectors{};
    std::uint64_t never = 0; ///< never touched before

    bool operator==(const ReuseDistances&) const = default;
};

/// A launch's demands on the hardware, recorded on a simulated GPU; contains no times.
struct LaunchProfile {
    std::string kernel; ///< lowered
    std::array<std::uint32_t, 3> grid{1, 1, 1};
    std::array<std::uint32_t, 3> block{1, 1, 1};
    std::array<std::uint32_t, 3> cluster{1, 1, 1};
    std::uint64_t dynamicShared = 0; ///< bytes per block
    std::vector<ProfileLine> lines;  ///< ascending
    // Each execution's distinct sectors of global memory, including atomics. If a launch touches
    // more than 2 MiB, the distances are those of a sample of lines.
    ReuseDistances reads;
    ReuseDistances writes;
    /// The writes again, but by when the sector was last written: what was not written for long is
    /// clean, even if it was read just before, and has to be written back once more.
    ReuseDistances rewrites;
    std::uint64_t distinctLines = 0; ///< 128-byte lines of global memory touched
    // Atomics on global memory.
    std::uint64_t atomicBytes = 0;   ///< of distinct addresses
    std::uint64_t hottestAtomic = 0; ///< lanes at the most frequently updated address
    // Work of warps, in instructions executed.
    std::uint64_t warps = 0;
    std::uint64_t mostWork = 0;      ///< of a warp
    std::uint64_t blockWork = 0;     ///< sum over blocks of the work of their busiest warp
    std::uint64_t mostBlockWork = 0; ///< of the busiest block, summed over its warps
    /// Why no time can be estimated from this (it waits for the host, or other blocks); or empty.
    std::string untimed;

    bool operator==(const LaunchProfile&) const = default;
};

} // namespace warpbench::estimate
