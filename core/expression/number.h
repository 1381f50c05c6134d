// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>

namespace warpbench::project {

/// A scalar of the expression language: an exact 64-bit integer, or an IEEE double.
using Number = std::variant<std::int64_t, double>;

/// Values of parameters and defines by name, those that are numbers.
using NumberTable = std::map<std::string, Number, std::less<>>;

/// Shortest text that reads back as the same number; a double always shows that it is one ("2.0").
std::string toString(const Number& number);

inline double toDouble(const Number& number) {
    return std::visit([](auto value) { return double(value); }, number);
}

} // namespace warpbench::project
