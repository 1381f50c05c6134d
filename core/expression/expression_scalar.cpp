// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/expression.h"
#include "core/expression/integer_math.h"

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <numeric>

namespace warpbench::project {

namespace {

/// One node applied to numbers; keeps the information for the place of an error.
class Application {
  public:
    Application(const Formula& formula, const Node& node, const std::vector<Number>& operands)
        : m_formula(formula)
        , m_node(node)
        , m_operands(operands) {}

    Number apply() const;

  private:
    [[noreturn]] void fail(ErrorText said) const { m_formula.fail(m_node, std::move(said)); }
    [[noreturn]] void byZero(const ErrorText& remedy) const {
        fail(ErrorText("WB1120", "division by zero").advised(remedy));
    }
    [[noreturn]] void overflow() const {
        fail({"WB1121", "the result does not fit a 64-bit integer",
              "compute with floats (write 1.0 for 1) or with smaller numbers"});
    }
    Number checked(const std::optional<Integer>& result) const {
        if (!result) {
            overflow();
        }
        return toNumber(*result);
    }

    bool isInt(std::size_t i) const { return isInteger(m_operands[i]); }
    bool allInts() const {
        for (std::size_t i = 0; i < m_operands.size(); ++i) {
            if (!isInt(i)) {
                return false;
            }
        }
        return true;
    }
    Integer integer(std::size_t i) const;
    double real(std::size_t i) const { return toDouble(m_operands[i]); }
    bool truth(std::size_t i) const { return real(i) != 0; }

    int compare(std::size_t a, std::size_t b) const;
    Number divide() const;
    void checkDivisor() const;
    Number floorDivision() const;
    Number modulo() const;
    Number power() const;
    Number absolute() const;
    Number toWhole(double (*rounding)(double)) const;
    Number extreme(bool largest) const;
    Number integerFunction() const;
    Number ceilingQuotient() const;
    Number call() const;
    double realFunction() const;
    Number comparison() const;

    const Formula& m_formula;
    const Node& m_node;
    const std::vector<Number>& m_operands;
};

Integer Application::integer(std::size_t i) const {
    if (const auto whole = asInteger(m_operands[i])) {
        return *whole;
    }
    fail({"WB1122",
          "expected an integer, but got {found}",
          "round it with floor, ceil or round",
          {{"found", toString(m_operands[i])}}});
}

/// -1, 0, 1, or 2 if one of them is NaN.
int Application::compare(std::size_t a, std::size_t b) const {
    if (isInt(a) && isInt(b)) {
        return project::compare(integer(a), integer(b));
    }
    if (isInt(a)) {
        return project::compare(integer(a), real(b));
    }
    if (isInt(b)) {
        const int turned = project::compare(integer(b), real(a));
        return turned == 2 ? 2 : -turned;
    }
    const double x = real(a);
    const double y = real(b);
    if (std::isnan(x) || std::isnan(y)) {
        return 2;
    }
    return x < y ? -1 : (x > y ? 1 : 0);
}

void Application::checkDivisor() const {
    if (real(1) == 0) {
        byZero(phrase("check the divisor"));
    }
}

Number Application::divide() const {
    checkDivisor();
    if (m_formula.cRules() && allInts()) {
        return checked(truncatedQuotient(integer(0), integer(1)));
    }
    return real(0) / real(1);
}

Number Application::floorDivision() const {
    checkDivisor();
    return allInts() ? checked(floorQuotient(integer(0), integer(1)))
                     : Number(std::floor(real(0) / real(1)));
}

Number Application::modulo() const {
    checkDivisor();
    if (!allInts()) {
        return floorModulo(real(0), real(1));
    }
    return toNumber(m_formula.cRules() ? truncatedRemainder(integer(0), integer(1))
                                       : floorRemainder(integer(0), integer(1)));
}

Number Application::power() const {
    if (allInts() && !integer(1).negative) {
        return checked(project::power(integer(0), integer(1)));
    }
    if (real(0) == 0 && real(1) < 0) {
        fail({"WB1123", "division by zero: 0 to a negative power", "check the exponent"});
    }
    if (real(0) < 0 && real(1) != std::trunc(real(1))) {
        fail({"WB1124", "a negative number to a fractional power is not real",
              "use abs() on the base"});
    }
    return std::pow(real(0), real(1));
}

Number Application::absolute() const {
    if (isInt(0)) {
        return toNumber(Integer(integer(0).magnitude));
    }
    return std::fabs(real(0));
}

/// floor, ceil, round and trunc return integers, as in Python.
Number Application::toWhole(double (*rounding)(double)) const {
    if (isInt(0)) {
        return m_operands[0];
    }
    const auto whole = wholeNumber(rounding(real(0)));
    if (!whole) {
        fail({"WB1125",
              "{number} has no 64-bit integer near it",
              "check the argument",
              {{"number", toString(m_operands[0])}}});
    }
    return toNumber(*whole);
}

Number Application::extreme(bool largest) const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < m_operands.size(); ++i) {
        const int order = compare(i, best);
        if (order == 2) {
            return std::numeric_limits<double>::quiet_NaN();
        }
        if (largest ? order > 0 : order < 0) {
            best = i;
        }
    }
    return m_operands[best];
}

