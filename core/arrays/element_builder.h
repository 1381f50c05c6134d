// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/element_expression.h"
#include "core/arrays/element_program.h"

#include <cstdint>
#include <vector>

namespace warpbench::project::element {

/// A buffer that an expression reads.
struct Operand {
    memory::HostArray array;
    bool single = false;   ///< one element for all
    bool laneWise = false; ///< has lanes of its own, which go with the target's
};

/// Turns the part of a formula below node `root` into steps, the result last.
/// \param steps, operands  are appended to
/// \throws Error (project) as ElementExpression does
void buildProgram(const Formula& formula, std::uint32_t root, const memory::DType& target,
                  const std::vector<std::int64_t>& shape, const ElementNames& names,
                  std::vector<Step>& steps, std::vector<Operand>& operands);

} // namespace warpbench::project::element
