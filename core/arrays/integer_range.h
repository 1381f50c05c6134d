// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"
#include "core/expression/integer.h"

#include <cstddef>
#include <utility>

namespace warpbench::project {

/// Smallest and largest value of an integer type.
std::pair<Integer, Integer> limitsOf(memory::Scalar scalar);

/// Whether a value is in the range of an integer type.
bool holds(memory::Scalar scalar, const Integer& value);

/// Writes an integer to a scalar of an integer type that can hold it.
void writeInteger(memory::Scalar scalar, std::byte* to, const Integer& value);

} // namespace warpbench::project
