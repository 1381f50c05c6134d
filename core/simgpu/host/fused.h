// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace warpbench::simgpu::host {

/// x * y + z with one rounding in the thread's mode (IEEE 754-2008, 5.4.1), in integer arithmetic,
/// for when neither the processor nor the C library provides it.
inline double fusedByIntegers(double x, double y, double z) noexcept {
    __extension__ using Wide = unsigned __int128;
    struct Parts {
        Wide bits;    ///< the highest bit is bit 125
        int exponent; ///< of bit 0
    };
    // The result is rounded only once.
    if (!std::isfinite(x) || !std::isfinite(y) || x == 0 || y == 0)
        return x * y + z;
    if (!std::isfinite(z))
        return z + z;
    if (z == 0)
        return x * y; // also if the result underflows and keeps only its sign
    const auto parts = [](Wide bits, int exponent) {
        const int up = std::countl_zero(std::uint64_t(bits >> 64)) < 64
                           ? std::countl_zero(std::uint64_t(bits >> 64)) - 2
                           : 62 + std::countl_zero(std::uint64_t(bits));
        return Parts{bits << up, exponent - up};
    };
    const auto integer = [](double value, int& exponent) {
        constexpr int kBits = std::numeric_limits<double>::digits;
        const double fraction = std::frexp(std::fabs(value), &exponent);
        exponent -= kBits;
        return std::uint64_t(std::ldexp(fraction, kBits));
    };
    int ofX = 0, ofY = 0, ofZ = 0;
    const std::uint64_t wholeX = integer(x, ofX), wholeY = integer(y, ofY),
                        wholeZ = integer(z, ofZ);
    Parts large = parts(Wide(wholeX) * wholeY, ofX + ofY), small = parts(wholeZ, ofZ);
    bool negative = std::signbit(x) != std::signbit(y);
    const bool differ = negative != std::signbit(z);
    if (small.exponent > large.exponent ||
        (small.exponent == large.exponent && small.bits > large.bits)) {
        std::swap(large, small);
        negative = std::signbit(z);
    }
    // Bits shifted out only matter by being nonzero.
    const int down = large.exponent - small.exponent;
    const Wide kept = down < 126 ? small.bits >> down : 0;
    const bool lost = down < 126 ? kept << down != small.bits : true;
    const Wide sum = differ ? large.bits - kept - (lost ? 1 : 0) : large.bits + kept;
    const int mode = std::fegetround();
    if (sum == 0 && !lost)
        return mode == FE_DOWNWARD ? -0.0 : 0.0;
    const bool away = mode == (negative ? FE_DOWNWARD : FE_UPWARD); // from zero, for any remainder
    const Wide sticky = sum | (lost ? 1 : 0);

    const int top = sticky >> 64 != 0 ? 127 - std::countl_zero(std::uint64_t(sticky >> 64))
                                      : 63 - std::countl_zero(std::uint64_t(sticky));
    const int exponent = large.exponent + top; // the result is in [1, 2) * 2^exponent
    constexpr int kLeast = std::numeric_limits<double>::min_exponent - 1;
    if (exponent > 1023) {
        const double size = mode == FE_TONEAREST || away ? std::numeric_limits<double>::infinity()
                                                         : std::numeric_limits<double>::max();
        return negative ? -size : size;
    }
    const int digits = exponent >= kLeast ? 53 : 53 - (kLeast - exponent);
    if (digits < 0) {
        const double size = away ? std::numeric_limits<double>::denorm_min() : 0.0;
        return negative ? -size : size;
    }
    const int cut = top + 1 - digits; // excess bits
    Wide rounded = sticky;
    if (cut > 0) {
        const Wide half = Wide(1) << (cut - 1), rest = sticky & ((half << 1) - 1);
        rounded = cut < 128 ? sticky >> cut : 0;
        const bool nearer = rest > half || (rest == half && (rounded & 1) != 0);
        if (mode == FE_TONEAREST ? nearer : away && rest != 0)
            ++rounded;
    }
    const double size =
        std::ldexp(double(std::uint64_t(rounded)), large.exponent + (cut > 0 ? cut : 0));
    return negative ? -size : size;
}

/// The same for floats: a double holds the exact product and the sum rounded to odd, which makes
/// the final rounding to float correct (Boldo and Melquiond, "Emulation of FMA and correctly
/// rounded sums").
inline float fusedByDoubles(float x, float y, float z) noexcept {
    if (std::fegetround() != FE_TONEAREST) // directed rounding twice equals rounding once
        return float(fusedByIntegers(double(x), double(y), double(z)));
    const double product = double(x) * double(y), sum = product + double(z);
    const double back = sum - product;
    const double error = (product - (sum - back)) + (double(z) - back);
    if (error == 0 || !std::isfinite(sum) || !std::isfinite(error))
        return float(sum);
    auto bits = std::bit_cast<std::uint64_t>(sum);
    if ((bits & 1) == 0)
        bits += (error > 0) == (sum > 0) ? 1 : std::uint64_t(-1);
    return float(std::bit_cast<double>(bits));
}

} // namespace warpbench::simgpu::host
