// SPDX-License-Identifier: GPL-3.0-or-later
// The .approx functions as ptxas makes them: an instruction of the special function unit, and steps
// around it for operands that the unit does not support (seen in ptxas 13.0's code for sm_90).
#include "core/simgpu/engine/handlers/floating.h"
#include "core/simgpu/engine/handlers/half.h"
#include "core/simgpu/engine/handlers/special_functions.h"

namespace warpbench::simgpu::engine {
namespace {

constexpr f32 kSmallestNormal = 0x1p-126f;
/// Beyond it the reciprocal is subnormal.
constexpr f32 kLargeDivisor = 0x1p126f;

inline u32 bitsOf(f32 x) {
    return std::bit_cast<u32>(x);
}
inline f32 numberOf(u32 bits) {
    return std::bit_cast<f32>(bits);
}

/// What goes around the unit's instruction for all operands: subnormal ones become normal by a
/// factor, whose effect is taken back from the result.
struct AroundReciprocal {
    static f32 scale(f32 x) {
        const f32 magnitude = std::fabs(x);
        return magnitude < kSmallestNormal ? 0x1p24f : magnitude > kLargeDivisor ? 0.25f : 1;
    }
    static f32 before(f32 x) { return x * scale(x); }
    static f32 after(f32 x, f32 result) { return result * scale(x); }
};
struct AroundRootReciprocal {
    static bool isSmall(f32 x) { return std::fabs(x) < kSmallestNormal; }
    static f32 before(f32 x) { return isSmall(x) ? x * 0x1p24f : x; }
    static f32 after(f32 x, f32 result) { return isSmall(x) ? result * 0x1p12f : result; }
};
struct AroundRoot : AroundRootReciprocal {
    static f32 after(f32 x, f32 result) { return isSmall(x) ? result * 0x1p-12f : result; }
};
struct AroundLogarithm : AroundRootReciprocal {
    static f32 after(f32 x, f32 result) { return isSmall(x) ? result - 24 : result; }
};
/// Subnormal powers are squares.
struct AroundPower {
    static f32 before(f32 x) { return x < -126 ? x * 0.5f : x; }
    static f32 after(f32 x, f32 result) { return x < -126 ? result * result : result; }
};
/// The unit takes angles in turns: times 1 / 2 pi as f32, rounded towards zero.
struct AroundWave {
    static f32 before(f32 radians) {
        const f64 exact = f64(radians) * f64(0x1.45f306p-3f);
        return f32(std::bit_cast<f64>(std::bit_cast<u64>(exact) & ~u64{0x1fffffff}));
    }
    static f32 after(f32, f32 result) { return result; }
};
struct Nothing {
    static f32 before(f32 x) { return x; }
    static f32 after(f32, f32 result) { return result; }
};

template <class Function, class Around>
const Inst* special(const Inst* ip, Warp& w) {
    const f32* a = row<f32>(w, ip->a);
    alignas(64) u32 bits[kLanes];
    for (u32 l = 0; l < kLanes; ++l)
        bits[l] = bitsOf(Around::before(a[l]));
    specialOf<Function>(bits, bits);
    forLanes(w, row<f32>(w, ip->d), [&](u32 l) { return Around::after(a[l], numberOf(bits[l])); });
    return ip + 1;
}

/// \tparam Around  the form without .ftz; the other one is the unit's own
template <class Function, class Around>
void addSpecial(FormTable& table, const char* opcode) {
    table.addJoined({opcode, ".approx.f32"}, "ff", special<Function, Around>);
    table.addJoined({opcode, ".approx.f32!"}, "ff", special<Function, Nothing>);
}
template <class Function>
void addWave(FormTable& table, const char* opcode) {
    for (const char* type : {".approx.f32", ".approx.f32!"})
        table.addJoined({opcode, type}, "ff", special<Function, AroundWave>);
}

/// a / b as a times the reciprocal of b. \tparam kFull  large divisors are taken, too
template <bool kFull>
const Inst* divide(const Inst* ip, Warp& w) {
    const f32 *a = row<f32>(w, ip->a), *b = row<f32>(w, ip->b);
    alignas(64) f32 scale[kLanes];
    alignas(64) u32 bits[kLanes];
    for (u32 l = 0; l < kLanes; ++l) {
        const f32 magnitude = std::fabs(b[l]);
        const f32 ofLarge = kFull && magnitude > kLargeDivisor ? 0.25f : 1;
        scale[l] = magnitude < kSmallestNormal ? 0x1p24f : ofLarge;
        bits[l] = bitsOf(b[l] * scale[l]);
    }
    specialOf<Reciprocal>(bits, bits);
    forLanes(w, row<f32>(w, ip->d),
             [&](u32 l) { return canonical(a[l] * scale[l] * numberOf(bits[l])); });
    return ip + 1;
}
/// The same with .ftz.
template <bool kFull>
const Inst* divideFlushed(const Inst* ip, Warp& w) {
    const f32 *a = row<f32>(w, ip->a), *b = row<f32>(w, ip->b);
    alignas(64) f32 dividend[kLanes];
    alignas(64) u32 bits[kLanes];
    for (u32 l = 0; l < kLanes; ++l) {
        const f32 scale = kFull && std::fabs(b[l]) > kLargeDivisor ? 0.25f : 1;
        dividend[l] = flushed(flushed(a[l]) * scale);
        bits[l] = bitsOf(b[l] * scale);
    }
    specialOf<Reciprocal>(bits, bits);
    forLanes(w, row<f32>(w, ip->d), [&](u32 l) {
        const f32 inverse = numberOf(bits[l]), result = dividend[l] * inverse;
        const bool isTiny =
            std::fabs(f64(dividend[l]) * f64(inverse)) < tinyBelow(kRoundNearest, result);
        return canonical(isTiny ? std::copysign(0.0f, result) : result);
    });
    return ip + 1;
}

// Doubles: the unit reads and returns their upper words, with the first 20 bits of a fraction.

constexpr u32 kUpperInfinity = 0x7ff00000u, kUpperImplicitBit = 0x00100000u;

/// The reciprocal of the number with this upper word.
inline u32 upperReciprocal(u32 x) {
    const u32 magnitude = x & ~kSignBit, sign = x & kSignBit;
    const s64 y = interpolatedAt<Reciprocal>(x << 3);
    const s32 bits = (2045 - s32(magnitude >> 20)) * s32(kUpperImplicitBit) +
                     (s32(y >> 19) - s32(kUpperImplicitBit));
    if (magnitude > kUpperInfinity)
        return kNanBits;
    if (magnitude < kUpperImplicitBit)
        return sign | kUpperInfinity;
    return magnitude == kUpperInfinity || bits < s32(kUpperImplicitBit) ? sign : sign | u32(bits);
}
inline u32 upperRootReciprocal(u32 x) {
    const u32 magnitude = x & ~kSignBit;
    if (magnitude < kUpperImplicitBit)
        return (x & kSignBit) | kUpperInfinity;
    if (x >= kUpperInfinity)
        return x == kUpperInfinity ? 0 : kNanBits;
    const s32 exponent = s32(x >> 20) - 1023, half = exponent >> 1;
    const u32 m = (x << 3 & kMantissa) | u32(~exponent & 1) << 23; // as an f32's lower bits
    const s64 y = interpolatedAt<RootReciprocal>(m);
    const s32 fraction =
        m == kImplicitBit ? s32(kUpperImplicitBit) : s32(y >> 19) - s32(kUpperImplicitBit);
    return u32((1022 - half) * s32(kUpperImplicitBit) + fraction);
}
template <u32 (*kFunction)(u32)>
struct UpperWord {
    static u64 apply(u64 x) { return u64{kFunction(u32(x >> 32))} << 32; }
};

/// 1 / sqrt(x): the unit's result, improved once.
struct RsqrtF64 {
    static constexpr int kOperands = 1;
    static f64 improved(f64 x) {
        const u64 upper = u64{upperRootReciprocal(u32(std::bit_cast<u64>(x) >> 32))} << 32;
        const f64 y = std::bit_cast<f64>(upper);
        const f64 error = __builtin_fma(x, -(y * y), 1.0);
        return __builtin_fma(__builtin_fma(error, 0.375, 0.5), y * error, y);
    }
    static f64 apply(f64 x, f64, f64) {
        if (x != x)
            return x + x;
        if (x == 0)
            return std::copysign(__builtin_inf(), x);
        if (x < 0)
            return std::bit_cast<f64>(u64{0xfff8000000000000u});
        if (x == __builtin_inf())
            return 0;
        return x < 0x1p-1022 ? improved(x * 0x1p54) * 0x1p27 : improved(x);
    }
};

// Halves: in f32, then rounded towards zero.

struct Half {
    static u32 load(u16 bits) { return bitsOf(halfToFloat(bits)); }
    static u16 store(u32 bits) {
        const f32 x = numberOf(bits);
        const bool isTooLarge = std::fabs(x) >= 65536;
        return floatToHalf(isTooLarge ? std::copysign(__builtin_inff(), x) : x, kRoundZero);
    }
};
struct Bfloat {
    static u32 load(u16 bits) { return u32{bits} << 16; }
    static u16 store(u32 bits) { return u16(bits >> 16); }
};

/// The halves from bit `shift` on in each lane.
template <class Function, class Format>
inline void specialHalves(u32* d, const u32* a, u32 shift) {
    for (u32 l = 0; l < kLanes; ++l)
        d[l] = Format::load(u16(a[l] >> shift));
    specialOf<Function>(d, d);
    for (u32 l = 0; l < kLanes; ++l)
        d[l] = u32{Format::store(d[l])} << shift;
}

template <class Function, class Format, bool kPair>
const Inst* specialHalf(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    alignas(64) u32 low[kLanes], high[kLanes] = {};
    specialHalves<Function, Format>(low, a, 0);
    if constexpr (kPair)
        specialHalves<Function, Format>(high, a, 16);
    forLanes(w, row32(w, ip->d), [&](u32 l) { return low[l] | high[l]; });
    return ip + 1;
}

template <class Function, class Format>
void addSpecialHalf(FormTable& table, const char* name) {
    for (const char* modifiers : {"", "!"}) { // a bf16's power has .ftz
        table.addJoined({name, modifiers}, "hh", specialHalf<Function, Format, false>);
        table.addJoined({name, "x2", modifiers}, "rr", specialHalf<Function, Format, true>);
    }
}

} // namespace

void WARPBENCH_ISA::addApproximateForms(FormTable& table) {
    addSpecial<PowerOfTwo, AroundPower>(table, "ex2");
    addSpecial<Logarithm, AroundLogarithm>(table, "lg2");
    addSpecial<RootReciprocal, AroundRootReciprocal>(table, "rsqrt");
    addSpecial<Root, AroundRoot>(table, "sqrt");
    addSpecial<Reciprocal, AroundReciprocal>(table, "rcp");
    addWave<Wave<false>>(table, "sin");
    addWave<Wave<true>>(table, "cos");
    table.add("tanh.approx.f32", "ff", special<HyperbolicTangent, Nothing>);
    table.add("div.approx.f32", "fff", divide<false>);
    table.add("div.approx.f32!", "fff", divideFlushed<false>);
    table.add("div.full.f32", "fff", divide<true>);
    table.add("div.full.f32!", "fff", divideFlushed<true>);
    table.add("rcp.approx.f64!", "gg", unary<UpperWord<upperReciprocal>, u64, u64>);
    table.add("rsqrt.approx.f64!", "gg", unary<UpperWord<upperRootReciprocal>, u64, u64>);
    table.add("rsqrt.approx.f64", "gg", plainFloat<RsqrtF64, f64>);
    addSpecialHalf<HyperbolicTangent, Half>(table, "tanh.approx.f16");
    addSpecialHalf<HyperbolicTangent, Bfloat>(table, "tanh.approx.bf16");
    addSpecialHalf<PowerOfTwo, Half>(table, "ex2.approx.f16");
    addSpecialHalf<PowerOfTwo, Bfloat>(table, "ex2.approx.bf16");
}

} // namespace warpbench::simgpu::engine
