// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/element_expression.h"

#include "core/memory/element.h"
#include "core/project/element_program.h"
#include "core/project/parallel.h"
#include "core/project/suggest.h"

#include <algorithm>
#include <atomic>

namespace warpbench::project {

using element::Kind;
using element::kindOf;
using element::Step;
using element::StepOp;
using element::Workspace;
using memory::DType;
using memory::HostArray;
using memory::Scalar;

namespace {

constexpr std::size_t kMaxOperations = 4096;
constexpr std::size_t kIndexNames = 3;

/// NumPy's common type of two integer types; the widest unsigned one with a signed one stays
/// unsigned, as in C.
Scalar commonInteger(Scalar a, Scalar b) {
    if (a == b) {
        return a;
    }
    if (a == Scalar::boolean || b == Scalar::boolean) {
        return a == Scalar::boolean ? b : a;
    }
    const std::size_t sizeA = memory::sizeOf(a);
    const std::size_t sizeB = memory::sizeOf(b);
    if (memory::isSigned(a) == memory::isSigned(b)) {
        return sizeA > sizeB ? a : b;
    }
    const Scalar signedOne = memory::isSigned(a) ? a : b;
    const Scalar unsignedOne = memory::isSigned(a) ? b : a;
    if (memory::sizeOf(signedOne) > memory::sizeOf(unsignedOne)) {
        return signedOne;
    }
    switch (memory::sizeOf(unsignedOne)) {
    case 1:
        return Scalar::int16;
    case 2:
        return Scalar::int32;
    case 4:
        return Scalar::int64;
    default:
        return Scalar::uint64;
    }
}

bool worksOnComplex(Function function) {
    switch (function) {
    case Function::abs:
    case Function::real:
    case Function::imag:
    case Function::conj:
    case Function::cos:
    case Function::sin:
    case Function::tan:
    case Function::tanh:
    case Function::exp:
    case Function::log:
    case Function::sqrt:
    case Function::is_nan:
    case Function::is_finite:
        return true;
    default:
        return false;
    }
}

bool keepsIntegers(Function function) {
    switch (function) {
    case Function::abs:
    case Function::ceil:
    case Function::floor:
    case Function::round:
    case Function::trunc:
    case Function::real:
    case Function::conj:
    case Function::sign:
    case Function::is_nan:
    case Function::is_inf:
    case Function::is_finite:
        return true;
    default:
        return false;
    }
}

bool needsIntegers(Function function) {
    switch (function) {
    case Function::ceil_div:
    case Function::gcd:
    case Function::lcm:
    case Function::next_pow2:
    case Function::bit_and:
    case Function::bit_or:
    case Function::bit_xor:
    case Function::shift_left:
    case Function::shift_right:
        return true;
    default:
        return false;
    }
}

bool givesTruth(Function function) {
    return function == Function::is_nan || function == Function::is_inf ||
           function == Function::is_finite;
}

bool isComparison(Op op) {
    return op >= Op::equal && op <= Op::greater_equal;
}

StepOp stepOpOf(Op op) {
    switch (op) {
    case Op::negate:
        return StepOp::negate;
    case Op::logical_not:
        return StepOp::logical_not;
    case Op::add:
        return StepOp::add;
    case Op::subtract:
        return StepOp::subtract;
    case Op::multiply:
        return StepOp::multiply;
    case Op::divide:
        return StepOp::divide;
    case Op::floor_divide:
        return StepOp::floor_divide;
    case Op::modulo:
        return StepOp::modulo;
    case Op::power:
        return StepOp::power;
    case Op::equal:
        return StepOp::equal;
    case Op::not_equal:
        return StepOp::not_equal;
    case Op::less:
        return StepOp::less;
    case Op::less_equal:
        return StepOp::less_equal;
    case Op::greater:
        return StepOp::greater;
    case Op::greater_equal:
        return StepOp::greater_equal;
    case Op::logical_and:
        return StepOp::logical_and;
    case Op::logical_or:
        return StepOp::logical_or;
    default:
        return StepOp::call;
    }
}

/// A buffer that an expression reads.
struct Operand {
    HostArray array;
    bool single = false;   ///< one element for all
    bool laneWise = false; ///< has lanes of its own, which go with the target's
};

} // namespace

struct ElementExpression::Program {
    Formula formula;
    DType target;
    std::vector<std::int64_t> shape;
    std::vector<Step> steps;
    std::vector<Operand> operands;
    std::int64_t components = 0; ///< of the target
    std::int64_t lanes = 1;

