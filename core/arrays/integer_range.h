// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"
#include "core/expression/integer.h"

#include <cstddef>
#include <utility>

namespace warpbench::arrays {

/// Smallest and largest value of an integer type.
std::pair<project::Integer, project::Integer> limitsOf(Scalar scalar);

/// Whether a value is in the range of an integer type.
bool holds(Scalar scalar, const project::Integer& value);

/// Writes an integer to a scalar of an integer type that can hold it.
void writeInteger(Scalar scalar, std::byte* to, const project::Integer& value);

} // namespace warpbench::arrays
