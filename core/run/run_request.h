// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <map>
#include <optional>
#include <string>

namespace warpbench::session {

/// The user's request for a run.
struct RunRequest {
    project::Project project;
    std::string source;                     ///< the editor's text; empty: read it from the project
    std::string device;                     ///< a selector; empty: the default choice
    std::map<std::string, std::string> set; ///< NAME → expression, overrides only
    std::optional<int> devices; ///< that share the run's split buffers; empty: the project's
    bool peerCopies = true;     ///< copy halo rows between devices directly where possible
    std::optional<int> repeats;
    std::optional<int> warmup;
    /// Lets a waiting profiler observe the timed passes (cuda::ProfiledSection).
    bool profile = false;
    std::optional<bool> graph; ///< also time the passes as one CUDA graph; empty: the project's
    bool energy = false;       ///< a real GPU also measures the energy of a pass
    std::optional<double> timeoutSeconds;
    bool checkFaults = false; ///< the simulated GPU's costly checks
    /// Guard zones around each buffer that are checked after each launch of the check pass, and
    /// fresh memory filled with ones: for real GPUs, which do not report small errors.
    bool guards = false;
    /// With `checkFaults`: a device without such checks, such as a real GPU, gets `guards`, and the
    /// report says what was not checked.
    bool guardsForFaults = false;
    bool statistics = true; ///< of what buffers hold after the launches
    bool metrics = false;
    /// With `metrics` on a real GPU: also measures its peaks, for the launches' rooflines.
    bool roofline = false;
    /// On a simulated device: how long each launch would take on the GPU that it models.
    bool estimate = false;
    /// The same on a real GPU, for which a simulated one of its kind runs the launches once more.
    bool estimateBeside = false;
    bool trace = false; ///< record each lane's addresses, for a sample of accesses (simulated GPU)
    std::map<std::string, project::Expect> extraChecks; ///< --checks, by buffer
    /// The run decides whether somebody's work is correct. It uses nothing from an earlier run
    /// and leaves nothing to a later one: resident buffers are private, like `inout` ones. If a
    /// result may be what memory held before, it runs the launches again over different
    /// contents.
    bool judged = false;
};

} // namespace warpbench::session
