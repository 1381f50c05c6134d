// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of functions: PTX ISA 9.0, sections 7.1 and 9.7.12.6 (call).
#include "core/simgpu/ptx/check/operands.h"

namespace warpbench::simgpu::ptx {

/// The signature of the call's target; null if the call does not specify it.
const Prototype* OperandChecker::prototypeOf(const Instruction& call) const {
    const auto ofSymbol = [&](std::int32_t index) {
        const Symbol& symbol = m_module.symbols[static_cast<std::size_t>(index)];
        return &m_module.functions[static_cast<std::size_t>(symbol.index)].prototype;
    };
    if (call.operands.front().kind == Operand::Kind::symbol)
        return ofSymbol(call.operands.front().symbol);
    if (call.callPrototype >= 0)
        return &m_function.prototypes[static_cast<std::size_t>(call.callPrototype)];
    if (call.callTargets < 0)
        return nullptr;
    return ofSymbol(
        m_function.targetLists[static_cast<std::size_t>(call.callTargets)].targets.front());
}

std::string OperandChecker::callMistake(const Instruction& call) const {
    if (call.op != Opcode::call)
        return {};
    const Prototype* prototype = prototypeOf(call);
    if (!prototype)
        return "a call through a register needs a .callprototype or .calltargets";
    std::string reason = checkPassed(call.callReturns, prototype->returns, true);
    return reason.empty() ? checkPassed(call.callArguments, prototype->parameters, false) : reason;
}

std::string OperandChecker::checkPassed(const std::vector<Operand>& given,
                                        const std::vector<Variable>& formals, bool results) const {
    const std::string what = results ? "result" : "argument";
    if (given.size() != formals.size())
        return "it has " + std::to_string(given.size()) + ' ' + what +
               (given.size() == 1 ? "" : "s") + " instead of " + std::to_string(formals.size());
    for (std::size_t n = 0; n < given.size(); ++n) {
        const Operand& operand = given[n];
        const std::string which = what + ' ' + std::to_string(n + 1);
        if (const Variable* variable = variableOf(operand)) {
            if (variable->space != Space::param || variable->size != formals[n].size)
                return which + " has " + std::to_string(variable->size) + " bytes where " +
                       std::to_string(formals[n].size) + " were expected";
            continue;
        }
        OperandRule rule;
        rule.type = formals[n].type;
        rule.written = rule.mayDiscard = results;
        if (std::string reason = checkValue(operand, rule); !reason.empty())
            return which + ": " + reason;
    }
    return {};
}

} // namespace warpbench::simgpu::ptx
