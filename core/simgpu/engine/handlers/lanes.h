// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/handlers/families.h"
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/machine/warp.h"

#include <bit>
#include <cstdint>
#include <cstring>
#if defined(__AVX2__) || defined(__AVX512F__)
#include <immintrin.h>
#endif

/// Loops over the lanes of a warp that compilers vectorize. Everything is in an anonymous
/// namespace: these headers are compiled for several instruction sets, and the linker must never
/// mix up the copies.

#if !defined(WARPBENCH_ISA)
#error "handlers are compiled with WARPBENCH_ISA naming their namespace"
#endif

namespace warpbench::simgpu::engine {
namespace {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
using f32 = float;
using f64 = double;

/// The row type for a value type: 8- and 16-bit values are stored in 32-bit rows.
template <class T>
struct RowOf {
    using type = T;
};
template <>
struct RowOf<u8> {
    using type = u32;
};
template <>
struct RowOf<s8> {
    using type = s32;
};
template <>
struct RowOf<u16> {
    using type = u32;
};
template <>
struct RowOf<s16> {
    using type = s32;
};
template <class T>
using Row = typename RowOf<T>::type;

template <class T>
inline Row<T>* row(Warp& w, u16 index) {
    return reinterpret_cast<Row<T>*>(row32(w, index));
}

/// d[lane] = value(lane) for the active lanes. A destination row is either identical to a source
/// row or disjoint from all of them, so lanes are independent.
template <class D, class F>
inline __attribute__((always_inline)) void forLanes(Warp& w, D* d, F value) {
    if (__builtin_expect(w.mask == kFullMask, 1)) {
#pragma GCC ivdep
        for (u32 lane = 0; lane < kLanes; ++lane)
            d[lane] = value(lane);
    } else {
        const u32* active = w.lanes;
#pragma GCC ivdep
        for (u32 lane = 0; lane < kLanes; ++lane) {
            const D x = value(lane);
            d[lane] = active[lane] ? x : d[lane];
        }
    }
}

/// The same if the value must not be computed for inactive lanes, or is expensive.
template <class D, class F>
inline void forActive(Warp& w, D* d, F value) {
    for (u32 rest = w.mask; rest; rest &= rest - 1) {
        const u32 lane = static_cast<u32>(std::countr_zero(rest));
        d[lane] = value(lane);
    }
}

/// Bit `lane` of the result is condition(lane), for all lanes.
template <class F>
inline __attribute__((always_inline)) u32 laneBits(F condition) {
    alignas(64) u32 flags[kLanes];
    for (u32 lane = 0; lane < kLanes; ++lane)
        flags[lane] = condition(lane) ? 0xffffffffu : 0u;
#if defined(__AVX512F__)
    const auto low = _mm512_load_si512(flags);
    const auto high = _mm512_load_si512(flags + 16);
    return static_cast<u32>(_mm512_test_epi32_mask(low, low)) |
           static_cast<u32>(_mm512_test_epi32_mask(high, high)) << 16;
#elif defined(__AVX2__)
    u32 bits = 0;
    for (u32 i = 0; i < 4; ++i) {
        const auto part = _mm256_load_ps(reinterpret_cast<const float*>(flags + 8 * i));
        bits |= static_cast<u32>(_mm256_movemask_ps(part)) << (8 * i);
    }
    return bits;
#else
    u32 bits = 0;
    for (u32 lane = 0; lane < kLanes; ++lane)
        bits |= flags[lane] & (1u << lane);
    return bits;
#endif
}

inline void setPredicate(Warp& w, u16 index, u32 bits) {
    u32& p = predicate(w, index);
    p = (bits & w.mask) | (p & ~w.mask);
}

// Op is a stateless functor on values: T apply(A, B, …).

template <class Op, class D, class A>
const Inst* unary(const Inst* ip, Warp& w) {
    const auto* a = row<A>(w, ip->a);
    forLanes(w, row<D>(w, ip->d),
             [=](u32 l) { return static_cast<Row<D>>(D(Op::apply(static_cast<A>(a[l])))); });
    return ip + 1;
}

template <class Op, class D, class A, class B>
const Inst* binary(const Inst* ip, Warp& w) {
    const auto* a = row<A>(w, ip->a);
    const auto* b = row<B>(w, ip->b);
    forLanes(w, row<D>(w, ip->d), [=](u32 l) {
        return static_cast<Row<D>>(D(Op::apply(static_cast<A>(a[l]), static_cast<B>(b[l]))));
    });
    return ip + 1;
}

template <class Op, class D, class A, class B, class C>
const Inst* ternary(const Inst* ip, Warp& w) {
    const auto* a = row<A>(w, ip->a);
    const auto* b = row<B>(w, ip->b);
    const auto* c = row<C>(w, ip->c);
    forLanes(w, row<D>(w, ip->d), [=](u32 l) {
        return static_cast<Row<D>>(
            D(Op::apply(static_cast<A>(a[l]), static_cast<B>(b[l]), static_cast<C>(c[l]))));
    });
    return ip + 1;
}

} // namespace
} // namespace warpbench::simgpu::engine
