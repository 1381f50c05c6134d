// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"
#include "core/estimate/gpu_model.h"
#include "core/estimate/machine_code.h"
#include "core/profile/launch_profile.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpbench::estimate {

/// What can limit a launch's speed.
enum class Bound {
    issue,       ///< of instructions
    arithmetic,  ///< units for floats, integers, conversions, matrices
    memory_unit, ///< shared memory with bank conflicts, L1, shuffles
    constants,   ///< words that lanes read one by one
    l2,          ///< its bandwidth
    dram,
    stores, ///< an SM's path to L2
    barriers,
    atomics,
    latency,   ///< warps wait, and there are too few of them to hide it
    imbalance, ///< a warp has more work than others
    blocks,    ///< starting and ending blocks
    launch     ///< the kernel is shorter than the launch overhead
};
std::string_view nameOf(Bound bound) noexcept;

struct BoundShare {
    Bound bound = Bound::launch;
    double share = 0; ///< of the time; the shares of a launch add up to 1
    double ms = 0;    ///< if nothing else limited it

    bool operator==(const BoundShare&) const = default;
};

/// Avoidable costs of a launch.
enum class Waste {
    bankConflicts,     ///< in shared memory
    scatteredAccesses, ///< that touch more sectors of global memory than necessary
    idleLanes,         ///< of warps that execute an instruction with some lanes inactive
    sameAddress,       ///< atomics of a warp that wait for each other
    lowOccupancy       ///< registers or shared memory limit the resident blocks
};
std::string_view nameOf(Waste waste) noexcept;

/// The estimated time of a launch without a waste.
struct Gain {
    Waste waste = Waste::bankConflicts;
    int line = 0; ///< the source line with the largest part of it; 0: none
    double ms = 0;

    bool operator==(const Gain&) const = default;
};

struct LineShare {
    int line = 0;     ///< of the source
    double share = 0; ///< of the kernel's time

    bool operator==(const LineShare&) const = default;
};

/// A launch's time on a GPU, calculated instead of measured.
struct TimeEstimate {
    double ms = 0;            ///< as between two events around the launch
    double low = 0, high = 0; ///< ms; nine out of ten real times are in this range
    /// Largest share first; without those below 1 % of the time.
    std::vector<BoundShare> boundBy;
    std::vector<LineShare> lines; ///< ascending
    std::vector<Gain> gains;      ///< from gainsOf(), if requested
    std::string model;
    bool calibrated = false; ///< launch, latency and atomics figures were measured on such a GPU
    ErrorText untimed;       ///< why the time is missing, with a remedy; otherwise empty

    bool timed() const noexcept { return untimed.empty(); }
    bool operator==(const TimeEstimate&) const = default;
};

/// Information about a launch that its profile does not contain.
struct Surroundings {
    int blocksPerSm = 1; ///< resident at once
    /// 128-byte lines of memory touched by all launches of a pass: timing repeats passes, so a
    /// line that a launch touches first was last touched in the previous pass. Infinity: cold
    /// caches.
    double passLines = 0;
    /// Resident blocks without limits by registers and shared memory; 0: unknown.
    int mostBlocksPerSm = 0;
    std::uint64_t localBytes = 0; ///< local memory of a thread
};

/// \param code  of the profile's kernel, for the model's architecture or a similar one
TimeEstimate estimateTime(const LaunchProfile& profile, const MachineCode& code,
                          const Surroundings& around, const GpuModel& model);

} // namespace warpbench::estimate
