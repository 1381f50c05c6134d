// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <map>
#include <optional>
#include <string>

namespace warpbench::session {

/// What the user asks of a run.
struct RunRequest {
    project::Project project;
    std::string source;                     ///< the editor's text; empty: read it from the project
    std::string device;                     ///< a selector; empty: the choice rules
    std::map<std::string, std::string> set; ///< NAME → expression, overrides only
    std::optional<int> devices; ///< that share the run's split buffers; empty: the project's
    bool peerCopies = true;     ///< halo rows go from device to device where that is possible
    std::optional<int> repeats;
    std::optional<int> warmup;
    /// Has a profiler that waits for it look at the timed passes (cuda::ProfiledSection).
    bool profile = false;
    std::optional<bool> graph; ///< also times the passes as one CUDA graph; empty: the project's
    std::optional<double> timeoutSeconds;
    bool checkFaults = false; ///< the simulated GPU's costly checks
    /// Zones round each buffer that are looked at after each launch of the check pass, and fresh
    /// memory that is full of bits: for real GPUs, which say nothing of small mistakes.
    bool guards = false;
    /// With `checkFaults`: a device without such checks, as a real GPU, gets `guards`, and the
    /// report says what nobody looked for.
    bool guardsForFaults = false;
    bool metrics = false;
    /// With `metrics`, of a real GPU: also its measured peaks, and the launches' place under them.
    bool roofline = false;
    /// Of a simulated device: how long each launch would take on the GPU that it simulates.
    bool estimate = false;
    bool trace = false; ///< keep which lane went to which address, for a sample (simulated GPU)
    std::map<std::string, project::Expect> extraChecks; ///< --checks, by buffer
    /// The run decides whether somebody's work is right. It begins with nothing of an earlier run
    /// and leaves nothing to a later one: resident buffers are its own, as `inout` ones are. Where
    /// a result may be what memory held before, the launches are done once more over other
    /// contents.
    bool judged = false;
};

} // namespace warpbench::session
