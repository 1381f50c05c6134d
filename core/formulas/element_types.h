// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formulas/element_program.h"

/// The type rules of element-wise expressions (described in element_expression.h).
namespace warpbench::project::element {

/// NumPy's common type of two integer types; the widest unsigned type together with a signed one
/// stays unsigned, as in C.
arrays::Scalar commonInteger(arrays::Scalar a, arrays::Scalar b);

bool isComparison(Op op);
/// The step operation for an operator.
StepOp stepOpOf(Op op);

} // namespace warpbench::project::element
