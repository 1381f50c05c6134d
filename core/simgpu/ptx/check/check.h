// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <optional>
#include <string>

namespace warpbench::simgpu::ptx {

/// An invalid instruction, and the reason.
struct Mistake {
    const Function* function = nullptr;
    const Instruction* instruction = nullptr;
    std::string reason; ///< "operand %rd1 is .b64 where .s32 was expected"
};

/// The first instruction of the module that matches no form of PTX ISA 9.0: an unknown opcode,
/// modifiers and types that do not go together or are newer than the module's .version and .target,
/// or operands of the wrong number, kind or type. Like ptxas, it also checks functions that no
/// kernel calls. Instructions that are missing in the tables (form_tables.h) are left to the
/// decoder. The result points into the module.
std::optional<Mistake> findMistake(const Module& module);

} // namespace warpbench::simgpu::ptx
