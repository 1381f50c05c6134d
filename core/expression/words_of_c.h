// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// What people write in expressions because C has it so.
namespace warpbench::project {

/// What to write for the operator of C at a place of an expression; empty: there is none.
std::string_view wordsForOperator(std::string_view text, std::size_t offset);

/// What to write for the cast of C, `(int)`, that ends before a place; empty: there is none.
std::string wordsForCast(std::string_view text, std::size_t offset);

} // namespace warpbench::project
