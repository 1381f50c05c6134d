// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/check/forms.h"
#include "core/simgpu/ptx/module.h"

#include <cstddef>
#include <string>

namespace warpbench::simgpu::ptx {

/// What is wrong with an operand list; an empty reason: nothing.
struct OperandMistake {
    std::string reason;
    std::size_t operand = 0; ///< up to here the form fits
};

/// Holds the operands of one function's instructions against forms.
class OperandChecker {
  public:
    OperandChecker(const Module& module, const Function& function)
        : m_module(module)
        , m_function(function) {}

    OperandMistake mistakeIn(const Instruction& instruction, const ResolvedForm& form) const;
    /// What the instruction's operands came with.
    Since sinceOf(const Instruction& instruction) const;
    /// Empty without a guard or a good one.
    std::string guardMistake(const Instruction& instruction) const;
    /// Of a call: whether its arguments and results are those of its target.
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
