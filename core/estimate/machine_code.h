// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::estimate {

/// The part of a multiprocessor that an instruction occupies, or its control flow.
enum class Unit {
    none,
    fma,
    multiply, ///< of integers; half as many units as `fma`
    alu,
    fp64,
    special, ///< transcendental functions, conversions, bit counts
    matrix,
    uniform,
    constant,
    memory, ///< loads, stores, shuffles: one per multiprocessor
    texture,
    barrier,
    commit, ///< ends a group of asynchronous copies
    wait,   ///< for such groups
    branch,
    indirect, ///< a branch to one of several places
    call,
    ret,
    region,     ///< start of a region; its diverging lanes reconverge at its end
    reconverge, ///< the region's end
    exit
};
inline constexpr std::size_t kUnits = std::size_t(Unit::exit) + 1;

/// Parts of a multiprocessor, each of which issues for its own warps.
inline constexpr int kSmQuarters = 4;

struct Opcode {
    std::uint16_t value = 0; ///< bits 0 to 8 of an instruction
    std::string_view name;
    Unit unit = Unit::none;
    int cycles = 1;
    int latency = 0;
};
/// The entry of opcodes.inc; for an unknown value, an unnamed ALU opcode.
const Opcode& opcodeOf(std::uint16_t value);

/// One machine instruction (SASS), as far as its timing depends on it.
struct MachineInstruction {
    const Opcode* opcode = nullptr; ///< static
    int stall = 1;                  ///< cycles until the warp's next instruction can issue
    int writeBarrier = -1;          ///< scoreboard released when the result is available; -1: none
    int readBarrier = -1;           ///< scoreboard released when operands were read; -1: none
    unsigned waitMask = 0;          ///< scoreboards that must be free, one bit each
    bool guarded = false;           ///< executed only by lanes with a predicate
    int target = -1;                ///< index of the target of a branch or call; -1: none
    int bytes = 4;                  ///< per lane, for memory accesses
    int groups = 0;                 ///< for `wait`: groups of copies that may still be pending
    int ptxLine = 0;                ///< that it was compiled from; 0: unknown
    int sourceLine = 0; ///< of the source; the nearest caller's for code from other files; 0: none
};

struct MachineCode {
    std::string function; ///< lowered
    std::vector<MachineInstruction> instructions;

    bool empty() const noexcept { return instructions.empty(); }
};

/// Decodes a function's bytes, 16 per instruction; PTX lines are left 0.
/// \param computeCapability  10 × major + minor, at least 75
std::vector<MachineInstruction> decode(std::span<const std::byte> code, int computeCapability);

/// The code of a kernel in a cubin with its lines, followed by that of the functions it calls;
/// empty if the cubin does not contain the kernel or line information, or is older than compute
/// capability 7.5. \param isSource  whether a file named in the cubin is the source whose lines are
/// wanted
MachineCode machineCode(std::span<const std::byte> cubin, std::string_view function,
                        const std::function<bool(const std::string& file)>& isSource);

/// The lines of the PTX with an atomic on shared memory that ptxas makes a loop of: it reads,
/// calculates, and tries to exchange.
std::set<int> retriedAtomics(const std::vector<MachineInstruction>& code);

/// Code that is entered at its first instruction and left after its last one.
struct BasicBlock {
    int begin = 0, end = 0; ///< indices of instructions; end is one past the last
    std::vector<int> next;  ///< possible successors: the next one in the code first
};
std::vector<BasicBlock> basicBlocks(const std::vector<MachineInstruction>& code);

} // namespace warpbench::estimate
