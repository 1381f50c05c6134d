// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/passes/cfg.h"

#include <cstdint>
#include <vector>

namespace warpbench::simgpu::ptx {

/// Which registers hold a value that may still be read. Lists are sorted indices into
/// Function::registers.
struct Liveness {
    std::vector<std::vector<std::int32_t>> liveIn;  ///< by block, at its first instruction
    std::vector<std::vector<std::int32_t>> liveOut; ///< by block, after its last instruction
    /// The most 32-bit registers live at once: 64-bit values count two, 128-bit ones four, narrower
    /// ones one, predicates none. An estimate from below of what ptxas would need.
    std::uint32_t maxLive32 = 0;
};

/// A write under a guard does not end the life of the old value.
Liveness computeLiveness(const Function& function, const ControlFlowGraph& graph);

} // namespace warpbench::simgpu::ptx
