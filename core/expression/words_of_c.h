// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"

#include <string_view>

/// Hints for C syntax in expressions.
namespace warpbench::project {

/// The replacement for a C operator at a place of an expression; empty: none.
ErrorText wordsForOperator(std::string_view text, std::size_t offset);

/// The replacement for a C cast, `(int)`, that ends before a place; empty: none.
ErrorText wordsForCast(std::string_view text, std::size_t offset);

} // namespace warpbench::project
