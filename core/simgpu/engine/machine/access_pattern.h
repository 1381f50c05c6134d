// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/machine/warp.h"

#include <array>
#include <cstdint>

namespace warpbench::simgpu::engine {

inline constexpr std::uint64_t kSectorBytes = 32;
inline constexpr std::uint32_t kBanks = 32;

/// How the lanes of a warp lie in the row that their addresses come from: one of addresses before
/// the offset is added, or of indices.
struct RowPattern {
    /// Of a warp that is not full: how many lanes are active, where there is no gap between them
    /// and they are contiguous; else 0. first[0] is that of the first one, and all else is unset.
    std::uint32_t partLanes = 0;
    bool known = false;                   ///< of a full warp: each half is contiguous or uniform
    bool allContiguous = false;           ///< the halves follow each other, too
    std::array<bool, 2> contiguous{};     ///< by half; else all its lanes have the same
    std::array<std::uint64_t, 2> first{}; ///< by half: of its first lane
};

/// Of the row of a record that is about to run: info.accessBytes is not 0. For addresses,
/// contiguous means info.accessBytes apart; for indices, one apart.
RowPattern rowPatternOf(Warp& w, const Inst* ip, const InstInfo& info);

/// Where the lanes of a full warp access memory, if each half of them (16 lanes) accesses one place
/// or places side by side: most accesses do, and then sectors and bank conflicts are arithmetic.
struct AccessPattern {
    struct Half {
        std::uint64_t first = 0; ///< bytes [first, end)
        std::uint64_t end = 0;
        bool contiguous = false; ///< else all lanes access the same element
    };
    bool known = false; ///< false: the lanes do something else, or are not all active
    std::array<Half, 2> halves;

    std::uint64_t sectors() const;       ///< of 32 bytes
    std::uint64_t distinctBytes() const; ///< where elements do not overlap in part
    /// Passes beyond the necessary ones, see metrics.cpp.
    std::uint64_t bankConflicts() const;
};

/// The address that a record goes to, from what stands in the row of a lane. The base of an indexed
/// record is the same for all lanes.
inline std::uint64_t addressFrom(Warp& w, const Inst* ip, const InstInfo& info,
                                 std::uint64_t inRow) {
    const auto offset = static_cast<std::uint64_t>(ip->imm);
    return info.indexed ? row64(w, ip->a)[0] + offset + inRow * info.accessBytes : inRow + offset;
}

/// Where a record goes whose row lies like `row`.
AccessPattern patternFrom(Warp& w, const Inst* ip, const InstInfo& info, const RowPattern& row);
/// Of a record that is about to run: info.accessBytes is not 0.
AccessPattern patternOf(Warp& w, const Inst* ip, const InstInfo& info);

} // namespace warpbench::simgpu::engine
