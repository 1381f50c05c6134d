// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/handlers/lanes.h"

#include <type_traits>

/// The comparisons of setp and its relatives (PTX ISA 9.0, section 9.7.6), for all lanes at once.
namespace warpbench::simgpu::engine {
namespace {

/// kInteger and kFloat: the same comparison as an AVX-512 operand (_MM_CMPINT_…, _CMP_…).
struct Eq {
    static constexpr int kInteger = 0, kFloat = 0;
    template <class T>
    static bool test(T a, T b) {
        return a == b;
    }
};
struct Ne { // for numbers: unordered is not "not equal", except for neu
    static constexpr int kInteger = 4, kFloat = 0xc;
    template <class T>
    static bool test(T a, T b) {
        return a < b || a > b;
    }
};
struct Lt {
    static constexpr int kInteger = 1, kFloat = 0x11;
    template <class T>
    static bool test(T a, T b) {
        return a < b;
    }
};
struct Le {
    static constexpr int kInteger = 2, kFloat = 0x12;
    template <class T>
    static bool test(T a, T b) {
        return a <= b;
    }
};
struct Gt {
    static constexpr int kInteger = 6, kFloat = 0x1e;
    template <class T>
    static bool test(T a, T b) {
        return a > b;
    }
};
struct Ge {
    static constexpr int kInteger = 5, kFloat = 0x1d;
    template <class T>
    static bool test(T a, T b) {
        return a >= b;
    }
};
struct Num {
    static constexpr int kInteger = 7, kFloat = 0x7;
    template <class T>
    static bool test(T a, T b) {
        return a == a && b == b;
    }
};
/// The opposite, which also yields the unordered comparisons: ltu is "not ge".
template <class Op>
struct Not {
    static constexpr int kInteger = Op::kInteger ^ 4, kFloat = Op::kFloat ^ 4;
    template <class T>
    static bool test(T a, T b) {
        return !Op::test(a, b);
    }
};

/// Bit `lane` of the result tells whether the comparison holds for the lane's 32-bit numbers.
template <class Op, class T>
inline __attribute__((always_inline)) u32 compareRows(const T* a, const T* b) {
    static_assert(sizeof(T) == 4);
#if defined(__AVX512F__)
    // Unrolled by hand: GCC 12 turns the comparison's mask into a vector and back into a mask.
    u32 bits = 0;
    for (u32 half = 0; half < kLanes; half += 16) {
        u32 part = 0;
        if constexpr (std::is_same_v<T, f32>) {
            part = _mm512_cmp_ps_mask(_mm512_loadu_ps(a + half), _mm512_loadu_ps(b + half),
                                      Op::kFloat);
        } else {
            const auto x = _mm512_loadu_si512(a + half), y = _mm512_loadu_si512(b + half);
            if constexpr (std::is_signed_v<T>)
                part = _mm512_cmp_epi32_mask(x, y, Op::kInteger);
            else
                part = _mm512_cmp_epu32_mask(x, y, Op::kInteger);
        }
        bits |= part << half;
    }
    return bits;
#else
    return laneBits([=](u32 l) { return Op::test(a[l], b[l]); });
#endif
}

} // namespace
} // namespace warpbench::simgpu::engine
