// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/expression_text.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::sweep {

/// The most values of one range.
inline constexpr std::size_t kMostValues = 100'000;

/// The values of an axis as people write them: separated by commas outside of brackets, each an
/// expression or a range: "64, 128", "1..8", "32..1024+32", "32..1024*2".
/// \throws Error (usage) for an empty value, and for a range that never reaches its end
std::vector<project::Expression> parseValues(std::string_view text);
/// The same values as text.
std::string textOfValues(const std::vector<project::Expression>& values);

/// Empty if the text, without spaces around it, is not a finite number as a whole.
std::optional<double> numberOf(std::string_view text);

} // namespace warpbench::sweep
