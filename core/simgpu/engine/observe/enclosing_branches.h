// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/code.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warpbench::simgpu::engine {

/// A branch around an instruction, identified by the block where its paths rejoin: a lane that has
/// reached that block once more often than a thread waiting inside has bypassed the thread.
struct EnclosingBranch {
    std::uint32_t join = 0; ///< number of that join point
    InstInfo branch;        ///< the diverging instruction
};

/// The branches around a kernel's barriers, warp-wide operations and calls. A branch whose other
/// path only returns does not count, because exited threads are not waited for.
struct EnclosingBranches {
    std::uint32_t joins = 0;
    std::vector<std::uint32_t> joinAt; ///< by record: number + 1 of the join point there
    std::unordered_map<std::uint32_t, std::vector<EnclosingBranch>>
        around; ///< by record; innermost first
};

EnclosingBranches enclosingBranches(const Code& code, const ptx::Module& module);

} // namespace warpbench::simgpu::engine
