// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/fused_addresses.h"
#include "core/simgpu/ptx/module.h"
#include "core/simgpu/ptx/passes/cfg.h"
#include "core/simgpu/ptx/passes/liveness.h"

#include <cstdint>
#include <vector>

namespace warpbench::simgpu::engine {

/// The order in which blocks are laid out in the code: reverse post-order in which a loop's blocks
/// come before what follows the loop. The warp runs its lowest split first, so this order is what
/// makes lanes meet again.
std::vector<std::uint32_t> blockOrder(const ptx::ControlFlowGraph& graph);

/// Where a function's registers live.
struct RowAssignment {
    std::vector<std::uint16_t> row; ///< by register: row, or index of a predicate
    /// 32-bit rows come first, 64-bit rows from here on, last 128-bit ones: the lower half in one
    /// 64-bit row, the upper one in the next.
    std::uint32_t firstWide = 0;
    std::uint32_t endRow = 0; ///< first unit that is not used
    std::uint32_t endPredicate = 0;
    /// By register: where it is used last, by instructions in the order of blocks.
    std::vector<std::uint32_t> lastUse;
};

/// Gives registers whose lives do not overlap the same row (linear scan over the block order).
/// An access with an indexed address reads the index; rowless registers get no row.
/// \param separate        its own row for each register, so that a debugger can read them all
/// \param firstRow        in units of 128 bytes
/// \param firstPredicate  in units of 4 bytes
RowAssignment assignRows(const ptx::Function& function, const ptx::ControlFlowGraph& graph,
                         const std::vector<std::uint32_t>& order, const ptx::Liveness& liveness,
                         const AddressFusion& fusion, bool separate, std::uint32_t firstRow,
                         std::uint32_t firstPredicate);

} // namespace warpbench::simgpu::engine
