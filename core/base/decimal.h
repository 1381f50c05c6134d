// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace warpbench {

/// The double that a decimal number has become which std::from_chars calls out of range: 0 or
/// infinity, with the number's sign. (std::strtod would know, and reads another number where the
/// locale writes its point as a comma.)
/// \param text  digits with an optional sign, point and exponent, as from_chars took it
double outOfRangeDouble(std::string_view text) noexcept;

/// A decimal number whose point is a point, whatever the locale: "2", "-.5", "1e-3", "1e999".
struct Decimal {
    double value = 0;
    std::size_t length = 0; ///< of its characters, bytes; 0: there is none
};
/// The number that a text begins with, as std::strtod would read it in the C locale, but without
/// white space before it and with no words for infinity and NaN.
Decimal leadingDecimal(std::string_view text) noexcept;

} // namespace warpbench
