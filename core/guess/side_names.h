// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What the names of a kernel's whole numbers say of its data.
namespace warpbench::guess {

/// Whether a name sounds like the length of a row.
bool isWidth(const std::string& name);

/// Whether a name sounds like how many rows there are.
bool isHeight(const std::string& name);

/// Whether a name sounds like the side of what is laid over each element: a loop within a loop goes
/// through it.
bool isWindow(const std::string& name);

/// Whether a parameter is a scalar whole number.
bool isWholeNumber(const compile::Parameter& parameter);

/// The sides of a matrix product as most kernels call them: A is m × k, B k × n and C m × n.
struct ProductSides {
    std::string m, n, k;
};

/// Of these names; nullopt where they are not those of a product.
std::optional<ProductSides> productOf(const std::vector<std::string>& sides);

/// Rows and columns of one of a product's matrices, by its name and by what the kernel does with
/// it.
std::pair<std::string, std::string> productShape(const ProductSides& sides,
                                                 const std::string& buffer, bool written);

} // namespace warpbench::guess
