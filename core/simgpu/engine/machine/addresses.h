// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/machine/warp.h"

namespace warpbench::simgpu::engine {

/// The address of a lane's load, store or atomic. An indexed record has its base in row a (the same
/// for all lanes) and its index in row b; aux tells whether the index is signed.
inline std::uint64_t laneAddress(Warp& w, const Inst* ip, const InstInfo& info,
                                 std::uint32_t lane) {
    const std::uint64_t start = row64(w, ip->a)[lane] + static_cast<std::uint64_t>(ip->imm);
    if (!info.indexed)
        return start;
    const std::uint32_t bits = row32(w, ip->b)[lane];
    const std::uint64_t index =
        ip->aux
            ? static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(bits)))
            : bits;
    return start + index * info.accessBytes;
}

} // namespace warpbench::simgpu::engine
