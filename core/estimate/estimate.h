// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/gpu_model.h"
#include "core/estimate/machine_code.h"
#include "core/profile/launch_profile.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpbench::estimate {

/// What can hold a launch up.
enum class Bound {
    issue,       ///< of instructions
    arithmetic,  ///< units for floats, integers, conversions, matrices
    memory_unit, ///< shared memory with its conflicts, L1, shuffles
    constants,   ///< words that lanes read one by one
    l2,          ///< its bandwidth
    dram,
    stores, ///< an SM's way to L2
    barriers,
    atomics,
    latency,   ///< each warp waits, and there are too few of them to hide it
    imbalance, ///< a warp with more work than others
    blocks,    ///< blocks that begin and end
    launch     ///< the kernel is over before the launch is
};
std::string_view nameOf(Bound bound) noexcept;

struct BoundShare {
    Bound bound = Bound::launch;
    double share = 0; ///< of the time; all of a launch's add up to 1
    double ms = 0;    ///< if nothing else held it up

    bool operator==(const BoundShare&) const = default;
};

/// What costs a launch time and could be avoided.
enum class Waste {
    bankConflicts,     ///< of shared memory
    scatteredAccesses, ///< that touch more sectors of global memory than their elements fill
    idleLanes,         ///< of warps that execute an instruction for a part of their lanes
    sameAddress,       ///< atomics of a warp that wait for each other
    lowOccupancy       ///< registers or shared memory keep blocks out
};
std::string_view nameOf(Waste waste) noexcept;

/// The time that a launch would take without a waste.
struct Gain {
    Waste waste = Waste::bankConflicts;
    int line = 0; ///< of the source, which has most of it; 0: none
    double ms = 0;

    bool operator==(const Gain&) const = default;
};

struct LineShare {
    int line = 0;     ///< of the source
    double share = 0; ///< of the kernel's time

    bool operator==(const LineShare&) const = default;
};

/// A launch's time on a GPU, worked out and not measured.
struct TimeEstimate {
    double ms = 0;            ///< as between two events around the launch
    double low = 0, high = 0; ///< ms; nine of ten real times are between them
    /// The largest share first; none that would take less than 1 % of the time.
    std::vector<BoundShare> boundBy;
    std::vector<LineShare> lines; ///< ascending
    std::vector<Gain> gains;      ///< of gainsOf(), for who asks for them
    std::string model;
    bool calibrated = false; ///< launches, latencies and atomics were measured on such a GPU
    std::string untimed;     ///< the reason for a missing time, with a remedy; else empty

    bool timed() const noexcept { return untimed.empty(); }
    bool operator==(const TimeEstimate&) const = default;
};

/// What of a launch its profile does not tell.
struct Surroundings {
    int blocksPerSm = 1; ///< that fit at once
    /// 128-byte lines of memory that all launches of a pass touch: timing repeats passes, and what
    /// a launch touches for the first time, it touched in the pass before. Infinity: caches are
    /// cold.
    double passLines = 0;
    /// Blocks that would fit if registers and shared memory did not run out; 0: not known.
    int mostBlocksPerSm = 0;
};

/// \param code  of the profile's kernel, for the model's architecture or a near one
TimeEstimate estimateTime(const LaunchProfile& profile, const MachineCode& code,
                          const Surroundings& around, const GpuModel& model);

} // namespace warpbench::estimate