Number Application::integerFunction() const {
    const Integer a = integer(0);
    switch (m_node.function) {
    case Function::ceil_div:
        if (integer(1).isZero()) {
            byZero(phrase("check the second argument of ceil_div"));
        }
        return ceilingQuotient();
    case Function::gcd:
    case Function::lcm: {
        const Integer common(std::gcd(a.magnitude, integer(1).magnitude));
        if (m_node.function == Function::gcd || common.isZero()) {
            return toNumber(common);
        }
        return checked(
            product(Integer(a.magnitude / common.magnitude), Integer(integer(1).magnitude)));
    }
    case Function::next_pow2: {
        constexpr std::uint64_t kLargestPower = std::uint64_t(1) << 63;
        if (!a.negative && a.magnitude > kLargestPower) {
            overflow();
        }
        return toNumber(Integer(a.negative ? std::uint64_t(1) : std::bit_ceil(a.magnitude)));
    }
    case Function::bit_and:
        return checked(bitwise('&', a, integer(1)));
    case Function::bit_or:
        return checked(bitwise('|', a, integer(1)));
    case Function::bit_xor:
        return checked(bitwise('^', a, integer(1)));
    default:
        break;
    }
    const Integer by = integer(1);
    if (by.negative || by.magnitude > 63) {
        fail({"WB1126", "a shift by {count} bits", "shift by 0 to 63", {{"count", by.toString()}}});
    }
    const Integer factor(std::uint64_t(1) << by.magnitude);
    return checked(m_node.function == Function::shift_right ? floorQuotient(a, factor)
                                                            : product(a, factor));
}

/// -floor(-a / b), without the range being left on the way.
Number Application::ceilingQuotient() const {
    const Integer a = integer(0);
    const Integer b = integer(1);
    const auto down = floorQuotient(a, b);
    if (!down || floorRemainder(a, b).isZero()) {
        return checked(down);
    }
    return checked(sum(*down, Integer(std::uint64_t(1))));
}

double Application::realFunction() const {
    const double x = real(0);
    const auto positive = [&](bool zeroAllowed) {
        if (x < 0 || (x == 0 && !zeroAllowed)) {
            const ErrorText said{
                "WB1127",
                "{function} of {number}",
                {},
                {{"function", nameOf(m_node.function)}, {"number", toString(m_operands[0])}}};
            fail(said.advised(zeroAllowed ? phrase("give a value of 0 or more")
                                          : phrase("give a value above 0")));
        }
        return x;
    };
    switch (m_node.function) {
    case Function::acos:
        return std::acos(x);
    case Function::asin:
        return std::asin(x);
    case Function::atan:
        return std::atan(x);
    case Function::atan2:
        return std::atan2(x, real(1));
    case Function::cos:
        return std::cos(x);
    case Function::cosh:
        return std::cosh(x);
    case Function::erf:
        return std::erf(x);
    case Function::exp:
        return std::exp(x);
    case Function::exp2:
        return std::exp2(x);
    case Function::expm1:
        return std::expm1(x);
    case Function::fmod:
        checkDivisor();
        return std::fmod(x, real(1));
    case Function::hypot:
        return std::hypot(x, real(1));
    case Function::log:
        return std::log(positive(false));
    case Function::log10:
        return std::log10(positive(false));
    case Function::log1p:
        return std::log1p(x);
    case Function::log2:
        return std::log2(positive(false));
    case Function::rsqrt:
        return 1 / std::sqrt(positive(false));
    case Function::sigmoid:
        return 1 / (1 + std::exp(-x));
    case Function::sin:
        return std::sin(x);
    case Function::sinh:
        return std::sinh(x);
    case Function::sqrt:
        return std::sqrt(positive(true));
    case Function::tan:
        return std::tan(x);
    case Function::tanh:
        return std::tanh(x);
    default:
        fail({"WB1128",
              "{function} is for complex buffers",
              "use real numbers here",
              {{"function", nameOf(m_node.function)}}});
    }
}

