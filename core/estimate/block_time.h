// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/costs.h"
#include "core/estimate/flow.h"

#include <vector>

namespace warpbench::estimate {

/// The time for one block that has a multiprocessor to itself.
struct BlockTime {
    double cycles = 0;
    /// Instructions of the busiest warp, divided by those of the average one.
    double busiest = 1;
    /// By instruction of the code: cycles that warps waited to issue it, summed over warps.
    std::vector<double> waits;
};

/// Simulates the warps of a block going through the code according to the counts: four schedulers,
/// ptxas's stall counts and scoreboards, units, barriers.
/// \param warps  per block
/// \param allWarps  in the launch that the flow counts
BlockTime blockTime(const MachineCode& code, const Flow& flow,
                    const std::vector<InstructionCost>& costs, int warps, double allWarps);

} // namespace warpbench::estimate
