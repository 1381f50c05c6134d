// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::session {

/// Counters beside those of the first version of the report, of a launch or of a line; wbsim.h says
/// what each one counts.
struct CounterDetails {
    std::uint64_t branches = 0;
    std::uint64_t globalAccesses = 0;
    std::uint64_t bytesLoaded = 0; ///< global
    std::uint64_t bytesStored = 0; ///< global
    std::uint64_t sharedAccesses = 0;
    std::uint64_t sharedBytesLoaded = 0;
    std::uint64_t sharedBytesStored = 0;
    std::uint64_t localBytesLoaded = 0;
    std::uint64_t localBytesStored = 0;
    std::uint64_t atomics = 0;
    std::uint64_t atomicConflicts = 0;
    std::uint64_t barriers = 0;
    std::array<std::uint64_t, 12> mix{}; ///< warp instructions by wbsimClass
};

struct LineCounters {
    std::string file; ///< not in the JSON, which has the project's own source only
    int line = 0;
    std::uint64_t executions = 0;
    std::uint64_t threadExecutions = 0;
    std::uint64_t divergentBranches = 0;
    std::uint64_t globalSectors = 0;
    std::uint64_t idealGlobalSectors = 0;
    std::uint64_t sharedBankConflicts = 0;
    CounterDetails details;
};

/// Floating-point operations: additions and multiplications, fused ones twice, of each lane and
/// element; without matrix instructions.
struct Flops {
    std::uint64_t half = 0;
    std::uint64_t single = 0;
    std::uint64_t twice = 0; ///< of double precision

    bool operator==(const Flops&) const = default;
};

/// What a line of the PTX did.
struct PtxLineCounters {
    int line = 0; ///< from 1
    std::uint64_t executions = 0;
    std::uint64_t threadExecutions = 0;
};

/// What a simulated device counted of a launch. A real GPU's own counters are
/// cuda::HardwareFigures.
struct Counters {
    std::uint64_t warpInstructions = 0;
    std::uint64_t threadInstructions = 0;
    std::uint64_t divergentBranches = 0;
    std::uint64_t globalSectors = 0;
    std::uint64_t idealGlobalSectors = 0;
    std::uint64_t sharedBankConflicts = 0;
    CounterDetails details;
    std::array<std::uint64_t, 33> activeLanes{}; ///< warp instructions by active lanes
    std::vector<LineCounters> lines;
    std::vector<PtxLineCounters> ptxLines; ///< ascending; not in the JSON
    /// From these, see ptx_flops.h; empty where it is not known whose lines they are. Not in the
    /// JSON.
    std::optional<Flops> flops;
};

} // namespace warpbench::session
