// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/follow/host_program.h"

#include <optional>
#include <vector>

/// What a program writes to its memory, as project file expressions.
namespace warpbench::guess {

/// The contents of an array that was declared with a list of values: all equal, evenly spaced, or
/// few enough to be listed. Empty if they cannot be expressed.
/// \param count  elements of the array; those after the list are zero
std::optional<project::Init> initOfList(const std::vector<Value>& list, double count);

/// The values that the program copies to a `__constant__` or `__device__` variable, one per
/// element; empty if they are unknown, or too many for a project file.
std::vector<project::Expression> valuesOf(const ConstantCopy& copy, const HostProgram& program);

/// The shape of `count` elements in rows of `width` times `channels`: the remaining factors of a
/// product with that width, otherwise a quotient.
std::vector<project::Expression> shapeOfRows(const Value& count, const Value& width, int channels);

/// The contents of bytes as elements of another type: bytes of 255 are 0xFFFFFFFF in four-byte
/// elements. Empty if the elements would not follow a single rule.
std::optional<project::Init> movedBytes(const project::Init& init, const arrays::DType& from,
                                        const arrays::DType& to);

} // namespace warpbench::guess
