// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/guess/host_program.h"

#include <optional>
#include <vector>

/// What a program puts into its memory, in a project's words.
namespace warpbench::guess {

/// The contents of an array that was declared with a list of values: all the same, in equal steps,
/// or few enough to be written one by one. Empty: there are no words for it.
/// \param count  elements of the array; those behind the list are zeros
std::optional<project::Init> initOfList(const std::vector<Value>& list, double count);

/// The values of a `__constant__` or `__device__` variable that the program copies there, one per
/// element; empty: they could not be determined, or are too many for a project file.
std::vector<project::Expression> valuesOf(const ConstantCopy& copy, const HostProgram& program);

/// The shape of so many elements in rows of `width` times `channels`: what is left of a product by
/// that width, else a quotient.
std::vector<project::Expression> shapeOfRows(const Value& count, const Value& width, int channels);

/// The contents that bytes make as elements of another type: 255 of one byte are 0xFFFFFFFF of
/// four. Nothing where the elements would not be told by one rule.
std::optional<project::Init> movedBytes(const project::Init& init, const memory::DType& from,
                                        const memory::DType& to);

} // namespace warpbench::guess
