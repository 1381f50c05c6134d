// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/machine/warp.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace warpbench::simgpu::engine {

inline constexpr std::uint64_t kSectorBytes = 32;
inline constexpr std::uint32_t kBanks = 32;

/// How the lanes of a warp lie in the row that their addresses come from: one of addresses before
/// the offset is added, or of indices.
struct RowPattern {
    /// Of a warp that is not full: how many lanes are active, without a gap between them
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

/// What is in the row of a lane: its address before the offset is added, or its index.
inline std::uint64_t inRow(Warp& w, const Inst* ip, const InstInfo& info, std::uint32_t lane) {
    if (!info.indexed)
        return row64(w, ip->a)[lane];
    const std::uint32_t bits = row32(w, ip->b)[lane];
    return ip->aux ? static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(bits)})
                   : bits;
}

/// Where the lanes of a full warp access memory, if each half of them (16 lanes) accesses one place
/// or places side by side: most accesses do, and then sectors and bank conflicts are arithmetic.
struct AccessPattern {
    struct Half {
        std::uint64_t first = 0; ///< bytes [first, end)
        std::uint64_t end = 0;
        bool contiguous = false; ///< else all lanes access the same element
        std::uint64_t sectors() const {
            return (end - 1) / kSectorBytes - first / kSectorBytes + 1;
        }
    };
    bool known = false; ///< false: the lanes do something else, or are not all active
    std::array<Half, 2> halves;

    std::uint64_t sectors() const;       ///< of 32 bytes
    std::uint64_t distinctBytes() const; ///< where elements do not overlap in part
    /// Passes beyond the necessary ones, see metrics.cpp.
    std::uint64_t bankConflicts() const;
};

/// The address that a record goes to, from what is in the row of a lane. The base of an indexed
/// record is the same for all lanes.
inline std::uint64_t addressFrom(Warp& w, const Inst* ip, const InstInfo& info,
                                 std::uint64_t inRow) {
    const auto offset = static_cast<std::uint64_t>(ip->imm);
    return info.indexed ? row64(w, ip->a)[0] + offset + inRow * info.accessBytes : inRow + offset;
}

/// Where a record goes whose row lies like `row`.
inline AccessPattern patternFrom(Warp& w, const Inst* ip, const InstInfo& info,
                                 const RowPattern& row) {
    AccessPattern pattern;
    pattern.known = row.known;
    for (std::uint32_t half = 0; half < 2 && row.known; ++half) {
        AccessPattern::Half& range = pattern.halves[half];
        range.first = addressFrom(w, ip, info, row.first[half]);
        range.contiguous = row.contiguous[half];
        range.end =
            range.first + (range.contiguous ? kLanes / 2 : 1) * std::uint64_t{info.accessBytes};
    }
    return pattern;
}
/// Of a record that is about to run: info.accessBytes is not 0.
AccessPattern patternOf(Warp& w, const Inst* ip, const InstInfo& info);

/// What two ranges of whole units have in common.
inline std::uint64_t overlap(std::uint64_t firstA, std::uint64_t endA, std::uint64_t firstB,
                             std::uint64_t endB) {
    const std::uint64_t first = std::max(firstA, firstB), end = std::min(endA, endB);
    return end > first ? end - first : 0;
}

inline std::uint64_t AccessPattern::sectors() const {
    return halves[0].sectors() + halves[1].sectors() -
           overlap(halves[0].first / kSectorBytes, (halves[0].end - 1) / kSectorBytes + 1,
                   halves[1].first / kSectorBytes, (halves[1].end - 1) / kSectorBytes + 1);
}

inline std::uint64_t AccessPattern::distinctBytes() const {
    return halves[0].end - halves[0].first + halves[1].end - halves[1].first -
           overlap(halves[0].first, halves[0].end, halves[1].first, halves[1].end);
}

inline std::uint64_t AccessPattern::bankConflicts() const {
    const auto lanesBytes = [](const Half& half) {
        return (half.end - half.first) / (half.contiguous ? kLanes / 2 : 1);
    };
    // Elements of 8 bytes are served by halves, of 16 by quarters: in each of them side by side,
    // or the same, they meet in no bank.
    if (lanesBytes(halves[0]) > 4)
        return 0;
    // A bank has at most one word of each half; two different ones are a multiple of the number of
    // banks apart.
    const auto word = [](std::uint64_t byte) { return static_cast<std::int64_t>(byte / 4); };
    const std::int64_t least = word(halves[1].first) - word(halves[0].end - 1);
    const std::int64_t most = word(halves[1].end - 1) - word(halves[0].first);
    if (most < least || (least > -std::int64_t{kBanks} && most < std::int64_t{kBanks}))
        return 0;
    const auto multiples = [](std::int64_t n) { // in [0, n], but for 0 itself
        return n < 0 ? 0 : n / kBanks;
    };
    std::int64_t count = 0;
    if (most > 0)
        count += multiples(most) - multiples(std::max<std::int64_t>(least, 1) - 1);
    if (least < 0)
        count += multiples(-least) - multiples(std::max<std::int64_t>(-most, 1) - 1);
    return count > 0 ? 1 : 0;
}

} // namespace warpbench::simgpu::engine
