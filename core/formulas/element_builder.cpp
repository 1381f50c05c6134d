// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formulas/element_builder.h"

#include "core/arrays/element.h"
#include "core/arrays/integer_range.h"
#include "core/arrays/value_problems.h"
#include "core/base/suggest.h"
#include "core/formulas/element_types.h"

#include <algorithm>

namespace warpbench::project::element {

using arrays::DType;
using arrays::HostArray;
using arrays::Scalar;

namespace {

constexpr std::size_t kMaxOperations = 4096;
constexpr std::size_t kIndexNames = 3;
constexpr const char* kSameShape = "use buffers of the same shape, or of one element";

ErrorText dimensionCount(std::size_t count) {
    return count == 1 ? phrase("1 dimension") : phrase("{count} dimensions", {{"count", count}});
}

/// The 64-bit type that holds an integer constant.
Scalar integerTypeOf(const Number& constant) {
    return std::holds_alternative<std::uint64_t>(constant) ? Scalar::uint64 : Scalar::int64;
}

/// Compiles a tree to steps. A node becomes a constant (exact, without a width so far), or a step.
class ProgramBuilder {
  public:
    ProgramBuilder(const Formula& formula, std::uint32_t root, const DType& target,
                   const std::vector<std::int64_t>& shape, const ElementNames& names,
                   std::vector<Step>& steps, std::vector<Operand>& operands)
        : m_formula(formula)
        , m_root(root)
        , m_target(target)
        , m_shape(shape)
        , m_elements(arrays::elementCount(shape))
        , m_names(names)
        , m_steps(steps)
        , m_operands(operands) {}

    void build();

  private:
    struct Value {
        std::optional<Number> constant;
        std::uint32_t step = 0;
    };

    void mark();
    Value build(std::uint32_t index);
    Value name(const Node& node);
    Value after(const Node& node);
    Value buffer(const Node& node, HostArray array);
    Value operation(const Node& node);
    Value binary(const Node& node, Value a, Value b);
    Value power(Value a, Value b);
    Value extreme(const Node& node, StepOp op);
    Value choose(Value condition, Value yes, Value no);
    Value call(const Node& node);
    Value comparison(const Node& node, Value a, Value b);

    Scalar typeOf(const Value& value) const { return m_steps[value.step].type; }
    Scalar common(const Value& a, const Value& b) const;
    Value cast(const Value& value, Scalar type);
    Value truth(const Value& value);
    Value add(Step step);
    Value applied(StepOp op, Scalar type, Scalar operandType, const std::vector<Value>& operands,
                  Function function = {});

