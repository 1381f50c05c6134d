// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/machine/access_pattern.h"

#include "core/simgpu/engine/machine/addresses.h"

#include <algorithm>
#include <bit>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define WARPBENCH_PATTERN_AVX512
#endif

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint32_t kHalf = kLanes / 2;

struct Shape {
    bool contiguous = false, uniform = false;
};

template <class T>
Shape shapeOf(const T* a, T step) {
    T contiguous = 0, uniform = 0;
    for (std::uint32_t l = 0; l < kHalf; ++l) {
        const T distance = a[l] - a[0];
        contiguous |= distance ^ (step * static_cast<T>(l));
        uniform |= distance;
    }
    return {contiguous == 0, uniform == 0};
}

#if defined(WARPBENCH_PATTERN_AVX512)

// Written out: the machine around the handlers is compiled for any processor.
__attribute__((target("avx512f"))) Shape wideShapeOf(const std::uint64_t* a, std::uint64_t step) {
    const auto start = _mm512_set1_epi64(static_cast<std::int64_t>(a[0]));
    const auto low = _mm512_sub_epi64(_mm512_loadu_si512(a), start);
    const auto high = _mm512_sub_epi64(_mm512_loadu_si512(a + 8), start);
    const auto index = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    const auto steps =
        _mm512_maskz_mul_epu32(0xff, index, _mm512_set1_epi64(static_cast<std::int64_t>(step)));
    const auto far =
        _mm512_add_epi64(steps, _mm512_set1_epi64(static_cast<std::int64_t>(8 * step)));
    const auto different = _mm512_or_si512(low, high);
    return {(_mm512_cmpneq_epi64_mask(low, steps) | _mm512_cmpneq_epi64_mask(high, far)) == 0,
            _mm512_test_epi64_mask(different, different) == 0};
}

__attribute__((target("avx512f"))) Shape wideShapeOf(const std::uint32_t* a) {
    const auto distance =
        _mm512_sub_epi32(_mm512_loadu_si512(a), _mm512_set1_epi32(static_cast<int>(a[0])));
    const auto steps = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return {_mm512_cmpneq_epi32_mask(distance, steps) == 0,
            _mm512_test_epi32_mask(distance, distance) == 0};
}

/// The lanes that do not have what a range from `start` on has there.
__attribute__((target("avx512f"))) std::uint32_t
wideMisfits(const std::uint64_t* a, std::uint64_t start, std::uint64_t step) {
    const auto index = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    const auto steps =
        _mm512_maskz_mul_epu32(0xff, index, _mm512_set1_epi64(static_cast<std::int64_t>(step)));
    const auto eight = _mm512_set1_epi64(static_cast<std::int64_t>(8 * step));
    auto expected = _mm512_add_epi64(_mm512_set1_epi64(static_cast<std::int64_t>(start)), steps);
    std::uint32_t misfits = 0;
    for (std::uint32_t l = 0; l < kLanes; l += 8) {
        const std::uint32_t eightLanes =
            _mm512_cmpneq_epi64_mask(_mm512_loadu_si512(a + l), expected);
        misfits |= eightLanes << l;
        expected = _mm512_add_epi64(expected, eight);
    }
    return misfits;
}

__attribute__((target("avx512f"))) std::uint32_t wideMisfits(const std::uint32_t* a,
                                                             std::uint32_t start) {
    const auto steps = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const auto low = _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(start)), steps);
    const auto high = _mm512_add_epi32(low, _mm512_set1_epi32(16));
    const std::uint32_t upper = _mm512_cmpneq_epi32_mask(_mm512_loadu_si512(a + 16), high);
    return _mm512_cmpneq_epi32_mask(_mm512_loadu_si512(a), low) | upper << 16;
}

bool isWideMachine() {
    static const bool wide = __builtin_cpu_supports("avx512f");
    return wide;
}

#endif

Shape addressShape(const std::uint64_t* a, std::uint64_t step) {
#if defined(WARPBENCH_PATTERN_AVX512)
    if (isWideMachine())
        return wideShapeOf(a, step);
#endif
    return shapeOf<std::uint64_t>(a, step);
}

Shape indexShape(const std::uint32_t* index, bool isSigned) {
    const std::uint32_t largest = isSigned ? 0x7fffffffu : 0xffffffffu;
    Shape shape;
#if defined(WARPBENCH_PATTERN_AVX512)
    if (isWideMachine())
        shape = wideShapeOf(index);
    else
#endif
        shape = shapeOf<std::uint32_t>(index, 1);
    shape.contiguous &= largest - index[0] >= kHalf - 1; // does not wrap around
    return shape;
}

std::uint64_t inRow(Warp& w, const Inst* ip, const InstInfo& info, std::uint32_t lane) {
    if (!info.indexed)
        return row64(w, ip->a)[lane];
    const std::uint32_t bits = row32(w, ip->b)[lane];
    return ip->aux ? static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(bits)})
                   : bits;
}

/// Lanes with no gap between them.
struct LaneRange {
    std::uint32_t first = 0, count = kLanes;
    std::uint32_t last() const { return first + count - 1; }
    std::uint32_t mask() const { return kFullMask >> (kLanes - count) << first; }
};

