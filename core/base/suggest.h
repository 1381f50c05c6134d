// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpbench::project {

/// The candidate that a mistyped word most likely means (fewest insertions, deletions, changes and
/// swaps of neighbours, at most a third of its letters); empty where none is near.
std::string nearestWord(std::string_view word, const std::vector<std::string>& candidates);

/// The remedy for a wrong word: "did you mean 'x'?", or "use one of a, b, c" where none is near.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

} // namespace warpbench::project