    void load(const Step& step, std::uint32_t self, Workspace& workspace, std::int64_t first,
              std::int64_t count) const;
    void index(const Step& step, std::uint32_t self, Workspace& workspace, std::int64_t first,
               std::int64_t count) const;
    void store(Workspace& workspace, std::byte* out, std::int64_t count) const;
    void run(std::int64_t first, std::int64_t last, std::byte* out) const;
};

namespace {

/// Turns a tree into steps. A node becomes a constant (exact, still without a width), or a step.
class ProgramBuilder {
  public:
    ProgramBuilder(const Formula& formula, std::uint32_t root, const DType& target,
                   const std::vector<std::int64_t>& shape, const ElementNames& names,
                   std::vector<Step>& steps, std::vector<Operand>& operands)
        : m_formula(formula)
        , m_root(root)
        , m_target(target)
        , m_shape(shape)
        , m_elements(memory::elementCount(shape))
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
        m_formula.fail(m_formula.root(), "more than 4096 operations", "shorten the expression");
    }
    mark();
    m_values.resize(nodes.size());
    for (std::uint32_t i = 0; i <= m_root; ++i) {
        if (m_needed[i]) {
            m_node = i;
            m_values[i] = build(i);
        }
    }
    // The result last, as what the target is written from.
    const Value root = m_values[m_root];
    const Kind wanted = kindOf(m_target.scalar());
    Scalar type = Scalar::float64;
    if (!root.constant) {
        type = typeOf(root);
    } else if (std::holds_alternative<std::int64_t>(*root.constant)) {
        type = Scalar::int64;
    }
    if (kindOf(type) == Kind::complex && wanted != Kind::complex) {
        m_formula.fail(m_formula.root(),
                       "the result is complex, and the buffer is " + m_target.name(),
                       "take real(), imag() or abs() of it");
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
    m_steps.push_back(std::move(step));
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
                m_formula.fail(node,
                               "the buffer has " + std::to_string(m_shape.size()) +
                                   (m_shape.size() == 1 ? " dimension" : " dimensions") +
                                   ", so there is no index '" + name + "'",
                               "use i for the first index, j for the second, k for the third");
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
    m_formula.fail(node, "'" + name + "' is no buffer, parameter or number",
                   nearest.empty() ? "check its spelling, or add it to the project"
                                   : "did you mean '" + nearest + "'?");
}

ProgramBuilder::Value ProgramBuilder::after(const Node& node) {
    const std::string& name = m_formula.names()[node.name];
    if (!m_names.after) {
        m_formula.fail(node, "after() has a meaning in \"expect\" only",
                       "write the buffer's name for its initial value");
    }
    auto array = m_names.after(name);
    if (!array) {
        m_formula.fail(node, "there is no buffer '" + name + "'", "check its spelling");
    }
    return buffer(node, std::move(*array));
}

ProgramBuilder::Value ProgramBuilder::buffer(const Node& node, HostArray array) {
    const DType& dtype = array.dtype();
    const std::string name(node.op == Op::array_call ? arrayFunctions()[node.name].name
                                                     : m_formula.names()[node.name]);
    if (dtype.kind() == DType::Kind::structure) {
        m_formula.fail(node, "'" + name + "' holds structs, which have no single value",
                       "use a reference kernel and compare buffers");
    }
    Operand operand;
    operand.single = array.elements() == 1 && m_elements != 1;
    operand.laneWise = dtype.lanes() > 1;
    if (!operand.single && array.shape() != m_shape && array.elements() != m_elements) {
        m_formula.fail(node,
                       "'" + name + "' has " + std::to_string(array.elements()) +
                           " elements, and the result " + std::to_string(m_elements),
                       "use buffers of the same shape, or of one element");
    }
    if (!operand.single && array.shape() != m_shape &&
        (array.shape().size() > 1 && m_shape.size() > 1)) {
        m_formula.fail(node, "'" + name + "' has another shape than the result",
                       "use buffers of the same shape, or of one element");
    }
    if (operand.laneWise && dtype.lanes() != m_target.lanes()) {
        m_formula.fail(node,
                       "'" + name + "' has elements of " + std::to_string(dtype.lanes()) +
                           " lanes, and the result of " + std::to_string(m_target.lanes()),
                       "use types with as many lanes, or scalars");
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
        const bool integers = std::holds_alternative<std::int64_t>(*a.constant) &&
                              std::holds_alternative<std::int64_t>(*b.constant);
        return integers ? Scalar::int64 : Scalar::float64;
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
    const auto* integer = std::get_if<std::int64_t>(&*b.constant);
    if (!integer) {
        return Scalar::float64;
    }
    const bool fits = type != Scalar::boolean && element::wrap(*integer, type) == *integer &&
                      (type != Scalar::uint64 || *integer >= 0);
    return fits ? type : commonInteger(type, Scalar::int64);
}

ProgramBuilder::Value ProgramBuilder::cast(const Value& value, Scalar type) {
    const Kind kind = kindOf(type);
    if (value.constant) {
        Step step;
        step.op = StepOp::constant;
        step.kind = kind;
        step.type = type;
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
    // Comparisons of integers look at each side's own sign; all else at the common type.
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
        m_formula.fail(node, "complex numbers have no order", "compare abs() of them");
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
        m_formula.fail(node, "complex numbers have no remainder", "use / or real()");
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
            m_formula.fail(node, "complex numbers have no order", "use abs() of them");
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
            m_formula.fail(node, "complex numbers have no order", "use real() or abs()");
        }
        const Value raised = applied(StepOp::maximum, low, low, {operands[0], operands[1]});
        const Scalar high = common(raised, operands[2]);
        return applied(StepOp::minimum, high, high, {raised, operands[2]});
    }
    default:
        break;
    }
    Scalar type = common(operands[0], operands.back());
    if (type == Scalar::boolean && !givesTruth(node.function)) {
        type = Scalar::int64;
    }
    const Kind kind = kindOf(type);
    const std::string name(nameOf(node.function));
    if (node.function == Function::complex) {
        if (kind == Kind::complex) {
            m_formula.fail(node, "complex() takes two real numbers", "use real() or imag()");
        }
        return applied(StepOp::call, Scalar::complex128, Scalar::float64, operands, node.function);
    }
    if (kind == Kind::complex && !worksOnComplex(node.function)) {
        m_formula.fail(node, name + " does not work on complex numbers",
                       "use real(), imag() or abs()");
    }
    if (needsIntegers(node.function) && kind != Kind::integer) {
        m_formula.fail(node, name + " works on integers", "use buffers of an integer type");
    }
    if (kind == Kind::integer && !keepsIntegers(node.function) && !needsIntegers(node.function)) {
        type = Scalar::float64;
    }
    Scalar result = type;
    if (givesTruth(node.function)) {
        result = Scalar::boolean;
    } else if (node.function == Function::abs || node.function == Function::real ||
               node.function == Function::imag) {
        result = kindOf(type) == Kind::complex ? Scalar::float64 : type;
    }
    return applied(StepOp::call, result, type, operands, node.function);
}

} // namespace