Number Application::call() const {
    switch (m_node.function) {
    case Function::abs:
        return absolute();
    case Function::floor:
        return toWhole([](double x) { return std::floor(x); });
    case Function::ceil:
        return toWhole([](double x) { return std::ceil(x); });
    case Function::trunc:
        return toWhole([](double x) { return std::trunc(x); });
    case Function::round:
        return toWhole(roundHalfEven);
    case Function::min:
        return extreme(false);
    case Function::max:
        return extreme(true);
    case Function::clamp:
        if (compare(1, 2) == 1) {
            fail({"WB1129", "clamp's lower limit is above its upper one", "swap them"});
        }
        return compare(0, 1) == -1 ? m_operands[1]
                                   : (compare(0, 2) == 1 ? m_operands[2] : m_operands[0]);
    case Function::pow:
        return power();
    case Function::where:
        return truth(0) ? m_operands[1] : m_operands[2];
    case Function::is_nan:
        return std::int64_t(std::isnan(real(0)));
    case Function::is_inf:
        return std::int64_t(std::isinf(real(0)));
    case Function::is_finite:
        return std::int64_t(std::isfinite(real(0)));
    case Function::sign:
        return std::int64_t((real(0) > 0) - (real(0) < 0));
    default:
        return infoOf(m_node.function).has(FunctionInfo::needsIntegers) ? integerFunction()
                                                                        : realFunction();
    }
}

Number Application::comparison() const {
    const int order = compare(0, 1);
    switch (m_node.op) {
    case Op::equal:
        return std::int64_t(order == 0);
    case Op::not_equal:
        return std::int64_t(order != 0);
    case Op::less:
        return std::int64_t(order == -1);
    case Op::less_equal:
        return std::int64_t(order == -1 || order == 0);
    case Op::greater:
        return std::int64_t(order == 1);
    default:
        return std::int64_t(order == 1 || order == 0);
    }
}

Number Application::apply() const {
    switch (m_node.op) {
    case Op::negate:
        return isInt(0) ? checked(inRange(negated(integer(0)))) : Number(-real(0));
    case Op::logical_not:
        return std::int64_t(!truth(0));
    case Op::add:
        return allInts() ? checked(sum(integer(0), integer(1))) : Number(real(0) + real(1));
    case Op::subtract:
        return allInts() ? checked(sum(integer(0), negated(integer(1))))
                         : Number(real(0) - real(1));
    case Op::multiply:
        return allInts() ? checked(product(integer(0), integer(1))) : Number(real(0) * real(1));
    case Op::divide:
        return divide();
    case Op::floor_divide:
        return floorDivision();
    case Op::modulo:
        return modulo();
    case Op::power:
        return power();
    case Op::logical_and:
        return std::int64_t(truth(0) && truth(1));
    case Op::logical_or:
        return std::int64_t(truth(0) || truth(1));
    case Op::choose:
        return truth(0) ? m_operands[1] : m_operands[2];
    case Op::call:
        return call();
    case Op::number:
    case Op::name:
    case Op::after:
    case Op::array_call:
        break;
    default:
        return comparison();
    }
    fail({"WB1130", "this function works on whole arrays, but a number is expected here",
          "use it in \"reference\" only"});
}

/// Evaluates on demand, so that the branch that a condition rules out may divide by zero. The
/// parser's nesting limit does not bound the tree's depth (a + b + c + … is left-deep), so left
/// operands are traversed with an explicit stack.
class ScalarWalk {
  public:
    ScalarWalk(const Formula& formula, const NameLookup& lookup)
        : m_formula(formula)
        , m_lookup(lookup)
        , m_values(formula.nodes().size()) {}

