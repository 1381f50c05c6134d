// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/passes/cfg.h"
#include "core/simgpu/ptx/passes/liveness.h"

#include <vector>

namespace warpbench::simgpu::ptx {

/// Which registers hold the same value in all lanes of a warp that run an instruction together.
/// Holds as long as lanes that part at a branch meet again at its immediate post-dominator before
/// they go on; an engine that lets them run past it must not rely on it from there on.
struct Uniformity {
    std::vector<bool> uniformRegister; ///< by register: at each of its reads
    std::vector<bool> divergentBlock;  ///< by block: some lanes of the warp may be elsewhere
    std::vector<bool> uniformBranch;   ///< by block: all lanes take the same successor
};

/// Conservative: what is not known to be uniform is not. Parameters of kernels, immediates, %ctaid,
/// %ntid and the like are; so are loads from uniform addresses of parameter and constant memory and
/// with .nc, and votes. Parameters and results of device functions are not. Lanes that left the
/// kernel do not count. Works in time linear in the code for each branch that diverges.
Uniformity computeUniformity(const Function& function, const ControlFlowGraph& graph,
                             const std::vector<std::int32_t>& postDominators,
                             const Liveness& liveness);

} // namespace warpbench::simgpu::ptx