void ElementExpression::Program::load(const Step& step, std::uint32_t self, Workspace& workspace,
                                      std::int64_t first, std::int64_t count) const {
    const Operand& operand = operands[step.source];
    const Scalar scalar = operand.array.dtype().scalar();
    const std::byte* data = operand.array.bytes().data();
    const auto size = memory::sizeOf(scalar);
    const auto read = [&](const std::byte* from, std::int64_t to, std::int64_t many) {
        const auto n = std::size_t(many);
        switch (step.kind) {
        case Kind::integer:
            memory::readInt64s(scalar, from, {workspace.integers(self) + to, n});
            break;
        case Kind::real:
            memory::readDoubles(scalar, from, {workspace.reals(self) + to, n});
            break;
        case Kind::complex:
            memory::readComplexes(scalar, from, {workspace.complexes(self) + to, n});
            break;
        }
    };
    if (!operand.single && (operand.laneWise || lanes == 1)) {
        read(data + std::size_t(first) * size, 0, count);
        return;
    }
    for (std::int64_t n = 0; n < count; ++n) {
        const std::int64_t element = operand.single ? 0 : (first + n) / lanes;
        const std::int64_t component =
            operand.laneWise ? element * lanes + (first + n) % lanes : element;
        read(data + std::size_t(component) * size, n, 1);
    }
}

