// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formulas/element_expression.h"
#include "core/formulas/element_program.h"

#include <cstdint>
#include <vector>

namespace warpbench::project::element {

/// A buffer read by an expression.
struct Operand {
    arrays::HostArray array;
    bool single = false;   ///< a single element, used for all
    bool laneWise = false; ///< has lanes, which match the target's
};

/// Compiles the formula below node `root` to steps; the last one is the result.
/// \param steps, operands  extended with new entries
/// \throws Error (project) like ElementExpression
void buildProgram(const Formula& formula, std::uint32_t root, const arrays::DType& target,
                  const std::vector<std::int64_t>& shape, const ElementNames& names,
                  std::vector<Step>& steps, std::vector<Operand>& operands);

} // namespace warpbench::project::element
