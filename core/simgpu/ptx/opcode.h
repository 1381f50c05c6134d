// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpbench::simgpu::ptx {

/// What is before an instruction's modifiers. opcodes.inc is the one list of them.
enum class Opcode : std::uint8_t {
    unknown, ///< not in the PTX ISA, or later than ours
#define WARPBENCH_OPCODE(id, text, kind, traits, decoder) id,
#include "core/simgpu/ptx/opcodes.inc"
#undef WARPBENCH_OPCODE
    count,
};
inline constexpr std::size_t kOpcodes = static_cast<std::size_t>(Opcode::count);

/// Where an instruction counts in a mix of instructions.
enum class OpcodeKind : std::uint8_t {
    byType, ///< its last type decides
    memory,
    atomic,
    branch,
    barrier, ///< bar.warp is warpwide, wgmma.mma_async is matrix
    warpwide,
    matrix,
    conversion,
};

/// What the passes want to know of an opcode, as bits.
enum OpcodeTrait : std::uint16_t {
    kNoResult = 1 << 0,     ///< it never writes a register
    kResultByForm = 1 << 1, ///< some of its forms do not: see firstRole()
    kWaits = 1 << 2,        ///< for other lanes, or goes where lanes part: its guard is a branch
    kJumps = 1 << 3,        ///< to labels
    kLeaves = 1 << 4,       ///< the function, or the program
    kOwnGuard = 1 << 5,     ///< its record looks at the guard itself
    kFence = 1 << 6,
    kMovesStack = 1 << 7,
    kWideAddress = 1 << 8, ///< a register with a global or generic address has 64 bits
    kInShared = 1 << 9,    ///< its address is one of shared memory, unless it says otherwise
};

struct OpcodeTraits {
    std::string_view text; ///< "ld"
    OpcodeKind kind = OpcodeKind::byType;
    std::uint16_t bits = 0;
};

/// No trait for Opcode::unknown.
const OpcodeTraits& traitsOf(Opcode opcode) noexcept;
inline bool has(Opcode opcode, OpcodeTrait trait) noexcept {
    return (traitsOf(opcode).bits & trait) != 0;
}

/// \param text  "ld"; Opcode::unknown where there is no such opcode
Opcode opcodeNamed(std::string_view text) noexcept;

} // namespace warpbench::simgpu::ptx
