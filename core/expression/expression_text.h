// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <string>

namespace warpbench::project {

/// A number or an expression over parameters and defines, as written ("ceil_div(n, BLOCK)", "4").
struct Expression {
    std::string text;
    Place place; ///< where it is in the project file, for messages

    bool operator==(const Expression& other) const { return text == other.text; }
};

} // namespace warpbench::project
