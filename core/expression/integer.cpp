// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/integer.h"

#include <cmath>
#include <limits>

namespace warpbench::project {

namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kLeastMagnitude = std::uint64_t(1) << 63;
constexpr double kTwoTo63 = 9223372036854775808.0;
constexpr double kTwoTo64 = 18446744073709551616.0;

Integer make(std::uint64_t magnitude, bool negative) {
    Integer result(magnitude);
    result.negative = negative && magnitude != 0;
    return result;
}

} // namespace

std::optional<std::int64_t> Integer::asSigned() const {
    if (magnitude > (negative ? kLeastMagnitude : kLeastMagnitude - 1)) {
        return std::nullopt;
    }
    return std::int64_t(bits());
}

std::string Integer::toString() const {
    return (negative ? "-" : "") + std::to_string(magnitude);
}

int compare(const Integer& a, const Integer& b) {
    if (a == b) {
        return 0;
    }
    if (a.negative != b.negative) {
        return a.negative ? -1 : 1;
    }
    return (a.magnitude < b.magnitude) != a.negative ? -1 : 1;
}

int compare(const Integer& a, double b) {
    if (std::isnan(b)) {
        return 2;
    }
    if (b >= kTwoTo64) {
        return -1;
    }
    if (b < -kTwoTo63) {
        return 1;
    }
    const double whole = std::floor(b);
    const int order = compare(a, *wholeNumber(whole));
    return order == 0 && whole < b ? -1 : order;
}

Integer negated(const Integer& a) {
    return make(a.magnitude, !a.negative);
}

std::optional<Integer> inRange(const Integer& a) {
    return a.negative && a.magnitude > kLeastMagnitude ? std::nullopt : std::optional(a);
}

std::optional<Integer> sum(const Integer& a, const Integer& b) {
    if (a.negative != b.negative) {
        return inRange(a.magnitude < b.magnitude ? make(b.magnitude - a.magnitude, b.negative)
                                                 : make(a.magnitude - b.magnitude, a.negative));
    }
    if (a.magnitude > kMost - b.magnitude) {
        return std::nullopt;
    }
    return inRange(make(a.magnitude + b.magnitude, a.negative));
}

std::optional<Integer> product(const Integer& a, const Integer& b) {
    if (a.magnitude != 0 && b.magnitude > kMost / a.magnitude) {
        return std::nullopt;
    }
    return inRange(make(a.magnitude * b.magnitude, a.negative != b.negative));
}

std::optional<Integer> power(const Integer& base, const Integer& exponent) {
    Integer result(std::uint64_t(1));
    std::optional<Integer> square = base;
    for (std::uint64_t rest = exponent.magnitude; rest > 0; rest >>= 1) {
        if ((rest & 1) != 0) {
            const auto next = square ? product(result, *square) : std::nullopt;
            if (!next) {
                return std::nullopt;
            }
            result = *next;
        }
        if (rest > 1 && square) {
            square = product(*square, *square);
        }
    }
    return result;
}

std::optional<Integer> floorQuotient(const Integer& a, const Integer& b) {
    const std::uint64_t quotient = a.magnitude / b.magnitude;
    if (a.negative == b.negative) {
        return make(quotient, false);
    }
    // Cannot overflow: with a remainder, the quotient is at most half of the maximum.
    return inRange(make(quotient + (a.magnitude % b.magnitude != 0 ? 1 : 0), true));
}

Integer floorRemainder(const Integer& a, const Integer& b) {
    const std::uint64_t rest = a.magnitude % b.magnitude;
    return make(rest != 0 && a.negative != b.negative ? b.magnitude - rest : rest, b.negative);
}

std::optional<Integer> truncatedQuotient(const Integer& a, const Integer& b) {
    return inRange(make(a.magnitude / b.magnitude, a.negative != b.negative));
}

Integer truncatedRemainder(const Integer& a, const Integer& b) {
    return make(a.magnitude % b.magnitude, a.negative);
}

std::optional<Integer> bitwise(char operation, const Integer& a, const Integer& b) {
    const auto apply = [operation](std::uint64_t x, std::uint64_t y) {
        return operation == '&' ? x & y : (operation == '|' ? x | y : x ^ y);
    };
    const std::uint64_t low = apply(a.bits(), b.bits());
    if (apply(a.negative ? 1 : 0, b.negative ? 1 : 0) == 0) {
        return Integer(low);
    }
    if (low == 0) {
        return std::nullopt; // -2^64
    }
    return inRange(make(0 - low, true));
}

std::optional<Integer> wholeNumber(double value) {
    if (!(value >= -kTwoTo63 && value < kTwoTo64) || value != std::trunc(value)) {
        return std::nullopt;
    }
    return make(std::uint64_t(std::fabs(value)), value < 0);
}

} // namespace warpbench::project
