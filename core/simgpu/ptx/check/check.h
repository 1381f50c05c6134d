// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <optional>
#include <string>

namespace warpbench::simgpu::ptx {

/// An instruction that is not PTX, and why.
struct Mistake {
    const Function* function = nullptr;
    const Instruction* instruction = nullptr;
    std::string reason; ///< "operand %rd1 is .b64 where .s32 was expected"
};

/// The first instruction of the module that no form of PTX ISA 9.0 fits: an opcode that there is
/// not, modifiers and types that do not go together or that the module's .version and .target do
/// not have yet, operands of a wrong number, kind or type. Functions that no kernel reaches are
/// looked at too, as ptxas does. Instructions whose forms are not in the tables (form_tables.h) are
/// left to the decoder. The result points into the module.
std::optional<Mistake> findMistake(const Module& module);

} // namespace warpbench::simgpu::ptx
