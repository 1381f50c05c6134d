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

/// The pattern of a warp's lanes in the row that contains their addresses (before the offset is
/// added) or indices.
struct RowPattern {
    /// For a partial warp: its number of active lanes if they are adjacent and their values are
    /// contiguous, otherwise 0. Only first[0], the first lane's value, is set then.
    std::uint32_t partLanes = 0;
    bool known = false;                   ///< full warp: each half is contiguous or uniform
    bool allContiguous = false;           ///< the second half also continues the first
    std::array<bool, 2> contiguous{};     ///< by half; otherwise uniform
    std::array<std::uint64_t, 2> first{}; ///< by half: value of its first lane
};

/// For the row of a record that is about to run, with info.accessBytes not 0. Contiguous addresses
/// are info.accessBytes apart; contiguous indices are one apart.
RowPattern rowPatternOf(Warp& w, const Inst* ip, const InstInfo& info);

/// A lane's value in the row: its address before the offset is added, or its index.
inline std::uint64_t inRow(Warp& w, const Inst* ip, const InstInfo& info, std::uint32_t lane) {
    if (!info.indexed)
        return row64(w, ip->a)[lane];
    const std::uint32_t bits = row32(w, ip->b)[lane];
    return ip->aux ? static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(bits)})
                   : bits;
}

/// Where the lanes of a full warp access memory, if each half (16 lanes) accesses one element or
/// contiguous elements. Most accesses do, and sectors and bank conflicts can then be calculated.
struct AccessPattern {
    struct Half {
        std::uint64_t first = 0; ///< bytes [first, end)
        std::uint64_t end = 0;
        bool contiguous = false; ///< otherwise all lanes access the same element
        std::uint64_t sectors() const {
            return (end - 1) / kSectorBytes - first / kSectorBytes + 1;
        }
    };
    bool known = false; ///< false: another pattern, or not all lanes are active
    std::array<Half, 2> halves;

    std::uint64_t sectors() const;       ///< number of 32-byte sectors
    std::uint64_t distinctBytes() const; ///< if elements do not partially overlap
    /// Passes beyond the minimum, see metrics.cpp.
    std::uint64_t bankConflicts() const;
};

/// The address that a record accesses, given a lane's value in the row. The base of an indexed
/// record is the same for all lanes.
inline std::uint64_t addressFrom(Warp& w, const Inst* ip, const InstInfo& info,
                                 std::uint64_t inRow) {
    const auto offset = static_cast<std::uint64_t>(ip->imm);
    return info.indexed ? row64(w, ip->a)[0] + offset + inRow * info.accessBytes : inRow + offset;
}

/// The pattern of a record's accesses, given the pattern of its row.
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
/// For a record that is about to run, with info.accessBytes not 0.
AccessPattern patternOf(Warp& w, const Inst* ip, const InstInfo& info);

/// The intersection of two ranges, in whole units.
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
    // Elements of 8 bytes are served by half warps, those of 16 bytes by quarters: if contiguous or
    // uniform in each of these, they do not conflict.
    if (lanesBytes(halves[0]) > 4)
        return 0;
    // A bank holds at most one word of each half; two different words of a bank are a multiple of
    // the number of banks apart.
    const auto word = [](std::uint64_t byte) { return static_cast<std::int64_t>(byte / 4); };
    const std::int64_t least = word(halves[1].first) - word(halves[0].end - 1);
    const std::int64_t most = word(halves[1].end - 1) - word(halves[0].first);
    if (most < least || (least > -std::int64_t{kBanks} && most < std::int64_t{kBanks}))
        return 0;
    const auto multiples = [](std::int64_t n) { // in [0, n], excluding 0
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