    Number value() {
        const auto root = std::uint32_t(m_formula.nodes().size() - 1);
        m_pending.push_back(root);
        while (!m_pending.empty()) {
            const std::uint32_t index = m_pending.back();
            if (m_values[index] || visit(index)) {
                m_pending.pop_back();
            }
        }
        return *m_values[root];
    }

  private:
    /// Whether the node has its value now; otherwise one of its operands was pushed on the stack.
    bool visit(std::uint32_t index) {
        const Node& node = m_formula.nodes()[index];
        if (node.op == Op::number) {
            m_values[index] = node.value;
        } else if (node.op == Op::name) {
            m_values[index] = named(node);
        } else if (node.op == Op::after) {
            m_formula.fail(node,
                           {"WB1131", "after() returns a buffer, but a number is expected here",
                            "use it in \"expect\" only"});
        } else if (isLazy(node)) {
            return visitLazy(index, node);
        } else {
            for (const std::uint32_t operand : node.operands) {
                if (!m_values[operand]) {
                    m_pending.push_back(operand);
                    return false;
                }
            }
            std::vector<Number> operands;
            for (const std::uint32_t operand : node.operands) {
                operands.push_back(*m_values[operand]);
            }
            m_values[index] = Application(m_formula, node, operands).apply();
        }
        return true;
    }

    static bool isLazy(const Node& node) {
        return node.op == Op::logical_and || node.op == Op::logical_or || node.op == Op::choose ||
               (node.op == Op::call && node.function == Function::where);
    }

    bool visitLazy(std::uint32_t index, const Node& node) {
        const auto ready = [&](std::uint32_t operand) {
            if (!m_values[operand]) {
                m_pending.push_back(operand);
                return false;
            }
            return true;
        };
        if (!ready(node.operands[0])) {
            return false;
        }
        const bool first = toDouble(*m_values[node.operands[0]]) != 0;
        if (node.op == Op::logical_and || node.op == Op::logical_or) {
            if (first == (node.op == Op::logical_or)) {
                m_values[index] = std::int64_t(first);
                return true;
            }
            if (!ready(node.operands[1])) {
                return false;
            }
            m_values[index] = std::int64_t(toDouble(*m_values[node.operands[1]]) != 0);
            return true;
        }
        const std::uint32_t chosen = node.operands[first ? 1 : 2];
        if (!ready(chosen)) {
            return false;
        }
        m_values[index] = m_values[chosen];
        return true;
    }

    Number named(const Node& node) {
        const std::string& name = m_formula.names()[node.name];
        if (const auto value = m_lookup(name)) {
            return *value;
        }
        if (const auto value = languageConstant(name)) {
            return *value;
        }
        m_formula.fail(node, unknownName(name).advised(
                                 phrase("add it to \"parameters\", or check its spelling")));
    }

    const Formula& m_formula;
    const NameLookup& m_lookup;
    std::vector<std::optional<Number>> m_values;
    std::vector<std::uint32_t> m_pending;
};

} // namespace

Number applyScalar(const Formula& formula, const Node& node, const std::vector<Number>& operands) {
    return Application(formula, node, operands).apply();
}

Number evaluate(const Formula& formula, const NameLookup& lookup) {
    return ScalarWalk(formula, lookup).value();
}

Integer toInteger(const Number& number, const Expression& source) {
    if (const auto whole = asInteger(number)) {
        return *whole;
    }
    throw Error(ErrorKind::project,
                {"WB1132",
                 "\"{expression}\" must be an integer, but it is {found}",
                 "round it with floor, ceil or round, or divide with //",
                 {{"expression", source.text}, {"found", toString(number)}}},
                source.place);
}

std::optional<Number> languageConstant(std::string_view name) {
    if (name == "pi") {
        return std::numbers::pi;
    }
    if (name == "e") {
        return std::numbers::e;
    }
    if (name == "inf") {
        return std::numeric_limits<double>::infinity();
    }
    if (name == "nan") {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return std::nullopt;
}

std::string toString(const Number& number) {
    std::array<char, 64> text{};
    const auto result = std::visit(
        [&](auto value) { return std::to_chars(text.data(), text.data() + text.size(), value); },
        number);
    std::string shown(text.data(), result.ptr);
    if (std::holds_alternative<double>(number) &&
        shown.find_first_not_of("-0123456789") == std::string::npos) {
        shown += ".0";
    }
    return shown;
}

} // namespace warpbench::project
