// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/passes/register_parameters.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::simgpu::ptx {

namespace {

/// "In ABI compilation, passing predicate, 8-bit and 16-bit parameters to device functions is not
/// supported" (ptxas 13.0).
bool isPassable(Type type) {
    return sizeOf(type) == 4 || sizeOf(type) == 8;
}

Type storedAs(Type type) {
    if (type == Type::f32 || type == Type::f64)
        return type; // a number that is passed is read by its type
    return sizeOf(type) == 4 ? Type::b32 : Type::b64;
}

Operand variableOperand(std::int32_t variable, Operand::Kind kind) {
    Operand operand;
    operand.kind = kind;
    operand.symbol = variable;
    operand.symbolIsLocal = true;
    return operand;
}

/// The signature of a call's target; null if unknown.
const Prototype* prototypeOf(const Module& module, const Function& caller, const Instruction& i) {
    const Operand& target = i.operands.front();
    if (target.kind == Operand::Kind::symbol) {
        const Symbol& symbol = module.symbols[static_cast<std::size_t>(target.symbol)];
        return &module.functions[static_cast<std::size_t>(symbol.index)].prototype;
    }
    if (i.callPrototype >= 0)
        return &caller.prototypes[static_cast<std::size_t>(i.callPrototype)];
    if (i.callTargets < 0)
        return nullptr;
    const TargetList& list = caller.targetLists[static_cast<std::size_t>(i.callTargets)];
    const Symbol& symbol = module.symbols[static_cast<std::size_t>(list.targets.front())];
    return &module.functions[static_cast<std::size_t>(symbol.index)].prototype;
}

class ParameterRewriter {
  public:
    ParameterRewriter(Module& module, Function& function)
        : m_module(module)
        , m_function(function) {}

    void run() {
        const std::size_t returns = m_function.prototype.returns.size();
        for (std::size_t v = 0; v < returns + m_function.prototype.parameters.size(); ++v) {
            if (isRegister(m_function.variables[v]))
                (v < returns ? m_results : m_inputs).push_back(static_cast<std::int32_t>(v));
        }
        if (m_inputs.empty() && m_results.empty() &&
            std::none_of(m_function.code.begin(), m_function.code.end(), passesValues))
            return;
        rewrite();
    }

  private:
    static bool isRegister(const Variable& variable) {
        return variable.space == Space::reg && variable.vectorWidth == 1 && variable.reg >= 0 &&
               isPassable(variable.type);
    }

    static bool isValue(const Operand& operand) {
        return operand.kind == Operand::Kind::reg || operand.kind == Operand::Kind::immediate ||
               operand.kind == Operand::Kind::discard;
    }

    static bool passesValues(const Instruction& i) {
        return std::any_of(i.callArguments.begin(), i.callArguments.end(), isValue) ||
               std::any_of(i.callReturns.begin(), i.callReturns.end(), isValue);
    }

    void rewrite() {
        const std::vector<Instruction> code = std::exchange(m_function.code, {});
        std::vector<std::uint32_t> moved; ///< by old index: the instruction's new index
        const auto next = [&] { return static_cast<std::uint32_t>(m_function.code.size()); };
        m_place = code.empty() ? Instruction{} : code.front();
        for (const std::int32_t v : m_inputs)
            becomeParameter(v, true);
        for (const Instruction& i : code) {
            moved.push_back(next());
            m_place = i;
            if (i.op == Opcode::ret)
                storeResults(i.guard, i.guardNegated);
            if (passesValues(i))
                call(i);
            else
                m_function.code.push_back(i);
        }
        moved.push_back(next());
        if (code.empty() || code.back().op != Opcode::ret)
            storeResults(-1, false);
        for (const std::int32_t v : m_results)
            becomeParameter(v, false);
        for (Label& label : m_function.labels)
            label.instruction = moved[label.instruction];
    }

    void becomeParameter(std::int32_t v, bool load) {
        Variable& variable = m_function.variables[static_cast<std::size_t>(v)];
        const Type type = variable.type;
        describe(variable, type);
        if (load)
            loadInto(variable.reg, type, v);
    }

