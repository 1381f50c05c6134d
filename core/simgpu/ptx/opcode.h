// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpbench::simgpu::ptx {

/// The part of an instruction before its modifiers. opcodes.inc is the only list of them.
enum class Opcode : std::uint8_t {
    unknown, ///< not in the PTX ISA, or in a newer version than ours
#define WARPBENCH_OPCODE(id, text, kind, traits, decoder) id,
#include "core/simgpu/ptx/opcodes.inc"
#undef WARPBENCH_OPCODE
    count,
};
inline constexpr std::size_t kOpcodes = static_cast<std::size_t>(Opcode::count);

/// The category of an instruction in an instruction mix.
enum class OpcodeKind : std::uint8_t {
    byType, ///< depends on its last type
    memory,
    atomic,
    branch,
    barrier, ///< bar.warp is warpwide, wgmma.mma_async is matrix
    warpwide,
    matrix,
    conversion,
};

/// Properties of opcodes that the passes need, as bits.
enum OpcodeTrait : std::uint16_t {
    kNoResult = 1 << 0,     ///< never writes a register
    kResultByForm = 1 << 1, ///< some of its forms do not write a register: see firstRole()
    kWaits = 1 << 2,        ///< for other lanes, or can diverge: its guard becomes a branch
    kJumps = 1 << 3,        ///< to labels
    kLeaves = 1 << 4,       ///< leaves the function or the program
    kOwnGuard = 1 << 5,     ///< its record evaluates the guard itself
    kFence = 1 << 6,
    kMovesStack = 1 << 7,
    kWideAddress = 1 << 8, ///< a register with a global or generic address has 64 bits
    kInShared = 1 << 9,    ///< its address is in shared memory by default
};

struct OpcodeTraits {
    std::string_view text; ///< "ld"
    OpcodeKind kind = OpcodeKind::byType;
    std::uint16_t bits = 0;
};

/// Opcode::unknown has no traits.
const OpcodeTraits& traitsOf(Opcode opcode) noexcept;
inline bool has(Opcode opcode, OpcodeTrait trait) noexcept {
    return (traitsOf(opcode).bits & trait) != 0;
}

/// \param text  "ld"; the result is Opcode::unknown if it is not an opcode
Opcode opcodeNamed(std::string_view text) noexcept;

} // namespace warpbench::simgpu::ptx
