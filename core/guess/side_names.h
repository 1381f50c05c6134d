// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Interprets the names of a kernel's integer parameters.
namespace warpbench::guess {

/// Whether a name suggests the length of a row.
bool isWidth(const std::string& name);

/// Whether a name suggests the number of rows.
bool isHeight(const std::string& name);

/// Whether a name suggests the side of a window around each element, which a nested loop
/// traverses.
bool isWindow(const std::string& name);

/// Whether a parameter is a scalar integer.
bool isWholeNumber(const compile::Parameter& parameter);

/// The dimensions of a matrix product in the usual notation: A is m × k, B k × n and C m × n.
struct ProductSides {
    std::string m, n, k;
};

/// From these names; nullopt if they are not those of a product.
std::optional<ProductSides> productOf(const std::vector<std::string>& sides);

/// Rows and columns of one of a product's matrices, according to its name and its use in the
/// kernel.
std::pair<std::string, std::string> productShape(const ProductSides& sides,
                                                 const std::string& buffer, bool written);

} // namespace warpbench::guess
