// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/costs.h"
#include "core/estimate/flow.h"

#include <vector>

namespace warpbench::estimate {

/// How long one block takes that has a multiprocessor for itself.
struct BlockTime {
    double cycles = 0;
    /// By instruction of the code: cycles for which warps waited to issue it, summed over warps.
    std::vector<double> waits;
};

/// Lets the warps of a block go through the code as the counts say: four schedulers, the stall
/// counts and scoreboards that ptxas wrote, units, barriers.
/// \param warps  of a block
/// \param allWarps  of the launch, for which the flow counts
BlockTime blockTime(const MachineCode& code, const Flow& flow,
                    const std::vector<InstructionCost>& costs, int warps, double allWarps);

} // namespace warpbench::estimate
