// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/element_program.h"

/// The rules of types that element-wise expressions follow (element_expression.h says them).
namespace warpbench::project::element {

/// NumPy's common type of two integer types; the widest unsigned one with a signed one stays
/// unsigned, as in C.
memory::Scalar commonInteger(memory::Scalar a, memory::Scalar b);

bool worksOnComplex(Function function);
/// Integers stay integers; other functions make doubles of them.
bool keepsIntegers(Function function);
bool needsIntegers(Function function);
/// The result is a boolean.
bool givesTruth(Function function);
bool isComparison(Op op);
/// The step for an operator.
StepOp stepOpOf(Op op);

} // namespace warpbench::project::element
