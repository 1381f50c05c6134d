// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/expression/expression.h"
#include "core/formulas/element_expression.h"

#include <string>
#include <vector>

namespace warpbench::project {

/// Evaluates a formula with whole-array functions (matmul, sum, fft, …; docs/project-file.md lists
/// them) on the host, in double precision; integers in 64 bits, wrapping.
/// \param names  buffers and numbers; `arrayCall` is ignored
/// \returns an array of int64, float64 or complex128 with the result's own shape
/// \throws Error (project) with its place
arrays::HostArray evaluateReference(const Formula& formula, ElementNames names);

/// One whole-array function on arrays of int64, float64 or complex128.
/// \param fail  called if the arguments are invalid; must throw
using ReferenceFailure = std::function<void(const ErrorText& said)>;
arrays::HostArray applyArrayFunction(std::string_view name,
                                     const std::vector<arrays::HostArray>& arguments,
                                     const ReferenceFailure& fail);

} // namespace warpbench::project
