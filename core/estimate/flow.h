// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/machine_code.h"
#include "core/profile/launch_profile.h"

#include <vector>

namespace warpbench::estimate {

/// How often warps executed each part of the machine code, derived from the counts of the PTX that
/// it was compiled from.
struct Flow {
    std::vector<BasicBlock> blocks;
    std::vector<double> counts; ///< executions of each block by warps, in a launch
    /// By block and index into `BasicBlock::next`: executions after which a warp, or some of its
    /// lanes, continued there.
    std::vector<std::vector<double>> edges;
};

Flow flowOf(const MachineCode& code, const LaunchProfile& profile);

} // namespace warpbench::estimate
