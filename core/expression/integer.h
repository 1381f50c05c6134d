// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warpbench::project {

/// An exact integer as a sign and a magnitude of 64 bits. What the expression language calls an
/// integer is one from -2^63 to 2^64 - 1, so that every value of every integer type is one; the
/// operations below give empty results for others.
struct Integer {
    std::uint64_t magnitude = 0;
    bool negative = false; ///< never where the magnitude is 0

    constexpr Integer() = default;
    constexpr explicit Integer(std::int64_t value)
        : magnitude(value < 0 ? 0 - std::uint64_t(value) : std::uint64_t(value))
        , negative(value < 0) {}
    constexpr explicit Integer(std::uint64_t value)
        : magnitude(value) {}

    constexpr bool isZero() const { return magnitude == 0; }
    /// The value modulo 2^64: what 64 bits of two's complement hold.
    constexpr std::uint64_t bits() const { return negative ? 0 - magnitude : magnitude; }
    /// The value where a signed 64-bit integer holds it.
    std::optional<std::int64_t> asSigned() const;
    double toDouble() const { return negative ? -double(magnitude) : double(magnitude); }
    std::string toString() const;

    bool operator==(const Integer&) const = default;
};

/// -1, 0 or 1 as a is below, equal to or above b.
int compare(const Integer& a, const Integer& b);
/// The same against a double, exactly; 2 where it is NaN.
int compare(const Integer& a, double b);

Integer negated(const Integer& a); ///< may be below -2^63; see inRange
/// Empty where it is no integer of the language.
std::optional<Integer> inRange(const Integer& a);
std::optional<Integer> sum(const Integer& a, const Integer& b);
std::optional<Integer> product(const Integer& a, const Integer& b);
/// \param exponent  0 or more
std::optional<Integer> power(const Integer& base, const Integer& exponent);

/// Rounded towards minus infinity. \param b  not 0
std::optional<Integer> floorQuotient(const Integer& a, const Integer& b);
/// Has the divisor's sign. \param b  not 0
Integer floorRemainder(const Integer& a, const Integer& b);
/// As C divides: towards 0. \param b  not 0
std::optional<Integer> truncatedQuotient(const Integer& a, const Integer& b);
/// Has the dividend's sign. \param b  not 0
Integer truncatedRemainder(const Integer& a, const Integer& b);

/// Bit by bit, a negative number being preceded by endless ones.
/// \param operation  '&', '|' or '^'
std::optional<Integer> bitwise(char operation, const Integer& a, const Integer& b);

/// The integer that a double holds exactly; empty for fractions, NaN and what is out of range.
std::optional<Integer> wholeNumber(double value);

} // namespace warpbench::project
