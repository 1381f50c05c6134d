// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/expression.h"

#include <memory>
#include <string>
#include <vector>

namespace warpbench::sweep {

/// The quantity that a sweep optimises.
struct Objective {
    std::string name; ///< as named in a project; or an expression
    std::string unit; ///< "ms", "bytes/s", "flops/s"; empty for a count and an expression
    bool largerIsBetter = false;
    bool isRate = false;     ///< needs the project's metrics and a real GPU
    bool isCounter = false;  ///< a counter of the run report, so the run must count
    bool isEstimate = false; ///< of a simulated device
    bool isResource = false; ///< from the compiler: not timed
    bool isEnergy = false;   ///< of a real GPU
    /// An expression over other objectives, of which the smallest value is the best; null: a single
    /// objective. A flag above is set if it is set for one of its parts.
    std::shared_ptr<const project::Formula> formula = {};

    /// Whether launches have to be timed.
    bool isTimed() const;
    /// The objectives that it consists of: by itself, or those in its expression.
    std::vector<std::string> parts() const;
    /// \param values  of its parts
    /// \throws Error (project) for an expression without a value, such as a division by zero
    double valueOf(const project::NumberTable& values) const;
};

/// time (median of a pass over the launches), estimated_time (the same, estimated for the GPU that
/// a simulated device models), energy (of a pass), bytes_per_second, flops_per_second, a launch's
/// use of a multiprocessor (registers, spill_bytes, shared_bytes, occupancy), and the counters of
/// the run report.
const std::vector<Objective>& objectives();

/// The objective of that name, or that expression of others: "time * registers".
/// \throws Error (project) if a name is unknown, suggesting a similar one, or for an expression
/// that is none
Objective findObjective(const std::string& text);
/// The same where a simulated device's time is estimated.
Objective withEstimatedTime(Objective objective);

} // namespace warpbench::sweep
