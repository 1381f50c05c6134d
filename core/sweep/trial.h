// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"
#include "core/launch/statistics.h"
#include "core/plan/evaluate.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::sweep {

/// The multiprocessor resources that the launches of a trial use.
struct TrialResources {
    std::optional<int> registers;           ///< per thread, of the kernel with the most
    std::optional<std::int64_t> spillBytes; ///< stored and loaded by a thread, likewise
    std::uint64_t sharedBytes = 0;          ///< of a block, of the launch with the most
    double occupancy = 0;                   ///< 0 to 1, of the launch with the least
    std::string limiters;                   ///< of that launch, "registers, shared_memory"
    bool operator==(const TrialResources&) const = default;
};

/// Time of a pass on the GPU that a simulated device models.
struct TrialEstimate {
    double ms = 0;
    double low = 0, high = 0; ///< nine of ten real times are between these
    bool operator==(const TrialEstimate&) const = default;
};

/// The result of trying one combination.
struct Trial {
    project::Overrides set;
    /// The word of a RunStatus in the run report; or "invalid": the combination does not give a
    /// project that can run (a block of half a thread, an argument that does not fit).
    std::string status = "ok";
    ErrorText message;               ///< why it does not count, with what to do; empty for "ok"
    std::optional<double> objective; ///< in the objective's unit; empty unless "ok"
    /// A pass over the launches, each launch's time divided by its `repeat`; empty if not
    /// timed. `values` are not kept.
    std::optional<launch::TimeStatistics> time;
    std::optional<double> energyMj;          ///< of a pass; empty: not requested, or unknown
    std::optional<TrialEstimate> estimate;   ///< empty: not requested, or unavailable
    std::optional<TrialResources> resources; ///< empty: nothing was launched
    double compileMs = 0;                    ///< duration of the compile in its own process
    bool compileCached = false;              ///< the compiled code was in the cache
    /// In a sweep over several ranks, the one whose compilers made the code, "rank 1 on node7";
    /// empty: the process that has the project, or it was in the cache.
    std::string compiledBy;
    double transferMs = 0; ///< copies to and from the device
    double runMs = 0;      ///< the run on the device and the checks, without compiling
    std::string device;    ///< "0 NVIDIA H200"
};

/// When to stop. 0: no limit.
struct Budget {
    std::size_t trials = 0; ///< new ones; earlier trials of a resumed sweep do not count
    double seconds = 0;
};
/// "50" trials, or "30s", "5m", "1h". \throws Error (usage)
Budget parseBudget(const std::string& text);

struct SweepResult {
    std::vector<Trial> trials;       ///< in the order in which they ended
    std::optional<std::size_t> best; ///< index into trials; empty if none is ok
    bool complete = false;           ///< all permitted combinations were tried
};

} // namespace warpbench::sweep
