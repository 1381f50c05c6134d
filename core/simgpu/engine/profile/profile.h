// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// The hardware work of a launch. wbsim.h explains each figure.
namespace warpbench::simgpu::engine {

struct ProfileLine {
    std::uint32_t line = 0; ///< of the PTX, from 1
    std::uint64_t executions = 0, threads = 0, skipped = 0, taken = 0;
    std::uint64_t accesses = 0, passes = 0;
    std::uint64_t lines = 0, sectorsRead = 0, sectorsWritten = 0;
    std::uint64_t sampledSectors = 0, sampledHits = 0, sampledWaits = 0;
    std::uint64_t partialSectors = 0, pages = 0;
    std::uint64_t atomicSectors = 0, sameAddress = 0;
    std::uint64_t slowPaths = 0;

    ProfileLine& operator+=(const ProfileLine& other); ///< except `line`
    bool operator==(const ProfileLine&) const = default;
};

struct ReuseDistances {
    static constexpr std::size_t kBuckets = 32;
    std::array<std::uint64_t, kBuckets> sectors{};
    std::uint64_t never = 0;

    /// \param distance  in distinct lines of 128 bytes
    void add(double distance, std::uint64_t count);
    /// Makes the total equal `all`: the missing accesses were reused within an epoch.
    void complete(std::uint64_t all);
    bool operator==(const ReuseDistances&) const = default;
};

struct LaunchProfile {
    std::string kernel;
    Dim3 grid{1, 1, 1}, block{1, 1, 1}, cluster{1, 1, 1};
    std::uint64_t dynamicShared = 0; ///< bytes per block
    std::vector<ProfileLine> lines;  ///< ascending
    ReuseDistances reads, writes, rewrites;
    std::uint64_t distinctLines = 0;
    std::uint64_t atomicBytes = 0, hottestAtomic = 0;
    std::uint64_t warps = 0, mostWork = 0, blockWork = 0, mostBlockWork = 0;
    std::string untimed; ///< why no time can be estimated from this; otherwise empty

    bool operator==(const LaunchProfile&) const = default;
};

} // namespace warpbench::simgpu::engine
