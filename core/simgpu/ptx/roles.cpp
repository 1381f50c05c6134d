// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/roles.h"

#include <algorithm>
#include <array>

namespace warpbench::simgpu::ptx {

namespace {

bool firstModifierIs(const Instruction& instruction, std::string_view modifier) {
    return !instruction.modifiers.empty() && instruction.modifiers.front() == modifier;
}

/// Opcodes that never write a register (PTX ISA 9.0, section 9.7).
constexpr std::array<std::string_view, 25> kWithoutResult = {
    "applypriority",
    "bra",
    "brkpt",
    "brx",
    "call",
    "cp",
    "discard",
    "exit",
    "fence",
    "griddepcontrol",
    "membar",
    "nanosleep",
    "pmevent",
    "prefetch",
    "prefetchu",
    "red",
    "ret",
    "setmaxnreg",
    "st",
    "stackrestore",
    "stmatrix",
    "sured",
    "sust",
    "tensormap",
    "trap",
};

constexpr std::uint32_t letterBit(char letter) {
    return std::uint32_t{1} << (static_cast<unsigned char>(letter) & 31);
}

/// By length: the first letters of these opcodes.
constexpr std::array<std::uint32_t, 16> kFirstLetters = [] {
    std::array<std::uint32_t, 16> letters{};
    for (const std::string_view opcode : kWithoutResult)
        letters[opcode.size()] |= letterBit(opcode.front());
    return letters;
}();

/// Each pass asks this for each instruction: most have another length or letter.
bool neverWrites(std::string_view opcode) {
    return !opcode.empty() && opcode.size() < kFirstLetters.size() &&
           (kFirstLetters[opcode.size()] & letterBit(opcode.front())) != 0 &&
           std::ranges::find(kWithoutResult, opcode) != kWithoutResult.end();
}

/// bar.red and barrier.red give a value; the others only wait.
bool isBarrierWithoutResult(const Instruction& instruction) {
    return (instruction.opcode == "bar" || instruction.opcode == "barrier") &&
           !instruction.modifiers.has("red");
}

/// Opcodes whose forms differ: wmma.store, tcgen05.st, multimem.red, wgmma.fence, …
bool isFormWithoutResult(const Instruction& instruction) {
    const std::string_view opcode = instruction.opcode;
    if (opcode == "wmma")
        return firstModifierIs(instruction, "store");
    if (opcode == "multimem")
        return firstModifierIs(instruction, "red") || firstModifierIs(instruction, "st");
    if (opcode == "tcgen05")
        return !firstModifierIs(instruction, "ld");
    if (opcode == "wgmma")
        return !firstModifierIs(instruction, "mma_async");
    return false;
}

void addRegisters(const Operand& operand, std::vector<std::int32_t>& list) {
    if (operand.reg >= 0)
        list.push_back(operand.reg);
    for (const Operand& element : operand.elements)
        addRegisters(element, list);
}

} // namespace

Role firstRole(const Instruction& instruction) noexcept {
    if (instruction.operands.empty())
        return Role::read;
    const Operand::Kind kind = instruction.operands.front().kind;
    if (kind == Operand::Kind::address || kind == Operand::Kind::tuple ||
        neverWrites(instruction.opcode) || isBarrierWithoutResult(instruction) ||
        isFormWithoutResult(instruction))
        return Role::read;
    return instruction.opcode == "wgmma" ? Role::readWritten : Role::written;
}

std::vector<Role> operandRoles(const Instruction& instruction) {
    std::vector<Role> roles(instruction.operands.size(), Role::read);
    if (!roles.empty())
        roles.front() = firstRole(instruction);
    return roles;
}

void registersOf(const Instruction& instruction, std::vector<std::int32_t>& reads,
                 std::vector<std::int32_t>& writes) {
    if (instruction.guard >= 0)
        reads.push_back(instruction.guard);
    Role role = firstRole(instruction);
    for (const Operand& operand : instruction.operands) {
        if (role != Role::written)
            addRegisters(operand, reads);
        if (role != Role::read)
            addRegisters(operand, writes);
        if (operand.predicateOut >= 0)
            writes.push_back(operand.predicateOut);
        role = Role::read;
    }
    for (const Operand& argument : instruction.callArguments)
        addRegisters(argument, reads);
    for (const Operand& result : instruction.callReturns)
        addRegisters(result, writes);
}

bool usesDynamicStack(const Function& function) noexcept {
    return std::any_of(function.code.begin(), function.code.end(), [](const Instruction& i) {
        return i.opcode == "alloca" || i.opcode == "stacksave" || i.opcode == "stackrestore";
    });
}

bool readsCarry(const Instruction& instruction) noexcept {
    return instruction.opcode == "addc" || instruction.opcode == "subc" ||
           instruction.opcode == "madc";
}

bool writesCarry(const Instruction& instruction) noexcept {
    return instruction.modifiers.has("cc");
}

} // namespace warpbench::simgpu::ptx