void ElementExpression::Program::index(const Step& step, std::uint32_t self, Workspace& workspace,
                                       std::int64_t first, std::int64_t count) const {
    std::int64_t* out = workspace.integers(self);
    if (step.source >= shape.size()) { // `i` of an array without dimensions
        std::fill_n(out, count, 0);
        return;
    }
    std::int64_t inner = lanes; // components per step of this index
    for (std::size_t d = step.source + 1; d < shape.size(); ++d) {
        inner *= shape[d];
    }
    const std::int64_t extent = shape[step.source];
    std::int64_t rest = first % inner;
    std::int64_t value = first / inner % extent;
    for (std::int64_t n = 0; n < count; ++n) {
        out[n] = value;
        if (++rest == inner) {
            rest = 0;
            value = value + 1 == extent ? 0 : value + 1;
        }
    }
}

void ElementExpression::Program::store(Workspace& workspace, std::byte* out,
                                       std::int64_t count) const {
    const auto last = std::uint32_t(steps.size() - 1);
    const auto n = std::size_t(count);
    switch (kindOf(steps.back().type)) {
    case Kind::integer:
        if (steps.back().type == Scalar::uint64 && !memory::isInteger(target.scalar())) {
            for (std::size_t i = 0; i < n; ++i) { // bits that are not a signed value
                memory::writeDouble(target.scalar(), out + i * memory::sizeOf(target.scalar()),
                                    double(std::uint64_t(workspace.integers(last)[i])));
            }
            break;
        }
        memory::writeInt64s(target.scalar(), out, {workspace.integers(last), n});
        break;
    case Kind::real:
        memory::writeDoubles(target.scalar(), out, {workspace.reals(last), n});
        break;
    case Kind::complex:
        memory::writeComplexes(target.scalar(), out, {workspace.complexes(last), n});
        break;
    }
}

void ElementExpression::Program::run(std::int64_t first, std::int64_t last, std::byte* out) const {
    Workspace workspace(steps);
    element::fillConstants(steps, workspace);
    const std::size_t size = memory::sizeOf(target.scalar());
    for (std::int64_t at = first; at < last; at += Workspace::kBlock) {
        const std::int64_t count = std::min(Workspace::kBlock, last - at);
        for (std::uint32_t self = 0; self < steps.size(); ++self) {
            const Step& step = steps[self];
            if (step.op == StepOp::load) {
                load(step, self, workspace, at, count);
            } else if (step.op == StepOp::index) {
                index(step, self, workspace, at, count);
            } else if (step.op != StepOp::constant &&
                       !element::runStep(step, self, workspace, count)) {
                formula.fail(formula.nodes()[step.node],
                             step.op == StepOp::power
                                 ? "an integer to a negative power is a fraction"
                                 : "an integer is divided by 0",
                             "use where(b != 0, …, 0), or floats");
            }
        }
        store(workspace, out + std::size_t(at) * size, count);
    }
}

ElementExpression::ElementExpression(const Formula& formula, const DType& target,
                                     std::vector<std::int64_t> shape, const ElementNames& names)
    : ElementExpression(formula, std::uint32_t(formula.nodes().size() - 1), target,
                        std::move(shape), names) {}

ElementExpression::ElementExpression(const Formula& formula, std::uint32_t root,
                                     const DType& target, std::vector<std::int64_t> shape,
                                     const ElementNames& names)
    : m_program(std::make_unique<Program>()) {
    if (target.kind() == DType::Kind::structure) {
        formula.fail(formula.root(), "a buffer of structs has no element-wise value",
                     "use a file, or a reference kernel and another buffer");
    }
    m_program->formula = formula;
    m_program->target = target;
    m_program->shape = std::move(shape);
    m_program->lanes = target.lanes();
    m_program->components = memory::elementCount(m_program->shape) * target.lanes();
    ProgramBuilder(m_program->formula, root, m_program->target, m_program->shape, names,
                   m_program->steps, m_program->operands)
        .build();
}

ElementExpression::~ElementExpression() = default;
ElementExpression::ElementExpression(ElementExpression&&) noexcept = default;

void ElementExpression::evaluate(std::span<std::byte> out) const {
    constexpr std::int64_t kGrain = Workspace::kBlock * 64;
    parallelFor(m_program->components, kGrain, [&](std::int64_t first, std::int64_t last) {
        m_program->run(first, last, out.data());
    });
}

} // namespace warpbench::project
