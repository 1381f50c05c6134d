// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpbench::sweep {

/// The quantity that a sweep optimises.
struct Objective {
    std::string name; ///< as named in a project
    std::string unit; ///< "ms", "bytes/s", "flops/s"; empty for a count
    bool largerIsBetter = false;
    bool isRate = false;     ///< needs the project's metrics and a real GPU
    bool isCounter = false;  ///< a counter of the run report, so the run must count
    bool isEstimate = false; ///< of a simulated device
    bool isResource = false; ///< from the compiler: not timed
};

/// time (median of a pass over the launches), estimated_time (the same, estimated for the GPU that
/// a simulated device models), bytes_per_second, flops_per_second, a launch's use of a
/// multiprocessor (registers, spill_bytes, shared_bytes, occupancy), and the counters of the run
/// report.
const std::vector<Objective>& objectives();

/// \throws Error (project) if the name is unknown, suggesting a similar one
const Objective& findObjective(std::string_view name);

} // namespace warpbench::sweep
