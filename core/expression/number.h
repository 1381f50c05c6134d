// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/integer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>

namespace warpbench::project {

/// A scalar of the expression language: an exact integer from -2^63 to 2^64 - 1, or an IEEE double.
/// Integers are stored as int64 if they fit; uint64 is only used for larger ones.
using Number = std::variant<std::int64_t, double, std::uint64_t>;

/// Numeric values of parameters and defines by name.
using NumberTable = std::map<std::string, Number, std::less<>>;

/// Shortest text that reads back as the same number; doubles always look like one ("2.0").
std::string toString(const Number& number);

inline double toDouble(const Number& number) {
    return std::visit([](auto value) { return double(value); }, number);
}

inline bool isInteger(const Number& number) {
    return !std::holds_alternative<double>(number);
}

/// \param integer  in the language's range
inline Number toNumber(const Integer& integer) {
    const auto small = integer.asSigned();
    return small ? Number(*small) : Number(integer.magnitude);
}

/// The number as an integer; also for a double without a fraction. Otherwise empty.
inline std::optional<Integer> asInteger(const Number& number) {
    if (const auto* small = std::get_if<std::int64_t>(&number)) {
        return Integer(*small);
    }
    if (const auto* large = std::get_if<std::uint64_t>(&number)) {
        return Integer(*large);
    }
    return wholeNumber(std::get<double>(number));
}

} // namespace warpbench::project
