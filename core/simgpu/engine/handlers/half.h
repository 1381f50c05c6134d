// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/handlers/modifiers.h"

#include <bit>
#include <cmath>
#include <cstdint>

/// 16-bit and 8-bit floating-point formats as bit patterns.
namespace warpbench::simgpu::engine {
namespace {

/// Branch-free, so that compilers can vectorize it: normal and subnormal numbers are converted by
/// an exact multiplication; the top exponent is fixed up afterwards.
inline float halfToFloat(std::uint16_t h) {
    const std::uint32_t magnitude = std::uint32_t(h & 0x7fffu) << 13;
    const float number = std::bit_cast<float>(magnitude) * 0x1p112f;
    const std::uint32_t special = magnitude >= (0x7c00u << 13) ? 0x7f800000u : 0u;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(number) | special |
                                std::uint32_t(h & 0x8000u) << 16);
}

inline float bfloatToFloat(std::uint16_t b) {
    return std::bit_cast<float>(std::uint32_t(b) << 16);
}

/// Which bit patterns of a format are not numbers.
enum class Specials : std::uint8_t {
    ieee,    ///< the top exponent encodes infinities and NaNs
    nanOnly, ///< only the pattern of all ones is a NaN; infinities do not exist
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
    /// The result for a NaN: in a format without NaNs, the largest number.
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

/// What kRoundRandom adds to the discarded part: `count` bits right after the last kept place. A
/// carry out of them increments that place.
struct RandomBits {
    std::uint32_t bits = 0;
    int count = 0;
};

/// Rounds a double to a small format in one step. \param modifiers kRound… and kSatFinite
inline std::uint16_t roundTo(const SmallFormat& format, double value, std::uint32_t modifiers,
                             RandomBits random = {}) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
    const std::uint32_t sign = bits >> 63 ? format.signBit() : 0;
    if (value != value)
        return std::uint16_t(format.nan());
    const std::uint32_t rounding = modifiers & kRoundingMask;
    const bool towardZero = rounding == kRoundZero || (rounding == kRoundDown && !sign) ||
                            (rounding == kRoundUp && sign);
    const bool awayFromZero = (rounding == kRoundDown && sign) || (rounding == kRoundUp && !sign);
    const bool clamp = (modifiers & kSatFinite) != 0;
    const std::uint32_t infinite =
        format.specials == Specials::ieee ? format.infinity() : format.nan();
    const std::uint32_t overflow = clamp || towardZero ? format.largest() : infinite;
    constexpr int kFraction = 52, kBias = 1023, kTop = 2047; // of a double
    const int biased = int(bits >> kFraction) & kTop;
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << kFraction) - 1);
    if (biased == kTop)
        return std::uint16_t(sign | (clamp ? format.largest() : infinite));
    if (biased == 0 && fraction == 0)
        return std::uint16_t(sign);

    // The magnitude is `number` times 2^(exponent - 52).
    const int exponent = (biased ? biased : 1) - kBias;
    const std::uint64_t number = fraction | std::uint64_t{biased != 0} << kFraction;
    const int minExponent = 1 - format.bias();
    const int unit = (exponent < minExponent ? minExponent : exponent) - format.fractionBits;
    // Number of discarded bits; if all are discarded, the exact number does not matter.
    const int cut = unit - exponent + kFraction < 63 ? unit - exponent + kFraction : 63;
    std::uint64_t whole = number >> cut;
    const std::uint64_t rest = number & ((std::uint64_t{1} << cut) - 1);
    const std::uint64_t half = std::uint64_t{1} << (cut - 1);
    if (rounding == kRoundRandom) {
        const int below = unit - exponent + kFraction - random.count;
        const std::uint64_t behind = below < 64 ? rest >> below : 0;
        whole += (behind + random.bits) >> random.count;
    } else if (awayFromZero ? rest > 0
                            : !towardZero && (rest > half ||
                                              (rest == half &&
                                               ((whole & 1) || rounding == kRoundNearestAway)))) {
        whole += 1;
    }
    // `whole` counts units of the last place. Adding gives the bit pattern, because a carry out of
    // the fraction increments the exponent.
    const auto steps = std::uint32_t(unit + format.fractionBits - minExponent);
    const std::uint64_t pattern = (std::uint64_t{steps} << format.fractionBits) + whole;
    return std::uint16_t(sign | (pattern > format.largest() ? overflow : std::uint32_t(pattern)));
}

/// Rounds to the nearest half, branch-free. NaNs become 0x7fff.
inline std::uint16_t nearestHalf(float value) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
    // Removes the exponent bias; the carry of the discarded bits rounds.
    const std::uint32_t normal = (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
    // Adding 0.5 aligns the last place of subnormal halves with that of a float.
    const std::uint32_t subnormal =
        std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3f000000u;
    std::uint32_t result = magnitude < 0x38800000u ? subnormal : normal;
    result = magnitude >= 0x47800000u ? 0x7c00u : result;
    return std::uint16_t(magnitude > 0x7f800000u ? 0x7fffu : result | sign);
}
inline std::uint16_t nearestBfloat(float value) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t result = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
    return std::uint16_t((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : result);
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

/// a * b + c in double, rounded to odd, so that rounding again to a small format is correct.
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
    // The last bit is even and there is a remainder: the neighbour towards the exact value is odd.
    bits = grow ? bits + 1 : bits - 1;
    return std::bit_cast<double>(bits);
}

/// The same in float, for f16 values, whose products are also exact in float.
inline float fmaToOdd(float a, float b, float c) {
    const float product = a * b;
    const float sum = product + c;
    const float back = sum - product;
    const float error = (product - (sum - back)) + (c - back);
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(sum);
    const bool isOdd =
        !(error > 0 || error < 0) || (bits & 1u) != 0 || (bits & 0x7f800000u) == 0x7f800000u;
    const std::uint32_t step = (error > 0) == (sum > 0) ? 1u : ~0u;
    return std::bit_cast<float>(isOdd ? bits : bits + step);
}

} // namespace
} // namespace warpbench::simgpu::engine
