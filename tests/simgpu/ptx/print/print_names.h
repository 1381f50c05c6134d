// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <string>
#include <vector>

namespace warpbench::simgpu::ptx {

/// The names used in a function's text. Scopes are flat in a Function, so names of inner scopes may
/// repeat there; here each is unique and differs from the module's symbols.
struct PrintNames {
    std::vector<std::string> symbols; ///< of the module, by symbol index
    std::vector<std::string> registers;
    std::vector<std::string> variables;
    std::vector<std::string> labels;
    std::vector<std::string> targetLists;
    std::vector<std::string> prototypes;
};

/// The names of a module's symbols, by index.
std::vector<std::string> symbolNames(const Module& module);
PrintNames makeNames(const Module& module, const Function& function);

/// A variable without its semicolon: ".visible .global .align 4 .u32 x[2] = {0x1}".
/// \param name     replaces variable.name
/// \param symbols  names that its initializer may use
std::string printVariable(const Variable& variable, const std::string& name,
                          const std::vector<std::string>& symbols);
std::string printOperand(const Function& function, const PrintNames& names, const Operand& operand);
/// With its guard, without label, location and semicolon.
std::string printInstruction(const Function& function, const PrintNames& names,
                             const Instruction& instruction);

} // namespace warpbench::simgpu::ptx
