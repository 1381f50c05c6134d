// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

namespace warpbench::simgpu::ptx {

/// Makes one rounding of a product and a sum where ptxas does, which changes results in the last
/// place: `mul.f32 m, a, b; sub.f32 d, c, m;` becomes `fma d, -a, b, c`. PTX allows that unless a
/// rounding is named (PTX ISA 9.0, 9.7.3.6 to 9.7.3.8). NVVM leaves differences to ptxas, and so do
/// the operators of halves. Operands of the fma have Operand::negated set for a minus. A product
/// that nothing reads any more has Instruction::isFused set.
///
/// The rules are those that ptxas 13.0 shows for sm_90: a product is fused if all that reads it are
/// sums of the same basic block (of any, if a factor is a constant) with the same .ftz; where both
/// operands of a sum are such products, the one with fewer readers is fused, then the first. Code
/// for debugging is left as it is.
void fuseProducts(Module& module);

} // namespace warpbench::simgpu::ptx
