// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Hints for C syntax in expressions.
namespace warpbench::project {

/// The replacement for a C operator at a place of an expression; empty: none.
std::string_view wordsForOperator(std::string_view text, std::size_t offset);

/// The replacement for a C cast, `(int)`, that ends before a place; empty: none.
std::string wordsForCast(std::string_view text, std::size_t offset);

} // namespace warpbench::project
