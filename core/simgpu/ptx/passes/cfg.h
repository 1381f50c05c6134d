// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <cstdint>
#include <vector>

namespace warpbench::simgpu::ptx {

/// Instructions [first, end) that execute consecutively. A call only ends a block if it never
/// returns.
struct BasicBlock {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    /// Indices of blocks, each once. For a conditional branch, the fall-through comes first, then
    /// the target. Empty: all threads leave the function here (ret, exit, trap, a call that does
    /// not return, or the end of the code).
    std::vector<std::uint32_t> successors;
    std::vector<std::uint32_t> predecessors;
    /// Some threads may leave the function at the last instruction while others continue (@p ret).
    bool mayLeave = false;
    bool operator==(const BasicBlock&) const = default;
};

struct ControlFlowGraph {
    std::vector<BasicBlock> blocks;     ///< in code order; block 0 is the entry
    std::vector<std::uint32_t> blockOf; ///< by instruction
};

/// Takes linear time. The graph of a function without code is empty.
ControlFlowGraph buildControlFlow(const Module& module, const Function& function);

/// True for a call whose target is declared .noreturn or is __assertfail.
bool neverReturns(const Module& module, const Function& function, const Instruction& instruction);

} // namespace warpbench::simgpu::ptx
