// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/element_program.h"

/// The rules of types that element-wise expressions follow (element_expression.h says them).
namespace warpbench::project::element {

/// NumPy's common type of two integer types; the widest unsigned one with a signed one stays
/// unsigned, as in C.
memory::Scalar commonInteger(memory::Scalar a, memory::Scalar b);

bool isComparison(Op op);
/// The step for an operator.
StepOp stepOpOf(Op op);

} // namespace warpbench::project::element