    static void describe(Variable& variable, Type type) {
        variable.space = Space::param;
        variable.type = storedAs(type);
        variable.size = static_cast<std::uint64_t>(sizeOf(variable.type));
        variable.alignment = static_cast<std::uint32_t>(variable.size);
    }

    void storeResults(std::int32_t guard, bool negated) {
        for (const std::int32_t v : m_results) {
            const Variable& variable = m_function.variables[static_cast<std::size_t>(v)];
            const std::size_t first = m_function.code.size();
            store(registerOperand(variable.reg), variable.type, v);
            for (std::size_t n = first; n < m_function.code.size(); ++n) {
                m_function.code[n].guard = guard;
                m_function.code[n].guardNegated = negated;
            }
        }
    }

    void call(Instruction i) {
        const Prototype* prototype = prototypeOf(m_module, m_function, i);
        struct Result {
            std::int32_t reg;
            Type type;
            std::int32_t variable;
        };
        std::vector<Result> results;
        const auto typeOf = [&](const Operand& operand, const std::vector<Variable>* formals,
                                std::size_t n) {
            if (formals && n < formals->size())
                return (*formals)[n].type;
            return operand.kind == Operand::Kind::reg ? registerType(operand.reg) : Type::none;
        };
        for (std::size_t n = 0; n < i.callArguments.size(); ++n) {
            Operand& argument = i.callArguments[n];
            const Type type = typeOf(argument, prototype ? &prototype->parameters : nullptr, n);
            if (!isValue(argument) || !isPassable(type))
                continue;
            const std::int32_t variable = addVariable(type);
            store(argument, type, variable);
            argument = variableOperand(variable, Operand::Kind::symbol);
        }
        for (std::size_t n = 0; n < i.callReturns.size(); ++n) {
            Operand& result = i.callReturns[n];
            const Type type = typeOf(result, prototype ? &prototype->returns : nullptr, n);
            if (!isValue(result) || !isPassable(type))
                continue;
            results.push_back({result.reg, type, addVariable(type)});
            result = variableOperand(results.back().variable, Operand::Kind::symbol);
        }
        m_function.code.push_back(std::move(i));
        for (const Result& result : results) {
            if (result.reg >= 0)
                loadInto(result.reg, result.type, result.variable);
        }
    }

    Type registerType(std::int32_t reg) const {
        return m_function.registers[static_cast<std::size_t>(reg)].type;
    }

    std::int32_t addVariable(Type type) {
        Variable variable;
        describe(variable, type);
        m_function.variables.push_back(std::move(variable));
        return static_cast<std::int32_t>(m_function.variables.size()) - 1;
    }

    void store(const Operand& value, Type type, std::int32_t variable) {
        add(Opcode::st, {"param", nameOf(storedAs(type))},
            {variableOperand(variable, Operand::Kind::address), value});
    }

    void loadInto(std::int32_t reg, Type type, std::int32_t variable) {
        add(Opcode::ld, {"param", nameOf(storedAs(type))},
            {registerOperand(reg), variableOperand(variable, Operand::Kind::address)});
    }

    /// \param modifiers  literals: an instruction does not own its texts
    void add(Opcode opcode, std::vector<std::string_view> modifiers,
             std::vector<Operand> operands) {
        Instruction& added = m_function.code.emplace_back();
        added.setOpcode(opcode);
        added.modifiers = m_module.keep(std::move(modifiers));
        added.operands = std::move(operands);
        added.position = m_place.position;
        added.location = m_place.location;
        added.isAdded = true;
    }

    Module& m_module;
    Function& m_function;
    std::vector<std::int32_t> m_inputs, m_results; ///< variables that are registers
    Instruction m_place;                           ///< gives additions their position
};

} // namespace

void passRegistersInMemory(Module& module) {
    for (Function& function : module.functions)
        ParameterRewriter(module, function).run();
}

} // namespace warpbench::simgpu::ptx
