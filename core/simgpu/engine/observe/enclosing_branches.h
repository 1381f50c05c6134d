// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/code.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warpbench::simgpu::engine {

/// A branch around an instruction, by the block of code where its ways meet again: who has come
/// there once more than a thread that waits inside has gone round it.
struct EnclosingBranch {
    std::uint32_t join = 0; ///< number of that place
    InstInfo branch;        ///< the instruction that parts the threads
};

/// The branches around the barriers, warp-wide operations and calls of a kernel. A branch whose
/// other way does nothing but return counts as none: threads that have ended are not waited for.
struct EnclosingBranches {
    std::uint32_t joins = 0;
    std::vector<std::uint32_t> joinAt; ///< by record: number + 1 of the place that begins there
    std::unordered_map<std::uint32_t, std::vector<EnclosingBranch>>
        around; ///< by record; inner first
};

EnclosingBranches enclosingBranches(const Code& code, const ptx::Module& module);

} // namespace warpbench::simgpu::engine
