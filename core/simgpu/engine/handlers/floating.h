// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/handlers/lanes.h"
#include "core/simgpu/engine/handlers/modifiers.h"

#include <cfenv>
#include <cmath>
#include <limits>
#include <type_traits>

/// PTX floating-point rules beyond IEEE 754 (PTX ISA 9.0, section 9.7.3): one canonical NaN for
/// f32, flushing subnormals, saturation, and a rounding mode per instruction.
namespace warpbench::simgpu::engine {
namespace {

inline f32 canonical(f32 x) {
    return x == x ? x : std::bit_cast<f32>(0x7fffffffu);
}
/// f64 results keep the payload of a NaN operand, as in hardware.
inline f64 canonical(f64 x) {
    return x;
}
/// Sets a NaN's quiet bit, keeping sign and payload; other numbers are unchanged.
inline f64 quieted(f64 x) {
    return x == x ? x : std::bit_cast<f64>(std::bit_cast<u64>(x) | 0x0008000000000000u);
}
inline f32 quieted(f32 x) {
    return x;
}

inline f32 flushed(f32 x) {
    const u32 bits = std::bit_cast<u32>(x);
    return std::bit_cast<f32>((bits & 0x7f800000u) == 0 ? bits & 0x80000000u : bits);
}
inline f64 flushed(f64 x) {
    return x;
}

template <class T>
inline T saturated(T x) {
    // A NaN becomes +0.
    return x > T{0} ? (x < T{1} ? x : T{1}) : T{0};
}

/// Sets the host's rounding mode for its lifetime.
class RoundingScope {
  public:
    explicit RoundingScope(u32 modifiers) {
        static constexpr int kModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
        m_changed = (modifiers & kRoundingMask) != 0;
        if (m_changed)
            std::fesetround(kModes[modifiers & kRoundingMask]);
    }
    ~RoundingScope() {
        if (m_changed)
            std::fesetround(FE_TONEAREST);
    }
    RoundingScope(const RoundingScope&) = delete;
    RoundingScope& operator=(const RoundingScope&) = delete;

  private:
    bool m_changed;
};

template <class T>
struct Values {
    alignas(64) T v[kLanes];
};

template <class T>
inline void takeInputs(Values<T>& out, const T* in, bool ftz) {
    for (u32 l = 0; l < kLanes; ++l)
        out.v[l] = ftz ? flushed(in[l]) : in[l];
}

template <class T>
inline T finished(T x, bool ftz, bool sat) {
    x = canonical(x);
    x = ftz ? flushed(x) : x;
    return sat ? saturated(x) : x;
}

template <class T>
inline void giveResults(Warp& w, T* d, const Values<T>& results, u32 modifiers) {
    const bool ftz = modifiers & kFlush;
    const bool sat = modifiers & kSaturate;
    forLanes(w, d, [&](u32 l) { return finished(results.v[l], ftz, sat); });
}

/// Results below this magnitude are flushed under .ftz. What counts is the result rounded to 24
/// bits with an unbounded exponent (seen on an H200). To nearest, a value half an ulp below the
/// smallest normal number rounds up to it; away from zero, every value less than a whole ulp below
/// does.
inline f64 tinyBelow(u32 modifiers, f32 result) {
    const u32 mode = modifiers & kRoundingMask;
    const bool away =
        (mode == kRoundDown && std::signbit(result)) || (mode == kRoundUp && !std::signbit(result));
    // The next f64 above 2^-126 minus one ulp, because that value itself is tiny.
    return away ? 0x1p-126 - 0x1p-150 + 0x1p-179 : 0x1p-126 - 0x1p-151;
}

/// \param modifiers  the rounding mode that produced d
template <class Op>
inline void flushTiny(Values<f32>& d, const Values<f32>& a, const Values<f32>& b,
                      const Values<f32>& c, u32 modifiers) {
    if constexpr (requires { Op::isTiny(a.v[0], b.v[0], c.v[0], 0.0); }) {
        for (u32 l = 0; l < kLanes; ++l) {
            if (std::fabs(d.v[l]) == 0x1p-126f &&
                Op::isTiny(a.v[l], b.v[l], c.v[l], tinyBelow(modifiers, d.v[l])))
                d.v[l] = std::copysign(0.0f, d.v[l]);
        }
    }
}

/// Never inlined, so that no arithmetic moves out of a rounding scope.
template <class Op, class T>
__attribute__((noinline)) void compute(Values<T>& d, const Values<T>& a, const Values<T>& b,
                                       const Values<T>& c) {
    for (u32 l = 0; l < kLanes; ++l)
        d.v[l] = Op::apply(a.v[l], b.v[l], c.v[l]);
}

/// The same with the rounding mode in the modifiers.
template <class Op, class T>
inline void computeRounded(Values<T>& d, const Values<T>& a, const Values<T>& b, const Values<T>& c,
                           u32 modifiers) {
    {
        const RoundingScope rounding(modifiers);
        compute<Op, T>(d, a, b, c);
    }
    if constexpr (std::is_same_v<T, f32>) {
        if (modifiers & kFlush)
            flushTiny<Op>(d, a, b, c, modifiers);
    }
}

/// An operation of up to three operands with any modifiers (Inst::aux).
template <class Op, class T>
const Inst* withModifiers(const Inst* ip, Warp& w) {
    Values<T> a, b, c, d;
    const bool ftz = ip->aux & kFlush;
    takeInputs(a, row<T>(w, ip->a), ftz);
    takeInputs(b, row<T>(w, Op::kOperands > 1 ? ip->b : ip->a), ftz);
    takeInputs(c, row<T>(w, Op::kOperands > 2 ? ip->c : ip->a), ftz);
    computeRounded<Op>(d, a, b, c, ip->aux);
    giveResults(w, row<T>(w, ip->d), d, ip->aux);
    return ip + 1;
}

/// The same, rounded to nearest and without other modifiers.
template <class Op, class T>
const Inst* plainFloat(const Inst* ip, Warp& w) {
    const T* a = row<T>(w, ip->a);
    const T* b = row<T>(w, Op::kOperands > 1 ? ip->b : ip->a);
    const T* c = row<T>(w, Op::kOperands > 2 ? ip->c : ip->a);
    forLanes(w, row<T>(w, ip->d), [=](u32 l) { return canonical(Op::apply(a[l], b[l], c[l])); });
    return ip + 1;
}

} // namespace
} // namespace warpbench::simgpu::engine
