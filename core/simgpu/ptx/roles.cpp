// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/roles.h"

#include <algorithm>

namespace warpbench::simgpu::ptx {

namespace {

bool firstModifierIs(const Instruction& instruction, std::string_view modifier) {
    return !instruction.modifiers.empty() && instruction.modifiers.front() == modifier;
}

/// Among opcodes with kResultByForm: bar.red and barrier.red return a value, the others only wait;
/// wmma.store, tcgen05.st, multimem.red, wgmma.fence, …
bool isFormWithoutResult(const Instruction& instruction) {
    switch (instruction.op) {
    case Opcode::bar:
    case Opcode::barrier:
        return !instruction.modifiers.has("red");
    case Opcode::wmma:
        return firstModifierIs(instruction, "store");
    case Opcode::multimem:
        return firstModifierIs(instruction, "red") || firstModifierIs(instruction, "st");
    case Opcode::tcgen05:
        return !firstModifierIs(instruction, "ld");
    case Opcode::wgmma:
        return !firstModifierIs(instruction, "mma_async");
    default:
        return false;
    }
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
        has(instruction.op, kNoResult) ||
        (has(instruction.op, kResultByForm) && isFormWithoutResult(instruction)))
        return Role::read;
    return instruction.op == Opcode::wgmma ? Role::readWritten : Role::written;
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
    return std::any_of(function.code.begin(), function.code.end(),
                       [](const Instruction& i) { return has(i.op, kMovesStack); });
}

} // namespace warpbench::simgpu::ptx