    const Formula& m_formula;
    std::uint32_t m_root;
    const DType& m_target;
    const std::vector<std::int64_t>& m_shape;
    std::int64_t m_elements;
    const ElementNames& m_names;
    std::vector<Step>& m_steps;
    std::vector<Operand>& m_operands;
    std::vector<Value> m_values;
    std::vector<bool> m_guarded; ///< under a condition
    std::vector<bool> m_needed;  ///< below the root, and not an argument of a whole-array function
    std::uint32_t m_node = 0;
};

void ProgramBuilder::mark() {
    const auto& nodes = m_formula.nodes();
    m_guarded.assign(nodes.size(), false);
    m_needed.assign(nodes.size(), false);
    m_needed[m_root] = true;
    for (std::size_t i = m_root + 1; i-- > 0;) {
        const Node& node = nodes[i];
        if (!m_needed[i] || node.op == Op::array_call) {
            continue; // whole-array functions see to their own arguments
        }
        const bool branches =
            node.op == Op::choose || (node.op == Op::call && node.function == Function::where);
        const bool second = node.op == Op::logical_and || node.op == Op::logical_or;
        for (std::size_t k = 0; k < node.operands.size(); ++k) {
            m_needed[node.operands[k]] = true;
            if (m_guarded[i] || ((branches || second) && k > 0)) {
                m_guarded[node.operands[k]] = true;
            }
        }
    }
}

void ProgramBuilder::build() {
    const auto& nodes = m_formula.nodes();
    if (nodes.size() > kMaxOperations) {
        m_formula.fail(m_formula.root(), {"WB1251",
                                          "more than {limit} operations",
                                          "shorten the expression",
                                          {{"limit", kMaxOperations}}});
    }
    mark();
    m_values.resize(nodes.size());
    for (std::uint32_t i = 0; i <= m_root; ++i) {
        if (m_needed[i]) {
            m_node = i;
            m_values[i] = build(i);
        }
    }
    // The result comes last; the target is written from it.
    const Value root = m_values[m_root];
    const Kind wanted = kindOf(m_target.scalar());
    Scalar type = Scalar::float64;
    if (!root.constant) {
        type = typeOf(root);
    } else if (isInteger(*root.constant)) {
        type = integerTypeOf(*root.constant);
    }
    if (kindOf(type) == Kind::complex && wanted != Kind::complex) {
        m_formula.fail(m_formula.root(), {"WB1252",
                                          "the result is complex, and the buffer is {type}",
                                          "take real(), imag() or abs() of it",
                                          {{"type", m_target.name()}}});
    }
    if (wanted == Kind::complex) {
        type = Scalar::complex128;
    }
    const Value last = cast(root, type);
    if (last.step + 1 != m_steps.size()) {
        m_steps.push_back(m_steps[last.step]); // a name used before: evaluate it again, at the end
    }
}

ProgramBuilder::Value ProgramBuilder::add(Step step) {
    step.guarded = m_guarded[m_node];
    step.node = m_node;
    m_steps.push_back(step);
    return {std::nullopt, std::uint32_t(m_steps.size() - 1)};
}

ProgramBuilder::Value ProgramBuilder::build(std::uint32_t index) {
    const Node& node = m_formula.nodes()[index];
    switch (node.op) {
    case Op::number:
        return {node.value, 0};
    case Op::name:
        return name(node);
    case Op::after:
        return after(node);
    case Op::array_call:
        return buffer(node, m_names.arrayCall(m_formula, index));
    default:
        return operation(node);
    }
}

ProgramBuilder::Value ProgramBuilder::name(const Node& node) {
    const std::string& name = m_formula.names()[node.name];
    if (const auto number = m_names.numbers.find(name); number != m_names.numbers.end()) {
        return {number->second, 0};
    }
    if (m_names.initial) {
        if (auto array = m_names.initial(name)) {
            return buffer(node, std::move(*array));
        }
    }
    for (std::size_t d = 0; d < kIndexNames; ++d) {
        if (name.size() == 1 && name[0] == "ijk"[d]) {
            if (d >= m_shape.size() && d > 0) {
                m_formula.fail(
                    node, {"WB1253",
                           "the buffer has {dimensions}, so it cannot be indexed with '{name}'",
                           "use i for the first index, j for the second, k for the third",
                           {{"dimensions", dimensionCount(m_shape.size())}, {"name", name}}});
            }
            Step step;
            step.op = StepOp::index;
            step.type = Scalar::int64;
            step.kind = Kind::integer;
            step.source = std::uint32_t(d);
            return add(step);
        }
    }
    if (const auto constant = languageConstant(name)) {
        return {*constant, 0};
    }
    std::vector<std::string> known{"i", "j", "k", "pi"};
    for (const auto& [candidate, value] : m_names.numbers) {
        known.push_back(candidate);
    }
    const std::string nearest = nearestWord(name, known);
    const ErrorText unknown{"WB1254",
                            "'{name}' is not a buffer, parameter or number",
                            "check its spelling, or add it to the project",
                            {{"name", name}}};
    m_formula.fail(node, nearest.empty() ? unknown
                                         : unknown.advised(phrase("did you mean '{name}'?",
                                                                  {{"name", nearest}})));
}

ProgramBuilder::Value ProgramBuilder::after(const Node& node) {
    const std::string& name = m_formula.names()[node.name];
    if (!m_names.after) {
        m_formula.fail(node, {"WB1255", "after() can only be used in \"expect\"",
                              "write the buffer's name for its initial value"});
    }
    auto array = m_names.after(name);
    if (!array) {
        m_formula.fail(
            node,
            {"WB1256", "unknown buffer '{buffer}'", "check its spelling", {{"buffer", name}}});
    }
    return buffer(node, std::move(*array));
}

ProgramBuilder::Value ProgramBuilder::buffer(const Node& node, HostArray array) {
    const DType& dtype = array.dtype();
    const std::string name(node.op == Op::array_call ? arrayFunctions()[node.name].name
                                                     : m_formula.names()[node.name]);
    if (dtype.kind() == DType::Kind::structure) {
        m_formula.fail(node, arrays::holdsStructs(name).advised(
                                 phrase("use a reference kernel and compare buffers")));
    }
    Operand operand;
    operand.single = array.elements() == 1 && m_elements != 1;
    operand.laneWise = dtype.lanes() > 1;
    if (!operand.single && array.shape() != m_shape && array.elements() != m_elements) {
        m_formula.fail(node,
                       {"WB1257",
                        "'{buffer}' has {found} elements, but the result has {expected}",
                        kSameShape,
                        {{"buffer", name}, {"found", array.elements()}, {"expected", m_elements}}});
    }
    if (!operand.single && array.shape() != m_shape &&
        (array.shape().size() > 1 && m_shape.size() > 1)) {
        m_formula.fail(node, {"WB1258",
                              "'{buffer}' has a different shape from the result",
                              kSameShape,
                              {{"buffer", name}}});
    }
    if (operand.laneWise && dtype.lanes() != m_target.lanes()) {
        m_formula.fail(
            node, {"WB1259",
                   "'{buffer}' has elements of {found} lanes, and the result of {expected}",
                   "use types with as many lanes, or scalars",
                   {{"buffer", name}, {"found", dtype.lanes()}, {"expected", m_target.lanes()}}});
    }
    Step step;
    step.op = StepOp::load;
    step.kind = kindOf(dtype.scalar());
    step.type = step.kind == Kind::integer
                    ? dtype.scalar()
                    : (step.kind == Kind::real ? Scalar::float64 : Scalar::complex128);
    step.source = std::uint32_t(m_operands.size());
    operand.array = std::move(array);
    m_operands.push_back(std::move(operand));
    return add(step);
}

Scalar ProgramBuilder::common(const Value& a, const Value& b) const {
    if (a.constant && b.constant) {
        if (!isInteger(*a.constant) || !isInteger(*b.constant)) {
            return Scalar::float64;
        }
        return commonInteger(integerTypeOf(*a.constant), integerTypeOf(*b.constant));
    }
    if (a.constant) {
        return common(b, a);
    }
    const Scalar type = typeOf(a);
    if (!b.constant) {
        const Scalar other = typeOf(b);
        if (kindOf(type) == Kind::integer && kindOf(other) == Kind::integer) {
            return commonInteger(type, other);
        }
        return kindOf(type) == Kind::complex || kindOf(other) == Kind::complex ? Scalar::complex128
                                                                               : Scalar::float64;
    }
    if (kindOf(type) != Kind::integer) {
        return type;
    }
    if (!isInteger(*b.constant)) {
        return Scalar::float64;
    }
    const bool fits = type != Scalar::boolean && arrays::holds(type, *asInteger(*b.constant));
    return fits ? type : commonInteger(type, integerTypeOf(*b.constant));
}

ProgramBuilder::Value ProgramBuilder::cast(const Value& value, Scalar type) {
    const Kind kind = kindOf(type);
    if (value.constant) {
        Step step;
        step.op = StepOp::constant;
        step.kind = kind;
        // A comparison looks at each side's own sign, so a constant keeps its own.
        step.type = kind == Kind::integer ? integerTypeOf(*value.constant) : type;
        step.value = *value.constant;
        return add(step);
    }
    const Kind from = kindOf(typeOf(value));
    if (from == kind) {
        return value; // integers are held in 64 bits whatever their type
    }
    if (kind == Kind::complex && from == Kind::integer) {
        return cast(cast(value, Scalar::float64), type);
    }
    Step step;
    step.op = kind == Kind::complex ? StepOp::to_complex : StepOp::to_real;
    step.kind = kind;
    step.type = kind == Kind::complex ? Scalar::complex128 : Scalar::float64;
    step.in = {value.step, value.step, value.step};
    step.firstUnsigned64 = typeOf(value) == Scalar::uint64;
    return add(step);
}

/// A step over operands brought to one kind; `type` is the result's.
ProgramBuilder::Value ProgramBuilder::applied(StepOp op, Scalar type, Scalar operandType,
                                              const std::vector<Value>& operands,
                                              Function function) {
    Step step;
    step.op = op;
    step.function = function;
    step.kind = kindOf(operandType);
    step.type = type;
    std::array<Scalar, 3> types{};
    for (std::size_t i = 0; i < 3; ++i) {
        const Value value = cast(operands[std::min(i, operands.size() - 1)], operandType);
        step.in[i] = value.step;
        types[i] = typeOf(value);
    }
    // Integer comparisons use the signedness of each side, all others the common type.
    const bool ownSigns = op >= StepOp::equal && op <= StepOp::greater_equal;
    step.firstUnsigned64 = ownSigns ? types[0] == Scalar::uint64 : operandType == Scalar::uint64;
    step.secondUnsigned64 = ownSigns ? types[1] == Scalar::uint64 : operandType == Scalar::uint64;
    return add(step);
}

ProgramBuilder::Value ProgramBuilder::truth(const Value& value) {
    if (value.constant) {
        return cast({Number(std::int64_t(toDouble(*value.constant) != 0)), 0}, Scalar::boolean);
    }
    if (typeOf(value) == Scalar::boolean) {
        return value;
    }
    return applied(StepOp::to_boolean, Scalar::boolean, typeOf(value), {value});
}

ProgramBuilder::Value ProgramBuilder::operation(const Node& node) {
    std::vector<Number> constants;
    for (const std::uint32_t operand : node.operands) {
        if (!m_values[operand].constant) {
            break;
        }
        constants.push_back(*m_values[operand].constant);
    }
    const bool complexCall = node.op == Op::call && node.function == Function::complex;
    if (constants.size() == node.operands.size() && !complexCall) {
        return {applyScalar(m_formula, node, constants), 0};
    }
    const auto operand = [&](std::size_t i) { return m_values[node.operands[i]]; };
    switch (node.op) {
    case Op::negate: {
        Scalar type = typeOf(operand(0));
        if (type == Scalar::boolean) {
            type = Scalar::int64;
        }
        return applied(StepOp::negate, type, type, {operand(0)});
    }
    case Op::logical_not:
        return applied(StepOp::logical_not, Scalar::boolean, Scalar::boolean, {truth(operand(0))});
    case Op::logical_and:
    case Op::logical_or: {
        const Value a = truth(operand(0));
        const Value b = truth(operand(1));
        return applied(stepOpOf(node.op), Scalar::boolean, Scalar::boolean, {a, b});
    }
    case Op::choose:
        return choose(operand(0), operand(1), operand(2));
    case Op::power:
        return power(operand(0), operand(1));
    case Op::call:
        return call(node);
    default:
        return isComparison(node.op) ? comparison(node, operand(0), operand(1))
                                     : binary(node, operand(0), operand(1));
    }
}

ProgramBuilder::Value ProgramBuilder::comparison(const Node& node, Value a, Value b) {
    const Scalar type = common(a, b);
    if (kindOf(type) == Kind::complex && node.op != Op::equal && node.op != Op::not_equal) {
        m_formula.fail(node, arrays::complexHasNoOrder().advised(phrase("compare abs() of them")));
    }
    return applied(stepOpOf(node.op), Scalar::boolean, type, {a, b});
}

ProgramBuilder::Value ProgramBuilder::binary(const Node& node, Value a, Value b) {
    Scalar type = common(a, b);
    if (type == Scalar::boolean) {
        type = Scalar::int64; // true + true is 2
    }
    if (node.op == Op::divide && kindOf(type) == Kind::integer) {
        type = Scalar::float64;
    }
    if (kindOf(type) == Kind::complex && (node.op == Op::floor_divide || node.op == Op::modulo)) {
        m_formula.fail(
            node, {"WB1260", "// and % are not defined for complex numbers", "use / or real()"});
    }
    return applied(stepOpOf(node.op), type, type, {a, b});
}

ProgramBuilder::Value ProgramBuilder::power(Value a, Value b) {
    Scalar type = common(a, b);
    if (type == Scalar::boolean) {
        type = Scalar::int64;
    }
    if (kindOf(type) == Kind::integer && b.constant && toDouble(*b.constant) < 0) {
        type = Scalar::float64;
    }
    const bool square = b.constant && toDouble(*b.constant) == 2;
    return square ? applied(StepOp::multiply, type, type, {a, a})
                  : applied(StepOp::power, type, type, {a, b});
}

ProgramBuilder::Value ProgramBuilder::extreme(const Node& node, StepOp op) {
    Value result = m_values[node.operands[0]];
    for (std::size_t i = 1; i < node.operands.size(); ++i) {
        const Value next = m_values[node.operands[i]];
        const Scalar type = common(result, next);
        if (kindOf(type) == Kind::complex) {
            m_formula.fail(node, arrays::complexHasNoOrder().advised(phrase("use abs() of them")));
        }
        result = applied(op, type, type, {result, next});
    }
    return result;
}

ProgramBuilder::Value ProgramBuilder::choose(Value condition, Value yes, Value no) {
    const Scalar type = common(yes, no);
    const Value test = truth(condition);
    const Value first = cast(yes, type);
    const Value second = cast(no, type);
    Step step;
    step.op = StepOp::choose;
    step.kind = kindOf(type);
    step.type = type;
    step.in = {test.step, first.step, second.step};
    return add(step);
}

ProgramBuilder::Value ProgramBuilder::call(const Node& node) {
    std::vector<Value> operands;
    for (const std::uint32_t operand : node.operands) {
        operands.push_back(m_values[operand]);
    }
    switch (node.function) {
    case Function::min:
        return extreme(node, StepOp::minimum);
    case Function::max:
        return extreme(node, StepOp::maximum);
    case Function::where:
        return choose(operands[0], operands[1], operands[2]);
    case Function::pow:
        return power(operands[0], operands[1]);
    case Function::clamp: {
        const Scalar low = common(operands[0], operands[1]);
        if (kindOf(low) == Kind::complex) {
            m_formula.fail(node,
                           arrays::complexHasNoOrder().advised(phrase("use real() or abs()")));
        }
        const Value raised = applied(StepOp::maximum, low, low, {operands[0], operands[1]});
        const Scalar high = common(raised, operands[2]);
        return applied(StepOp::minimum, high, high, {raised, operands[2]});
    }
    default:
        break;
    }
    const FunctionInfo& info = infoOf(node.function);
    Scalar type = common(operands[0], operands.back());
    if (type == Scalar::boolean && !info.has(FunctionInfo::givesTruth)) {
        type = Scalar::int64;
    }
    const Kind kind = kindOf(type);
    const std::string name(info.name);
    if (node.function == Function::complex) {
        if (kind == Kind::complex) {
            m_formula.fail(node,
                           {"WB1261", "complex() takes two real numbers", "use real() or imag()"});
        }
        return applied(StepOp::call, Scalar::complex128, Scalar::float64, operands, node.function);
    }
    if (kind == Kind::complex && !info.has(FunctionInfo::takesComplex)) {
        m_formula.fail(node, {"WB1262",
                              "{function} does not work on complex numbers",
                              "use real(), imag() or abs()",
                              {{"function", name}}});
    }
    if (info.has(FunctionInfo::needsIntegers) && kind != Kind::integer) {
        m_formula.fail(node, {"WB1263",
                              "{function} works on integers",
                              "use buffers of an integer type",
                              {{"function", name}}});
    }
    if (kind == Kind::integer && !info.has(FunctionInfo::keepsIntegers) &&
        !info.has(FunctionInfo::needsIntegers)) {
        type = Scalar::float64;
    }
    Scalar result = type;
    if (info.has(FunctionInfo::givesTruth)) {
        result = Scalar::boolean;
    } else if (node.function == Function::abs || node.function == Function::real ||
               node.function == Function::imag) {
        result = kindOf(type) == Kind::complex ? Scalar::float64 : type;
    }
    return applied(StepOp::call, result, type, operands, node.function);
}

} // namespace

void buildProgram(const Formula& formula, std::uint32_t root, const DType& target,
                  const std::vector<std::int64_t>& shape, const ElementNames& names,
                  std::vector<Step>& steps, std::vector<Operand>& operands) {
    ProgramBuilder(formula, root, target, shape, names, steps, operands).build();
}

} // namespace warpbench::project::element
