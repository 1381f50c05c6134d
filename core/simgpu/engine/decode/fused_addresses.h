// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"
#include "core/simgpu/ptx/passes/cfg.h"

#include <cstdint>
#include <vector>

namespace warpbench::simgpu::engine {

/// An address base + index * size of the element, with a base that is the same for every lane: what
/// compilers make of `pointer[i]`.
struct IndexedAddress {
    std::int32_t base = -1;  ///< 64-bit register; -1: the instruction has no such address
    std::int32_t index = -1; ///< 32-bit register
    bool isSigned = true;    ///< of the index
};

/// Loads and stores that compute their address themselves, so that the instructions which did it
/// need no records.
struct AddressFusion {
    std::vector<IndexedAddress> address; ///< by instruction
    std::vector<bool> elided;            ///< by instruction: is in the accesses that use it
    std::vector<bool> rowless;           ///< by register: no record reads or writes it any more
};

/// Finds `mul.wide.{s32,u32} p, index, size; add x, base, p; ld or st [x + offset]` within a basic
/// block, where nothing else needs x.
/// \param uniform  by register: holds one value for all lanes and the whole launch
AddressFusion fuseAddresses(const ptx::Function& function, const ptx::ControlFlowGraph& graph,
                            const std::vector<bool>& uniform);

} // namespace warpbench::simgpu::engine
