// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

/// Exact arithmetic on 64-bit integers; empty results mean overflow.
namespace warpbench::project {

inline std::optional<std::int64_t> checkedMultiply(std::int64_t a, std::int64_t b) {
    constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
    if (a == 0 || b == 0) {
        return 0;
    }
    if ((a == -1 && b == kMin) || (b == -1 && a == kMin)) {
        return std::nullopt;
    }
    const auto product = std::int64_t(std::uint64_t(a) * std::uint64_t(b));
    if (product / b != a) {
        return std::nullopt;
    }
    return product;
}

/// Quotient rounded towards minus infinity; b must not be 0, or -1 with the smallest a.
inline std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

/// Remainder with the divisor's sign; b must not be 0.
inline std::int64_t floorModulo(std::int64_t a, std::int64_t b) {
    if (b == -1) {
        return 0; // the quotient of the smallest integer overflows
    }
    const std::int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

/// Remainder with the divisor's sign, as in Python for floats.
inline double floorModulo(double a, double b) {
    double rest = std::fmod(a, b);
    if (rest != 0) {
        if ((rest < 0) != (b < 0)) {
            rest += b;
        }
    } else {
        rest = std::copysign(0.0, b);
    }
    return rest;
}

/// The integer that a double represents exactly; empty for fractions, NaN and 64-bit overflow.
inline std::optional<std::int64_t> exactInteger(double value) {
    constexpr double kTwoTo63 = 9223372036854775808.0;
    if (!(value >= -kTwoTo63 && value < kTwoTo63) || value != std::trunc(value)) {
        return std::nullopt;
    }
    return std::int64_t(value);
}

/// Rounds half to even, regardless of the process's rounding mode.
inline double roundHalfEven(double value) {
    const double down = std::floor(value);
    const double rest = value - down;
    if (rest < 0.5) {
        return down;
    }
    if (rest > 0.5) {
        return down + 1;
    }
    return std::fmod(down, 2) == 0 ? down : down + 1;
}

} // namespace warpbench::project
