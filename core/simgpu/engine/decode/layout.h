// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/fused_addresses.h"
#include "core/simgpu/ptx/module.h"
#include "core/simgpu/ptx/passes/cfg.h"
#include "core/simgpu/ptx/passes/liveness.h"

#include <cstdint>
#include <vector>

namespace warpbench::simgpu::engine {

/// The order of blocks in the code: reverse post-order in which a loop's blocks precede
/// those after the loop. A warp runs its lowest split first, so this order makes lanes
/// reconverge.
std::vector<std::uint32_t> blockOrder(const ptx::ControlFlowGraph& graph);

/// The rows of a function's registers.
struct RowAssignment {
    std::vector<std::uint16_t> row; ///< by register: row, or index of a predicate
    /// First 32-bit rows, from here on 64-bit rows, last 128-bit registers: the lower half in one
    /// 64-bit row, the upper half in the next.
    std::uint32_t firstWide = 0;
    std::uint32_t endRow = 0; ///< first unused unit
    std::uint32_t endPredicate = 0;
    /// By register: its last use, counting instructions in block order.
    std::vector<std::uint32_t> lastUse;
};

/// Assigns the same row to registers whose live ranges do not overlap (linear scan in block order).
/// Accesses with an indexed address read the index; rowless registers get no row.
/// \param separate    a row for each register, so that a debugger can read them all
/// \param firstRow        in units of 128 bytes
/// \param firstPredicate  in units of 4 bytes
RowAssignment assignRows(const ptx::Function& function, const ptx::ControlFlowGraph& graph,
                         const std::vector<std::uint32_t>& order, const ptx::Liveness& liveness,
                         const AddressFusion& fusion, bool separate, std::uint32_t firstRow,
                         std::uint32_t firstPredicate);

} // namespace warpbench::simgpu::engine
