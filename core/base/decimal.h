// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace warpbench {

/// The double that a decimal number has become which std::from_chars calls out of range: 0 or
/// infinity, with the number's sign. (std::strtod would know, and reads another number where the
/// locale writes its point as a comma.)
/// \param text  digits with an optional sign, point and exponent, as from_chars took it
double outOfRangeDouble(std::string_view text) noexcept;

} // namespace warpbench
