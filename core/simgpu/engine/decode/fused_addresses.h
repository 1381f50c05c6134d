// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"
#include "core/simgpu/ptx/passes/cfg.h"

#include <cstdint>
#include <vector>

namespace warpbench::simgpu::engine {

/// An address base + index * element size with a base that is the same for all lanes: what
/// compilers generate for `pointer[i]`.
struct IndexedAddress {
    std::int32_t base = -1;  ///< 64-bit register; -1: not an address of this form
    std::int32_t index = -1; ///< 32-bit register
    bool isSigned = true;    ///< of the index
};

/// Loads and stores that compute their own address, so that the address instructions need no
/// records.
struct AddressFusion {
    std::vector<IndexedAddress> address; ///< by instruction
    std::vector<bool> elided;            ///< by instruction: merged into the accesses that use it
    std::vector<bool> rowless;           ///< by register: no longer accessed by any record
};

/// Finds `mul.wide.{s32,u32} p, index, size; add x, base, p; ld or st [x + offset]` within a basic
/// block, if nothing else needs x.
/// \param uniform  by register: same value in all lanes for the whole launch
AddressFusion fuseAddresses(const ptx::Function& function, const ptx::ControlFlowGraph& graph,
                            const std::vector<bool>& uniform);

} // namespace warpbench::simgpu::engine
