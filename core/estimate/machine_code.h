// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::estimate {

/// What of a multiprocessor an instruction keeps busy, or how it goes on.
enum class Unit {
    none,
    fma,
    multiply, ///< of integers; half of the units of `fma`
    alu,
    fp64,
    special, ///< transcendental functions, conversions, bit counts
    matrix,
    uniform,
    constant,
    memory, ///< loads, stores, shuffles: one for the whole multiprocessor
    texture,
    barrier,
    commit, ///< ends a group of asynchronous copies
    wait,   ///< for such groups
    branch,
    indirect, ///< a branch to one of several places
    call,
    ret,
    region,     ///< begins; lanes that go apart in it come together at its end
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
/// What opcodes.inc says; of a value that is not there, an unnamed one of the ALU.
const Opcode& opcodeOf(std::uint16_t value);

/// One instruction of machine code (SASS), as far as its time depends on it.
struct MachineInstruction {
    const Opcode* opcode = nullptr; ///< static
    int stall = 1;                  ///< cycles until the warp's next instruction may issue
    int writeBarrier = -1;          ///< scoreboard that is released with the result; -1: none
    int readBarrier = -1;           ///< scoreboard that is released when operands were read
    unsigned waitMask = 0;          ///< scoreboards that must be free, a bit each
    bool guarded = false;           ///< only for lanes with a predicate
    int target = -1;                ///< index of where a branch or call goes; -1: none
    int bytes = 4;                  ///< per lane, of an access to memory
    int groups = 0;                 ///< of `wait`: groups of copies that may be under way still
    int ptxLine = 0;                ///< that it was made from; 0: not known
    int sourceLine = 0; ///< of the source, the nearest caller's for code from elsewhere; 0: none
};

struct MachineCode {
    std::string function; ///< lowered
    std::vector<MachineInstruction> instructions;

    bool empty() const noexcept { return instructions.empty(); }
};

/// The instructions of a function's bytes, 16 each; PTX lines are left 0.
/// \param computeCapability  10 × major + minor, from 75 on
std::vector<MachineInstruction> decode(std::span<const std::byte> code, int computeCapability);

/// The code of a function of a cubin with its lines; empty where the cubin has none of that name,
/// no line information, or is not of compute capability 7.5 or later. \param isSource  whether a
/// file, as the cubin names it, is the source whose lines are wanted
MachineCode machineCode(std::span<const std::byte> cubin, std::string_view function,
                        const std::function<bool(const std::string& file)>& isSource);

/// A stretch of code that is entered at its first instruction and left after its last one.
struct BasicBlock {
    int begin = 0, end = 0; ///< indices of instructions; end is one past the last
    std::vector<int> next;  ///< blocks that can follow: the next one in the code first
};
std::vector<BasicBlock> basicBlocks(const std::vector<MachineInstruction>& code);

} // namespace warpbench::estimate
