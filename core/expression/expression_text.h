// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <string>
#include <utility>

namespace warpbench::project {

/// A place in the project file, for messages. It never makes two values different.
struct FilePlace : Place {
    FilePlace() = default;
    FilePlace(Place place)
        : Place(std::move(place)) {}
    bool operator==(const FilePlace&) const { return true; }
};

/// A number or an expression over parameters and defines, as written ("ceil_div(n, BLOCK)", "4").
struct Expression {
    std::string text;
    FilePlace place;

    bool operator==(const Expression&) const = default;
};

} // namespace warpbench::project
