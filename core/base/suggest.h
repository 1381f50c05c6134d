// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpbench::project {

/// The candidate closest to a misspelled word (fewest insertions, deletions, changes and swaps of
/// adjacent letters, at most a third of its length); empty if none is close.
std::string nearestWord(std::string_view word, const std::vector<std::string>& candidates);

/// The remedy for a wrong word: "did you mean 'x'?", or "use one of a, b, c" if none is close.
/// Empty without candidates.
ErrorText suggestion(std::string_view word, const std::vector<std::string>& candidates);

} // namespace warpbench::project
