// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/machine/warp.h"

namespace warpbench::simgpu::engine {

/// The address that a lane's load, store or atomic goes to. An indexed record holds a base in row
/// a (the same for all lanes) and the index in row b; aux says whether the index is signed.
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