template <class T>
bool isOneRange(const T* a, T step, LaneRange lanes) {
    T different = 0, expected = a[lanes.first];
    for (std::uint32_t l = lanes.first; l <= lanes.last(); ++l, expected += step)
        different |= a[l] ^ expected;
    return different == 0;
}

/// Whether the lanes follow each other, the most frequent pattern. Most others show at one glance.
bool isAddressRange(const std::uint64_t* a, std::uint64_t step, LaneRange lanes) {
    if (a[lanes.last()] - a[lanes.first] != (lanes.count - 1) * step)
        return false;
#if defined(WARPBENCH_PATTERN_AVX512)
    if (isWideMachine())
        return (wideMisfits(a, a[lanes.first] - lanes.first * step, step) & lanes.mask()) == 0;
#endif
    return isOneRange(a, step, lanes);
}
bool isIndexRange(const std::uint32_t* index, bool isSigned, LaneRange lanes) {
    const std::uint32_t largest = isSigned ? 0x7fffffffu : 0xffffffffu;
    const std::uint32_t first = index[lanes.first], distance = lanes.count - 1;
    if (index[lanes.last()] - first != distance || largest - first < distance) // wraps around
        return false;
#if defined(WARPBENCH_PATTERN_AVX512)
    if (isWideMachine())
        return (wideMisfits(index, first - lanes.first) & lanes.mask()) == 0;
#endif
    return isOneRange(index, 1u, lanes);
}
bool isRange(Warp& w, const Inst* ip, const InstInfo& info, LaneRange lanes) {
    return info.indexed ? isIndexRange(row32(w, ip->b), ip->aux != 0, lanes)
                        : isAddressRange(row64(w, ip->a), info.accessBytes, lanes);
}

std::uint64_t sectorsIn(const AccessPattern::Half& half) {
    return (half.end - 1) / kSectorBytes - half.first / kSectorBytes + 1;
}

/// What two ranges of whole units have in common.
std::uint64_t overlap(std::uint64_t firstA, std::uint64_t endA, std::uint64_t firstB,
                      std::uint64_t endB) {
    const std::uint64_t first = std::max(firstA, firstB), end = std::min(endA, endB);
    return end > first ? end - first : 0;
}

} // namespace

RowPattern rowPatternOf(Warp& w, const Inst* ip, const InstInfo& info) {
    RowPattern pattern;
    const bool isFull = w.mask == kFullMask;
    LaneRange active;
    if (!isFull) {
        active.first = static_cast<std::uint32_t>(std::countr_zero(w.mask));
        active.count = static_cast<std::uint32_t>(std::bit_width(w.mask)) - active.first;
        if (active.mask() != w.mask)
            return pattern;
    }
    if (isRange(w, ip, info, active)) {
        pattern.first[0] = inRow(w, ip, info, active.first);
        if (isFull) {
            pattern.known = pattern.allContiguous = true;
            pattern.contiguous = {true, true};
            pattern.first[1] = pattern.first[0] + kHalf * (info.indexed ? 1 : info.accessBytes);
        } else {
            pattern.partLanes = active.count;
        }
        return pattern;
    }
    if (!isFull)
        return pattern;
    for (std::uint32_t half = 0; half < 2; ++half) {
        const std::uint32_t lane = half * kHalf;
        const Shape shape = info.indexed ? indexShape(row32(w, ip->b) + lane, ip->aux != 0)
                                         : addressShape(row64(w, ip->a) + lane, info.accessBytes);
        if (!shape.contiguous && !shape.uniform)
            return pattern;
        pattern.contiguous[half] = shape.contiguous;
        pattern.first[half] = inRow(w, ip, info, lane);
    }
    pattern.known = true;
    return pattern;
}

AccessPattern patternFrom(Warp& w, const Inst* ip, const InstInfo& info, const RowPattern& row) {
    AccessPattern pattern;
    pattern.known = row.known;
    for (std::uint32_t half = 0; half < 2 && row.known; ++half) {
        AccessPattern::Half& range = pattern.halves[half];
        range.first = addressFrom(w, ip, info, row.first[half]);
        range.contiguous = row.contiguous[half];
        range.end = range.first + (range.contiguous ? kHalf : 1) * std::uint64_t{info.accessBytes};
    }
    return pattern;
}

AccessPattern patternOf(Warp& w, const Inst* ip, const InstInfo& info) {
    return patternFrom(w, ip, info, rowPatternOf(w, ip, info));
}

std::uint64_t AccessPattern::sectors() const {
    return sectorsIn(halves[0]) + sectorsIn(halves[1]) -
           overlap(halves[0].first / kSectorBytes, (halves[0].end - 1) / kSectorBytes + 1,
                   halves[1].first / kSectorBytes, (halves[1].end - 1) / kSectorBytes + 1);
}

std::uint64_t AccessPattern::distinctBytes() const {
    return halves[0].end - halves[0].first + halves[1].end - halves[1].first -
           overlap(halves[0].first, halves[0].end, halves[1].first, halves[1].end);
}

std::uint64_t AccessPattern::bankConflicts() const {
    const auto lanesBytes = [](const Half& half) {
        return (half.end - half.first) / (half.contiguous ? kHalf : 1);
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
    if (most < least)
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
