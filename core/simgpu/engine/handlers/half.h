// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/handlers/modifiers.h"

#include <bit>
#include <cmath>
#include <cstdint>

/// 16-bit and 8-bit floating-point formats as bit patterns.
namespace warpbench::simgpu::engine {
namespace {

inline float halfToFloat(std::uint16_t h) {
    const std::uint32_t sign = std::uint32_t(h & 0x8000u) << 16;
    const std::uint32_t exponent = h >> 10 & 31u;
    const std::uint32_t fraction = h & 0x3ffu;
    if (exponent == 31)
        return std::bit_cast<float>(sign | 0x7f800000u | fraction << 13);
    if (exponent == 0) {
        const float magnitude = float(fraction) * 0x1p-24f;
        return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(magnitude));
    }
    return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

inline float bfloatToFloat(std::uint16_t b) {
    return std::bit_cast<float>(std::uint32_t(b) << 16);
}

/// Which values of a format are no numbers.
enum class Specials : std::uint8_t {
    ieee,    ///< the top exponent is for infinities and NaNs
    nanOnly, ///< the pattern of ones alone is a NaN; there is no infinity
    none,
};

/// A format of at most 16 bits: sign, exponent and fraction.
struct SmallFormat {
    int exponentBits;
    int fractionBits;
    Specials specials;

    constexpr int bias() const { return (1 << (exponentBits - 1)) - 1; }
    constexpr std::uint32_t signBit() const { return 1u << (exponentBits + fractionBits); }
    constexpr std::uint32_t infinity() const { return ((1u << exponentBits) - 1) << fractionBits; }
    /// What a NaN becomes: of a format without one the largest number.
    constexpr std::uint32_t nan() const { return signBit() - 1; }
    constexpr std::uint32_t largest() const {
        return specials == Specials::ieee      ? infinity() - 1
               : specials == Specials::nanOnly ? nan() - 1
                                               : nan();
    }
};
inline constexpr SmallFormat kHalf{5, 10, Specials::ieee};
inline constexpr SmallFormat kBfloat{8, 7, Specials::ieee};
inline constexpr SmallFormat kE5m2{5, 2, Specials::ieee};
inline constexpr SmallFormat kE4m3{4, 3, Specials::nanOnly};
inline constexpr SmallFormat kE3m2{3, 2, Specials::none};
inline constexpr SmallFormat kE2m3{2, 3, Specials::none};
inline constexpr SmallFormat kE2m1{2, 1, Specials::none};

/// What kRoundRandom adds to the part that rounding cuts off: `count` bits that stand right behind
/// the last place that is kept. A carry out of them is one more in that place.
struct RandomBits {
    std::uint32_t bits = 0;
    int count = 0;
};

/// Rounds a double to a small format, once. \param modifiers kRound… and kSatFinite
inline std::uint16_t roundTo(const SmallFormat& format, double value, std::uint32_t modifiers,
                             RandomBits random = {}) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
    const std::uint32_t sign = bits >> 63 ? format.signBit() : 0;
    if (value != value)
        return std::uint16_t(format.nan());
    const double magnitude = std::fabs(value);
    const std::uint32_t rounding = modifiers & kRoundingMask;
    const bool towardZero = rounding == kRoundZero || (rounding == kRoundDown && !sign) ||
                            (rounding == kRoundUp && sign);
    const bool awayFromZero = (rounding == kRoundDown && sign) || (rounding == kRoundUp && !sign);
    const bool clamp = (modifiers & kSatFinite) != 0;
    const std::uint32_t infinite =
        format.specials == Specials::ieee ? format.infinity() : format.nan();
    const std::uint32_t overflow = clamp || towardZero ? format.largest() : infinite;
    if (magnitude == __builtin_inf())
        return std::uint16_t(sign | (clamp ? format.largest() : infinite));
    if (magnitude == 0)
        return std::uint16_t(sign);

    int exponent = 0;
    std::frexp(magnitude, &exponent); // magnitude in [2^(exponent-1), 2^exponent)
    const int minExponent = 1 - format.bias();
    const int unit =
        (exponent - 1 < minExponent ? minExponent : exponent - 1) - format.fractionBits;
    const double scaled = std::ldexp(magnitude, -unit); // exact
    double whole = std::floor(scaled);
    const double rest = scaled - whole;
    const bool odd = std::fmod(whole, 2.0) != 0;
    if (rounding == kRoundRandom) {
        const double carry = std::ldexp(1.0, random.count);
        whole += std::floor(rest * carry) + random.bits >= carry;
    } else if (awayFromZero
                   ? rest > 0
                   : !towardZero &&
                         (rest > 0.5 || (rest == 0.5 && (odd || rounding == kRoundNearestAway)))) {
        whole += 1;
    }
    // `whole` counts units of the last place: the pattern follows by adding, since a carry out of
    // the fraction is a step of the exponent.
    const auto count = std::uint32_t(whole);
    const std::uint32_t steps = std::uint32_t(unit + format.fractionBits - minExponent);
    const std::uint32_t pattern = (steps << format.fractionBits) + count;
    return std::uint16_t(sign | (pattern > format.largest() ? overflow : pattern));
}

inline double fromSmall(const SmallFormat& format, std::uint32_t bits) {
    const bool negative = bits & format.signBit();
    const std::uint32_t magnitude = bits & (format.signBit() - 1);
    double value;
    const bool isIeee = format.specials == Specials::ieee;
    if (isIeee ? magnitude > format.infinity()
               : format.specials == Specials::nanOnly && magnitude == format.nan())
        return __builtin_nan("");
    if (isIeee && magnitude == format.infinity()) {
        value = __builtin_inf();
    } else {
        const int exponent = int(magnitude >> format.fractionBits);
        const double fraction = double(magnitude & ((1u << format.fractionBits) - 1));
        const double one = double(1u << format.fractionBits);
        value = exponent == 0
                    ? std::ldexp(fraction, 1 - format.bias() - format.fractionBits)
                    : std::ldexp(one + fraction, exponent - format.bias() - format.fractionBits);
    }
    return negative ? -value : value;
}

inline std::uint16_t floatToHalf(double value, std::uint32_t modifiers = kRoundNearest) {
    return roundTo(kHalf, value, modifiers);
}
inline std::uint16_t floatToBfloat(double value, std::uint32_t modifiers = kRoundNearest) {
    return roundTo(kBfloat, value, modifiers);
}

/// a * b + c in double, rounded to odd, so that a second rounding to a small format is right.
inline double fmaToOdd(double a, double b, double c) {
    const double product = a * b; // exact for formats of up to 24 bits
    const double sum = product + c;
    const double back = sum - product;
    const double error = (product - (sum - back)) + (c - back);
    if (!(error != 0) || !std::isfinite(sum))
        return sum;
    std::uint64_t bits = std::bit_cast<std::uint64_t>(sum);
    if (bits & 1)
        return sum;
    const bool grow = (error > 0) == (sum > 0);
    // An even last bit with something left over: the neighbour towards the exact value is odd.
    bits = grow ? bits + 1 : bits - 1;
    return std::bit_cast<double>(bits);
}

} // namespace
} // namespace warpbench::simgpu::engine
