// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace warpbench {

/// The double for a decimal number that std::from_chars reports as out of range: 0 or infinity,
/// with the number's sign. (std::strtod could tell, but misreads the number in locales with a
/// decimal comma.)
/// \param text  digits with an optional sign, point and exponent, as accepted by from_chars
double outOfRangeDouble(std::string_view text) noexcept;

/// A decimal number with a decimal point in any locale: "2", "-.5", "1e-3", "1e999".
struct Decimal {
    double value = 0;
    std::size_t length = 0; ///< in bytes; 0: no number
};
/// The number at the start of a text, as std::strtod would read it in the C locale, but without
/// leading white space and without names for infinity and NaN.
Decimal leadingDecimal(std::string_view text) noexcept;

} // namespace warpbench
