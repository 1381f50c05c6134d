// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/passes/cfg.h"

#include <cstdint>
#include <vector>

namespace warpbench::simgpu::ptx {

/// The registers whose values may still be read. Lists are sorted indices into
/// Function::registers.
struct Liveness {
    std::vector<std::vector<std::int32_t>> liveIn;  ///< by block, at its first instruction
    std::vector<std::vector<std::int32_t>> liveOut; ///< by block, after its last instruction
    /// The maximum number of live 32-bit registers: 64-bit values count twice, 128-bit ones four
    /// times, narrower ones once, predicates not at all. A lower bound of what ptxas would need.
    std::uint32_t maxLive32 = 0;
};

/// A guarded write does not end the life of the old value.
Liveness computeLiveness(const Function& function, const ControlFlowGraph& graph);

} // namespace warpbench::simgpu::ptx
