// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/handlers/function_tables.h"
#include "core/simgpu/engine/handlers/lanes.h"

#include <limits>

/// The functions of a GPU's special function unit (MUFU), bit by bit: tables of segments and a
/// quadratic in each. NVIDIA documents the method ("A high-performance area-efficient multifunction
/// interpolator", Oberman and Siu, 2005), the project envytools the tables of a first generation;
/// an H200 gives the same for all 2^32 operands. Roots and hyperbolic tangents, which that
/// generation lacks, follow from an H200's results in the same way.
///
/// Numbers come and go as bits. Subnormal operands and results are zeros of their sign, except
/// those of HyperbolicTangent.
namespace warpbench::simgpu::engine {
namespace {

constexpr u32 kSignBit = 0x80000000u, kInfinityBits = 0x7f800000u, kNanBits = 0x7fffffffu;
constexpr u32 kMantissa = 0x007fffffu, kOne = 0x3f800000u, kImplicitBit = 0x00800000u;
constexpr u32 kRest = 0x1ffffu; ///< what is left of an operand within a segment

/// x^2 / 2^19, less what a squarer without its lower columns leaves out; x < 2^17. Of the cross
/// products of its upper and lower bits only whole numbers count, bit by bit; the lowest two bits
/// do not reach these.
inline u16 square(u32 x) {
    const u16 upper = u16(x >> 9), lower = u16(x >> 2 & 0x7f);
    u16 sum = u16(upper * upper / 2);
    for (int k = 1; k < 8; ++k)
        sum = u16(sum + (u16(lower >> (7 - k)) & u16(-(upper >> k & 1))));
    return sum;
}

/// An operand's place in a function's table.
struct Place {
    u32 segment, rest;
};

inline s64 interpolated(const Segment& s, u32 rest, u16 squared) {
    return s.value + s64{s.slope} * s32(rest) + s64{s.curve} * s32{squared};
}

/// The number x / 2^40, rounded towards zero; 0 <= x < 2^52.
inline u32 fromFixedPoint(s64 x) {
    // In the low bits of 2^52; then 24 bits of the f64 are kept.
    const f64 exact = std::bit_cast<f64>(u64(x) | 0x4330000000000000u) - 0x1p52;
    const f64 cut = std::bit_cast<f64>(std::bit_cast<u64>(exact) & ~u64{0x1fffffff});
    return std::bit_cast<u32>(f32(cut * 0x1p-40));
}

/// |x| * 2^23, the digits behind cut off; 0 for subnormal numbers, and what 32 bits do not hold is
/// lost.
inline u32 toFixedPoint(u32 x) {
    const s32 left = s32(x >> 23 & 0xff) - 127;
    const u32 m = (x & kMantissa) | kImplicitBit;
    const u32 smaller = left > -32 ? m >> (-left & 31) : 0;
    const u32 larger = left < 32 ? m << (left & 31) : 0;
    return left < 0 ? smaller : larger;
}

/// A function of the special function unit: its operand x is reduced, the reduced one has a place
/// in a table, and what is interpolated there becomes the result.
struct Unreduced {
    static u32 reduced(u32 x) { return x; }
};

/// 1 / x
struct Reciprocal : Unreduced {
    static constexpr const Segment* kTable = kReciprocals;
    static Place place(u32 x) { return {(x & kMantissa) >> 16, x << 1 & kRest}; }
    static u32 result(u32 x, u32 /*reduced*/, s64 y) {
        const u32 magnitude = x & ~kSignBit, sign = x & kSignBit;
        const s32 bits =
            (s32(253 - (magnitude >> 23)) * s32(kImplicitBit)) + (s32(y >> 16) - s32(kImplicitBit));
        u32 result = bits < s32(kImplicitBit) ? 0 : u32(bits);
        result = magnitude < kImplicitBit ? kInfinityBits : result;
        result = magnitude == kInfinityBits ? 0 : result;
        return magnitude > kInfinityBits ? kNanBits : sign | result;
    }
};

/// A root's operand is m * 4^half; m, from 1 to 4, comes without its first bit.
inline s32 halfOf(u32 x) {
    return (s32(x >> 23 & 0xff) - 127) >> 1;
}
inline Place placeOfRoot(u32 x) {
    const u32 m = (x & kMantissa) | (~x & kImplicitBit);
    return {m >> 17, m & kRest};
}
/// What roots are of operands that are no positive normal numbers.
inline u32 rootOr(u32 x, u32 result, u32 ofZero, u32 ofInfinity) {
    result = x == kInfinityBits ? ofInfinity : result;
    result = x > kInfinityBits ? kNanBits : result;
    return (x & ~kSignBit) < kImplicitBit ? (x & kSignBit) | ofZero : result;
}

/// 1 / sqrt(x)
struct RootReciprocal : Unreduced {
    static constexpr const Segment* kTable = kRootReciprocals;
    static Place place(u32 x) { return placeOfRoot(x); }
    static u32 result(u32 x, u32 /*reduced*/, s64 y) {
        const bool isPowerOfFour = (x & (kMantissa | kImplicitBit)) == kImplicitBit;
        const s32 fraction = isPowerOfFour ? s32(kImplicitBit) : s32(y >> 16) - s32(kImplicitBit);
        return rootOr(x, u32((126 - halfOf(x)) * s32(kImplicitBit) + fraction), kInfinityBits, 0);
    }
};

/// sqrt(x)
struct Root : Unreduced {
    static constexpr const Segment* kTable = kRoots;
    static Place place(u32 x) { return placeOfRoot(x); }
    static u32 result(u32 x, u32 /*reduced*/, s64 y) {
        const s32 bits = (126 + halfOf(x)) * s32(kImplicitBit) + s32(y >> 17);
        return rootOr(x, u32(bits), 0, kInfinityBits);
    }
};

/// 2^x
struct PowerOfTwo {
    static constexpr const Segment* kTable = kPowers;
    static constexpr u32 kTooLarge = 0x43000000u; ///< 128
    /// The operand in 2^-23, rounded down.
    static u32 reduced(u32 x) {
        const u32 fixed = (x & ~kSignBit) < kTooLarge ? toFixedPoint(x) : 0;
        // Below zero the digits are inverted instead of negated.
        const u32 below = (fixed & kMantissa) != 0 ? ~fixed : -fixed;
        return (x & kSignBit) != 0 ? below : fixed;
    }
    static Place place(u32 digits) { return {(digits & kMantissa) >> 17, digits & kRest}; }
    static u32 result(u32 x, u32 digits, s64 y) {
        const u32 magnitude = x & ~kSignBit, sign = x & kSignBit;
        const s32 bits = ((s32(digits) >> 23) + 126) * s32(kImplicitBit) + s32(y >> 15);
        u32 result = bits < s32(kImplicitBit) ? 0 : u32(bits);
        result = magnitude >= kTooLarge ? (sign != 0 ? 0 : kInfinityBits) : result;
        return magnitude > kInfinityBits ? kNanBits : result;
    }
};

/// log2 x
struct Logarithm : Unreduced {
    static constexpr const Segment* kTable = kLogarithms;
    static Place place(u32 x) { return {(x & kMantissa) >> 17, x & kRest}; }
    static u32 result(u32 x, u32 /*reduced*/, s64 y) {
        const s64 exponent = s64(x >> 23) - 127;
        const s64 sum = x == kOne ? 0 : s64(u64(y) >> 2) + exponent * (s64{1} << 36);
        const s64 magnitude = sum < 0 ? ~sum : sum;
        u32 result = fromFixedPoint(magnitude << 4) | (sum < 0 ? kSignBit : 0);
        result = x == kInfinityBits ? x : result;
        result = x > kInfinityBits ? kNanBits : result;
        return (x & ~kSignBit) < kImplicitBit ? kSignBit | kInfinityBits : result;
    }
};

/// sin x or cos x of a number of turns of a circle. A cosine is a quarter turn ahead and does not
/// see the sign of an angle.
template <bool kCosine>
struct Wave {
    static constexpr const Segment* kTable = kSines;
    /// In 2^-23 of a quarter turn.
    static u32 reduced(u32 turns) {
        const u32 magnitude = turns & ~kSignBit;
        const u32 fixed = magnitude < kImplicitBit ? 0 : toFixedPoint(magnitude + 0x01000000u);
        return fixed + (kCosine ? kImplicitBit : 0);
    }
    static Place place(u32 angle) {
        const u32 digits = ((angle & kImplicitBit) != 0 ? ~angle : angle) & kMantissa;
        return {digits >> 17, digits & kRest};
    }
    static u32 result(u32 turns, u32 angle, s64 y) {
        const u32 sign = (kCosine ? 0 : turns & kSignBit) ^ (angle & 0x01000000u) << 7;
        const u32 result = sign | fromFixedPoint(y << 3);
        return (turns & ~kSignBit) >= kInfinityBits ? kNanBits : result;
    }
};

/// tanh x. Small numbers, subnormal ones too, are their own.
struct HyperbolicTangent : Unreduced {
    static constexpr const Segment* kTable = kHyperbolicTangents;
    static Place place(u32 x) {
        const s32 exponent = s32(x >> 23 & 0xff) - 127;
        const TangentRange& range =
            kTangentRanges[exponent < -8 || exponent > 2 ? 0 : exponent + 8];
        const u32 digits = (x & kMantissa) >> range.ignored;
        return {range.first + (digits >> 17), digits & kRest};
    }
    static u32 result(u32 x, u32 /*reduced*/, s64 y) {
        const u32 magnitude = x & ~kSignBit, sign = x & kSignBit;
        u32 result = sign | fromFixedPoint(y);
        result = magnitude < 0x3b800000u ? x : result;            // 2^-8
        result = magnitude >= 0x41000000u ? sign | kOne : result; // 8
        return magnitude > kInfinityBits ? kNanBits : result;
    }
};

template <class Function>
inline s64 interpolatedAt(u32 reduced) {
    const Place place = Function::place(reduced);
    return interpolated(Function::kTable[place.segment], place.rest, square(place.rest));
}

/// Of a warp's operands, step by step, so that compilers vectorize the steps. d may be x.
template <class Function>
inline void specialOf(u32* d, const u32* x) {
    alignas(64) u32 reduced[kLanes], segments[kLanes], rests[kLanes];
    alignas(64) u16 squares[kLanes];
    alignas(64) s64 y[kLanes];
    for (u32 l = 0; l < kLanes; ++l) {
        reduced[l] = Function::reduced(x[l]);
        const Place place = Function::place(reduced[l]);
        segments[l] = place.segment;
        rests[l] = place.rest;
    }
    for (u32 l = 0; l < kLanes; ++l)
        squares[l] = square(rests[l]);
    for (u32 l = 0; l < kLanes; ++l)
        y[l] = interpolated(Function::kTable[segments[l]], rests[l], squares[l]);
    for (u32 l = 0; l < kLanes; ++l)
        d[l] = Function::result(x[l], reduced[l], y[l]);
}

} // namespace
} // namespace warpbench::simgpu::engine
