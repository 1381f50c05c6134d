// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/machine_code.h"
#include "core/profile/launch_profile.h"

#include <vector>

namespace warpbench::estimate {

/// How often warps went through machine code, worked out from how often they executed the PTX that
/// it was made from.
struct Flow {
    std::vector<BasicBlock> blocks;
    std::vector<double> counts; ///< executions of each block by warps, in a launch
    /// By block and place in `BasicBlock::next`: executions after which a warp, or a part of its
    /// lanes, went there.
    std::vector<std::vector<double>> edges;
};

Flow flowOf(const MachineCode& code, const LaunchProfile& profile);

} // namespace warpbench::estimate
