// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/special_registers.h"
#include "core/simgpu/ptx/symbols.h"
#include "tests/simgpu/ptx/print/print.h"
#include "tests/simgpu/ptx/print/print_names.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <unordered_set>

namespace warpbench::simgpu::ptx {

namespace {

using Kind = Operand::Kind;

std::string printLiteral(const Operand& operand) {
    std::array<char, 40> text{};
    const auto bits = static_cast<unsigned long long>(operand.bits);
    switch (operand.literal) {
    case Operand::Literal::f32:
        std::snprintf(text.data(), text.size(), "0f%08llX", bits);
        break;
    case Operand::Literal::f64:
        std::snprintf(text.data(), text.size(), "0d%016llX", bits);
        break;
    case Operand::Literal::unsignedInteger:
        std::snprintf(text.data(), text.size(), "0x%llxU", bits);
        break;
    case Operand::Literal::integer:
        // The most negative number cannot be a literal: 9223372036854775808 is unsigned.
        if (bits == 1ull << 63)
            return "(.s64)0x8000000000000000";
        std::snprintf(text.data(), text.size(), "%lld", static_cast<long long>(bits));
        break;
    }
    return text.data();
}

std::string withOffset(std::string text, std::int64_t offset) {
    if (offset != 0)
        text += "+" + std::to_string(offset);
    return text;
}

const std::string& symbolName(const PrintNames& names, const Operand& operand) {
    return (operand.symbolIsLocal ? names.variables : names.symbols)
        .at(static_cast<std::size_t>(operand.symbol));
}

std::string printRegister(const Function& function, const PrintNames& names,
                          const Operand& operand) {
    const auto index = static_cast<std::size_t>(operand.reg);
    std::string text;
    if (operand.negated)
        text = function.registers.at(index).type == Type::pred ? "!" : "-";
    text += names.registers.at(index);
    if (operand.selector >= 0) {
        const SelectorParts selector = selectorParts(operand.selector);
        text += selector.halves ? ".h" : ".b";
        for (int i = selector.count; i-- > 0;)
            text += static_cast<char>('0' + selector.parts[static_cast<std::size_t>(i)]);
    }
    return text;
}

/// `symbol[%r+1]`
std::string indexed(const PrintNames& names, const Operand& operand) {
    return symbolName(names, operand) + "[" +
           withOffset(names.registers.at(static_cast<std::size_t>(operand.reg)),
                      operand.offset / operand.indexScale) +
           "]";
}

/// The text between the brackets.
std::string printAddress(const Function& function, const PrintNames& names,
                         const Operand& operand) {
    if (operand.reg >= 0)
        return withOffset(names.registers.at(static_cast<std::size_t>(operand.reg)),
                          operand.offset);
    if (operand.symbol >= 0)
        return withOffset(symbolName(names, operand), operand.offset);
    if (operand.kind == Kind::address)
        return std::to_string(operand.offset);
    return printOperand(function, names, operand);
}

std::string printList(const Function& function, const PrintNames& names,
                      const std::vector<Operand>& operands) {
    std::string text;
    for (const Operand& operand : operands)
        text += (text.empty() ? "" : ", ") + printOperand(function, names, operand);
    return text;
}

std::string printCall(const Function& function, const PrintNames& names, const Instruction& call) {
    std::string text;
    if (!call.callReturns.empty())
        text += "(" + printList(function, names, call.callReturns) + "), ";
    text += printList(function, names, call.operands);
    if (!call.callArguments.empty())
        text += ", (" + printList(function, names, call.callArguments) + ")";
    if (call.callPrototype >= 0)
        text += ", " + names.prototypes.at(static_cast<std::size_t>(call.callPrototype));
    if (call.callTargets >= 0)
        text += ", " + names.targetLists.at(static_cast<std::size_t>(call.callTargets));
    return text;
}

/// Gives each name once.
class NameGiver {
  public:
    void reserve(const std::string& name) { m_taken.insert(name); }
    std::string give(const std::string& wanted) {
        if (wanted == "_")
            return wanted;
        // "%v.x", a part of a vector register, would not be one word.
        std::string plain = wanted;
        std::replace(plain.begin(), plain.end(), '.', '_');
        std::string name = plain;
        for (int number = 2; !m_taken.insert(name).second; ++number)
            name = plain + "$" + std::to_string(number);
        return name;
    }

