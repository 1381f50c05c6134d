// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/check/forms.h"
#include "core/simgpu/ptx/module.h"

#include <cstddef>
#include <string>

namespace warpbench::simgpu::ptx {

/// An error in an operand list; no error if the reason is empty.
struct OperandMistake {
    std::string reason;
    std::size_t operand = 0; ///< the form matches up to here
};

/// Matches the operands of one function's instructions with forms.
class OperandChecker {
  public:
    OperandChecker(const Module& module, const Function& function)
        : m_module(module)
        , m_function(function) {}

    OperandMistake mistakeIn(const Instruction& instruction, const ResolvedForm& form) const;
    /// The version that introduced the instruction's operands.
    Since sinceOf(const Instruction& instruction) const;
    /// Empty if the guard is valid or missing.
    std::string guardMistake(const Instruction& instruction) const;
    /// For a call: whether its arguments and results match its target.
    std::string callMistake(const Instruction& call) const;

  private:
    std::string check(const Instruction& i, const Operand& operand, const OperandRule& rule) const;
    std::string checkValue(const Operand& operand, const OperandRule& rule) const;
    std::string checkRegister(const Operand& operand, const OperandRule& rule) const;
    std::string checkVector(const Operand& operand, const OperandRule& rule) const;
    std::string checkSymbol(const Instruction& i, const Operand& operand,
                            const OperandRule& rule) const;
    std::string checkAddress(const Instruction& i, const Operand& operand,
                             const OperandRule& rule) const;
    std::string checkHandle(const Operand& operand) const;
    std::string checkTensorMap(const Operand& operand) const;
    std::string checkConstant(const Operand& operand, const OperandRule& rule) const;
    std::string checkCoordinates(const Instruction& i, const Operand& operand,
                                 const OperandRule& rule) const;
    std::string checkOffsets(const Instruction& i, const Operand& operand) const;
    std::string checkGradients(const Instruction& i, const Operand& operand) const;
    std::string checkElements(const Operand& operand, Type type) const;
    std::string checkMarks(const Operand& operand, const OperandRule& rule) const;
    std::string checkPassed(const std::vector<Operand>& given, const std::vector<Variable>& formals,
                            bool results) const;
    const Prototype* prototypeOf(const Instruction& call) const;
    bool isParameter(std::int32_t variable) const;
    const Variable* variableOf(const Operand& operand) const;
    const Register& registerOf(std::int32_t index) const {
        return m_function.registers[static_cast<std::size_t>(index)];
    }

    const Module& m_module;
    const Function& m_function;
};

} // namespace warpbench::simgpu::ptx
