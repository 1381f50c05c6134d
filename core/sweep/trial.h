// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch/statistics.h"
#include "core/plan/evaluate.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::sweep {

/// What the launches of a trial ask of a multiprocessor.
struct TrialResources {
    std::optional<int> registers;           ///< per thread, of the kernel that has most
    std::optional<std::int64_t> spillBytes; ///< stored and loaded by a thread, likewise
    std::uint64_t sharedBytes = 0;          ///< of a block, of the launch that has most
    double occupancy = 0;                   ///< 0 to 1, of the launch that has least
    std::string limiters;                   ///< of that launch, "registers, shared_memory"
    bool operator==(const TrialResources&) const = default;
};

/// Time of a pass on the GPU that a simulated device represents.
struct TrialEstimate {
    double ms = 0;
    double low = 0, high = 0; ///< nine of ten real times are between
    bool operator==(const TrialEstimate&) const = default;
};

/// What trying one combination gave.
struct Trial {
    project::Overrides set;
    /// A RunStatus of the run report, as its word; or "invalid": the combination makes no project
    /// that can run (a block of half a thread, an argument that does not fit).
    std::string status = "ok";
    std::string message;             ///< why it does not count, with what to do; empty for "ok"
    std::optional<double> objective; ///< in the objective's unit; empty unless "ok"
    /// A pass over the launches, each launch's time divided by its `repeat`; empty where nothing
    /// was timed. `values` are not kept.
    std::optional<launch::TimeStatistics> time;
    std::optional<TrialEstimate> estimate;   ///< empty: not asked for, or there is none
    std::optional<TrialResources> resources; ///< empty: nothing was launched
    double compileMs = 0;                    ///< compiling, as long as it took in its own process
    bool compileCached = false;              ///< the compiled code was there already
    /// A rank of a sweep over several, "rank 1 on node7", whose compilers made the code; empty:
    /// those of the process that has the project, or it was there already.
    std::string compiledBy;
    double transferMs = 0; ///< copies to and from the device
    double runMs = 0;      ///< the run on the device and the checks, without compiling
    std::string device;    ///< "0 NVIDIA H200"
};

/// When to stop. A limit of 0 is none.
struct Budget {
    std::size_t trials = 0; ///< new ones; those of a sweep that is resumed do not count
    double seconds = 0;
};
/// "50" trials, or "30s", "5m", "1h". \throws Error (usage)
Budget parseBudget(const std::string& text);

struct SweepResult {
    std::vector<Trial> trials;       ///< in the order in which they ended
    std::optional<std::size_t> best; ///< index into trials; empty where none is ok
    bool complete = false;           ///< everything that may be tried was
};

} // namespace warpbench::sweep
