// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warpbench::project {

/// An exact integer with a sign and a 64-bit magnitude. The integers of the expression language
/// range from -2^63 to 2^64 - 1, which covers all values of all integer types; the operations below
/// return empty results for others.
struct Integer {
    std::uint64_t magnitude = 0;
    bool negative = false; ///< never for magnitude 0

    constexpr Integer() = default;
    constexpr explicit Integer(std::int64_t value)
        : magnitude(value < 0 ? 0 - std::uint64_t(value) : std::uint64_t(value))
        , negative(value < 0) {}
    constexpr explicit Integer(std::uint64_t value)
        : magnitude(value) {}

    constexpr bool isZero() const { return magnitude == 0; }
    /// The value modulo 2^64, as 64-bit two's complement.
    constexpr std::uint64_t bits() const { return negative ? 0 - magnitude : magnitude; }
    /// The value if it fits in a signed 64-bit integer.
    std::optional<std::int64_t> asSigned() const;
    double toDouble() const { return negative ? -double(magnitude) : double(magnitude); }
    std::string toString() const;

    bool operator==(const Integer&) const = default;
};

/// -1, 0 or 1 if a is less than, equal to or greater than b.
int compare(const Integer& a, const Integer& b);
/// The same for a double, exactly; 2 if it is NaN.
int compare(const Integer& a, double b);

Integer negated(const Integer& a); ///< may be below -2^63; see inRange
/// Empty if it is outside the language's range.
std::optional<Integer> inRange(const Integer& a);
std::optional<Integer> sum(const Integer& a, const Integer& b);
std::optional<Integer> product(const Integer& a, const Integer& b);
/// \param exponent  0 or more
std::optional<Integer> power(const Integer& base, const Integer& exponent);

/// Rounds towards minus infinity. \param b  not 0
std::optional<Integer> floorQuotient(const Integer& a, const Integer& b);
/// Has the divisor's sign. \param b  not 0
Integer floorRemainder(const Integer& a, const Integer& b);
/// Rounds towards 0, as in C. \param b  not 0
std::optional<Integer> truncatedQuotient(const Integer& a, const Integer& b);
/// Has the dividend's sign. \param b  not 0
Integer truncatedRemainder(const Integer& a, const Integer& b);

/// Bitwise; a negative number has infinitely many leading ones.
/// \param operation  '&', '|' or '^'
std::optional<Integer> bitwise(char operation, const Integer& a, const Integer& b);

/// The integer that a double represents exactly; empty for fractions, NaN and values out of range.
std::optional<Integer> wholeNumber(double value);

} // namespace warpbench::project
