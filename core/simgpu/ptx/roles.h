// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <cstdint>
#include <vector>

namespace warpbench::simgpu::ptx {

/// How an instruction uses the registers of an operand. The registers of an address or tuple are
/// read, whatever the instruction does with the memory.
enum class Role : std::uint8_t {
    read,
    written,
    readWritten, ///< an accumulator: wgmma's d
};

/// The role of operand 0. All others are read, except the second half of `d|p` (predicateOut),
/// which is written. A `call` reads operands[0] and callArguments and writes callReturns.
Role firstRole(const Instruction& instruction) noexcept;

/// Appends the registers that the instruction reads and writes, as indices into
/// Function::registers, including the guard, vectors, tuples and the parts of a call. A register
/// may appear more than once. The carry flag of add.cc is not a register.
void registersOf(const Instruction& instruction, std::vector<std::int32_t>& reads,
                 std::vector<std::int32_t>& writes);

/// Whether the code contains alloca, stacksave or stackrestore.
bool usesDynamicStack(const Function& function) noexcept;

} // namespace warpbench::simgpu::ptx
