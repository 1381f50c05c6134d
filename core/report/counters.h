// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::session {

/// The work of a launch, or of one of its lines. wbsim_counters.inc has a row for each member.
struct WorkCounters {
#define WBSIM_COUNTER(member, key, text) std::uint64_t member = 0;
#include "core/simgpu/include/wbsim_counters.inc"
#undef WBSIM_COUNTER
    std::array<std::uint64_t, 12> mix{}; ///< warp instructions by wbsimClass

    WorkCounters& operator+=(const WorkCounters& other);
};

/// A row of wbsim_counters.inc.
struct CounterField {
    const char* name; ///< of the member
    const char* key;  ///< in the run report
    const char* text; ///< description
    std::uint64_t WorkCounters::*member;
};
inline constexpr CounterField kCounterFields[] = {
#define WBSIM_COUNTER(member, key, text) {#member, key, text, &WorkCounters::member},
#include "core/simgpu/include/wbsim_counters.inc"
#undef WBSIM_COUNTER
};

struct LineCounters : WorkCounters {
    std::string file; ///< not in the JSON, which covers only the project's own source
    int line = 0;
};

/// Floating-point operations: additions and multiplications, fused ones count twice, of each lane
/// and element; without matrix instructions.
struct Flops {
    std::uint64_t half = 0;
    std::uint64_t single = 0;
    std::uint64_t twice = 0; ///< in double precision

    bool operator==(const Flops&) const = default;
};

/// The work of a line of the PTX.
struct PtxLineCounters {
    int line = 0; ///< from 1
    std::uint64_t executions = 0;
    std::uint64_t threadExecutions = 0;
};

/// A simulated device's counters for a launch. A real GPU's own counters are
/// cuda::HardwareFigures.
struct Counters : WorkCounters {
    std::array<std::uint64_t, 33> activeLanes{}; ///< warp instructions by active lanes
    std::vector<LineCounters> lines;
    std::vector<PtxLineCounters> ptxLines; ///< ascending; not in the JSON
    /// Computed from these, see ptx_flops.h; empty if the origin of the lines is unknown. Not in
    /// the JSON.
    std::optional<Flops> flops;
};

} // namespace warpbench::session