  private:
    std::unordered_set<std::string> m_taken;
};

} // namespace

std::vector<std::string> symbolNames(const Module& module) {
    std::vector<std::string> names;
    const std::vector<std::int32_t> functions = namedFunctions(module);
    for (std::size_t symbol = 0; symbol < functions.size(); ++symbol) {
        const auto index = static_cast<std::size_t>(
            functions[symbol] >= 0 ? functions[symbol] : module.symbols[symbol].index);
        names.push_back(functions[symbol] >= 0 ? module.functions[index].name
                                               : module.variables[index].name);
    }
    return names;
}

PrintNames makeNames(const Module& module, const Function& function) {
    PrintNames names;
    names.symbols = symbolNames(module);
    NameGiver giver;
    for (const std::string& name : names.symbols)
        giver.reserve(name);
    for (const Variable& variable : function.variables)
        names.variables.push_back(giver.give(variable.name));
    for (const Register& each : function.registers)
        names.registers.push_back(giver.give(each.name));
    // A .reg parameter is both; the parts of a vector are named by the parameter.
    for (std::size_t index = 0; index < function.variables.size(); ++index) {
        const Variable& variable = function.variables[index];
        if (variable.reg < 0)
            continue;
        for (std::size_t part = 0; part < variable.vectorWidth; ++part)
            names.registers[static_cast<std::size_t>(variable.reg) + part] =
                variable.vectorWidth == 1 ? names.variables[index]
                                          : names.variables[index] + "." + "xyzw4567"[part];
    }
    for (const Label& label : function.labels)
        names.labels.push_back(giver.give(label.name));
    for (const TargetList& list : function.targetLists)
        names.targetLists.push_back(giver.give(list.name));
    for (const Prototype& prototype : function.prototypes)
        names.prototypes.push_back(giver.give(prototype.name));
    return names;
}

std::string printOperand(const Function& function, const PrintNames& names,
                         const Operand& operand) {
    if (operand.indexScale)
        return indexed(names, operand);
    std::string text;
    switch (operand.kind) {
    case Kind::reg:
        text = printRegister(function, names, operand);
        break;
    case Kind::immediate:
        text = printLiteral(operand);
        break;
    case Kind::special:
        text = nameOf(operand.special, operand.dim);
        break;
    case Kind::symbol:
        text = withOffset(symbolName(names, operand), operand.offset);
        break;
    case Kind::address:
        text = "[" + printAddress(function, names, operand) + "]";
        break;
    case Kind::label:
        text = names.labels.at(static_cast<std::size_t>(operand.label));
        break;
    case Kind::targetList:
        text = names.targetLists.at(static_cast<std::size_t>(operand.label));
        break;
    case Kind::vector:
        text = "{" + printList(function, names, operand.elements) + "}";
        break;
    case Kind::tuple:
        for (const Operand& element : operand.elements)
            text += (text.empty() ? "[" + printAddress(function, names, element)
                                  : ", " + printOperand(function, names, element));
        text += "]";
        break;
    case Kind::discard:
        text = "_";
        break;
    }
    if (operand.predicateOut >= 0)
        text += "|" + names.registers.at(static_cast<std::size_t>(operand.predicateOut));
    return text;
}

std::string printInstruction(const Function& function, const PrintNames& names,
                             const Instruction& instruction) {
    std::string text;
    if (instruction.guard >= 0)
        text = (instruction.guardNegated ? "@!" : "@") +
               names.registers.at(static_cast<std::size_t>(instruction.guard)) + " ";
    text += instruction.opcode;
    for (const std::string_view modifier : instruction.modifiers)
        text += "." + std::string(modifier);
    const std::string operands = instruction.op == Opcode::call
                                     ? printCall(function, names, instruction)
                                     : printList(function, names, instruction.operands);
    return operands.empty() ? text : text + " " + operands;
}

std::string print(const Module& module, const Function& function, const Instruction& instruction) {
    return printInstruction(function, makeNames(module, function), instruction);
}

} // namespace warpbench::simgpu::ptx
