// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/observe/access_pattern.h"

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

/// The patterns of a full warp's halves, from the lanes that are not contiguous or not uniform.
/// \param isOneRange  the second half continues the first, if both are contiguous
RowPattern patternOfHalves(std::array<std::uint32_t, 2> notContiguous,
                           std::array<std::uint32_t, 2> notUniform, bool isOneRange) {
    RowPattern pattern;
    pattern.known = (notContiguous[0] == 0 || notUniform[0] == 0) &&
                    (notContiguous[1] == 0 || notUniform[1] == 0);
    pattern.contiguous = {notContiguous[0] == 0, notContiguous[1] == 0};
    pattern.allContiguous = pattern.contiguous[0] && pattern.contiguous[1] && isOneRange;
    return pattern;
}

/// Of a full warp's addresses.
__attribute__((target("avx512f"))) RowPattern wideRowPattern(const std::uint64_t* a,
                                                             std::uint64_t step) {
    const auto steps = _mm512_set1_epi64(static_cast<std::int64_t>(step));
    const auto near =
        _mm512_maskz_mul_epu32(0xff, _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7), steps);
    const auto far = _mm512_add_epi64(near, _mm512_set1_epi64(static_cast<std::int64_t>(8 * step)));
    std::array<std::uint32_t, 2> notContiguous, notUniform;
    for (std::uint32_t half = 0; half < 2; ++half) {
        const std::uint64_t* const lanes = a + half * kHalf;
        const auto start = _mm512_set1_epi64(static_cast<std::int64_t>(lanes[0]));
        const auto low = _mm512_sub_epi64(_mm512_loadu_si512(lanes), start);
        const auto high = _mm512_sub_epi64(_mm512_loadu_si512(lanes + 8), start);
        const auto different = _mm512_or_si512(low, high);
        notContiguous[half] = static_cast<std::uint32_t>(_mm512_cmpneq_epi64_mask(low, near)) |
                              static_cast<std::uint32_t>(_mm512_cmpneq_epi64_mask(high, far));
        notUniform[half] = _mm512_test_epi64_mask(different, different);
    }
    return patternOfHalves(notContiguous, notUniform, a[kHalf] - a[0] == kHalf * step);
}

/// For a full warp's indices; \a largest is the maximum of all lanes: none wraps around.
__attribute__((target("avx512f"))) RowPattern wideRowPattern(const std::uint32_t* index,
                                                             std::uint32_t largest) {
    const auto steps = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    std::array<std::uint32_t, 2> notContiguous, notUniform;
    for (std::uint32_t half = 0; half < 2; ++half) {
        const std::uint32_t* const lanes = index + half * kHalf;
        const auto distance = _mm512_sub_epi32(_mm512_loadu_si512(lanes),
                                               _mm512_set1_epi32(static_cast<int>(*lanes)));
        notContiguous[half] =
            _mm512_cmpneq_epi32_mask(distance, steps) | std::uint32_t{largest - *lanes < kHalf - 1};
        notUniform[half] = _mm512_test_epi32_mask(distance, distance);
    }
    return patternOfHalves(notContiguous, notUniform,
                           index[kHalf] - index[0] == kHalf && largest - index[0] >= kLanes - 1);
}

/// The lanes whose value differs from that of a range that starts at `start`.
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

/// Of an indexed record.
std::uint32_t largestIndex(const Inst* ip) {
    return ip->aux ? 0x7fffffffu : 0xffffffffu;
}

Shape indexShape(const std::uint32_t* index, std::uint32_t largest) {
    Shape shape = shapeOf<std::uint32_t>(index, 1);
    shape.contiguous &= largest - index[0] >= kHalf - 1; // does not wrap around
    return shape;
}

/// Consecutive lanes.
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
bool isIndexRange(const std::uint32_t* index, std::uint32_t largest, LaneRange lanes) {
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
    return info.indexed ? isIndexRange(row32(w, ip->b), largestIndex(ip), lanes)
                        : isAddressRange(row64(w, ip->a), info.accessBytes, lanes);
}

} // namespace

namespace {

RowPattern fullRowPattern(Warp& w, const Inst* ip, const InstInfo& info) {
    RowPattern pattern;
#if defined(WARPBENCH_PATTERN_AVX512)
    if (isWideMachine()) {
        pattern = info.indexed ? wideRowPattern(row32(w, ip->b), largestIndex(ip))
                               : wideRowPattern(row64(w, ip->a), info.accessBytes);
        pattern.first = {inRow(w, ip, info, 0), inRow(w, ip, info, kHalf)};
        return pattern;
    }
#endif
    pattern.first = {inRow(w, ip, info, 0), inRow(w, ip, info, kHalf)};
    if (isRange(w, ip, info, {})) {
        pattern.known = pattern.allContiguous = true;
        pattern.contiguous = {true, true};
        return pattern;
    }
    for (std::uint32_t half = 0; half < 2; ++half) {
        const std::uint32_t lane = half * kHalf;
        const Shape shape = info.indexed
                                ? indexShape(row32(w, ip->b) + lane, largestIndex(ip))
                                : shapeOf<std::uint64_t>(row64(w, ip->a) + lane, info.accessBytes);
        if (!shape.contiguous && !shape.uniform)
            return pattern;
        pattern.contiguous[half] = shape.contiguous;
    }
    pattern.known = true;
    return pattern;
}

} // namespace

RowPattern rowPatternOf(Warp& w, const Inst* ip, const InstInfo& info) {
    if (w.mask == kFullMask)
        return fullRowPattern(w, ip, info);
    RowPattern pattern;
    LaneRange active;
    active.first = static_cast<std::uint32_t>(std::countr_zero(w.mask));
    active.count = static_cast<std::uint32_t>(std::bit_width(w.mask)) - active.first;
    if (active.mask() != w.mask || !isRange(w, ip, info, active))
        return pattern;
    pattern.first[0] = inRow(w, ip, info, active.first);
    pattern.partLanes = active.count;
    return pattern;
}

AccessPattern patternOf(Warp& w, const Inst* ip, const InstInfo& info) {
    return patternFrom(w, ip, info, rowPatternOf(w, ip, info));
}

} // namespace warpbench::simgpu::engine
