// SPDX-License-Identifier: GPL-3.0-or-later
// The expressions themselves; element_code.cpp has the code around them.
#include "core/steps/element_code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace warpbench::project {

/// The value of a number, parameter or define, with any signs before it.
std::optional<double> ElementCode::constantOf(const Formula& formula, const Node& node) {
    if (node.op == Op::number) {
        return toDouble(node.value);
    }
    if (node.op == Op::negate) {
        const auto value = constantOf(formula, formula.nodes()[node.operands[0]]);
        return value ? std::optional(-*value) : std::nullopt;
    }
    if (node.op != Op::name || !isScalar(formula.names()[node.name])) {
        return std::nullopt;
    }
    const auto value = m_names.find(formula.names()[node.name]);
    return value ? std::optional(toDouble(*value)) : std::nullopt;
}

/// Whether a value is not an integer, or may not be one.
bool ElementCode::isReal(const Formula& formula, const Node& node) {
    const auto any = [&] {
        return std::any_of(node.operands.begin(), node.operands.end(), [&](std::uint32_t operand) {
            return isReal(formula, formula.nodes()[operand]);
        });
    };
    const bool isPower =
        node.op == Op::power || (node.op == Op::call && node.function == Function::pow);
    if (isPower && constantOf(formula, formula.nodes()[node.operands[1]]).value_or(0) < 0) {
        return true;
    }
    switch (node.op) {
    case Op::number:
        return std::holds_alternative<double>(node.value);
    case Op::name: {
        const std::string& name = formula.names()[node.name];
        if (m_locals.contains(name)) {
            return false;
        }
        if (const Buffer* buffer = findBuffer(name)) {
            return arrays::isFloating(buffer->dtype.scalar());
        }
        return languageConstant(name) && !m_indices.contains(name) && !isScalar(name);
    }
    case Op::divide:
        return true;
    case Op::call:
        return any() || !(infoOf(node.function).traits &
                          (FunctionInfo::keepsIntegers | FunctionInfo::needsIntegers));
    default:
        return any();
    }
}

std::string ElementCode::isTrue(const std::string& value) const {
    return complex() ? value + " != C(0)" : value + " != 0";
}

std::string ElementCode::literal(const std::string& text) const {
    if (complex()) {
        return "C(" + text + ")";
    }
    if (!real()) {
        return m_compute == Compute::int32 ? text : "C(" + text + ")";
    }
    const bool whole = text.find_first_of(".eE") == std::string::npos;
    return text + (whole ? ".0" : "") + (m_compute == Compute::float32 ? "f" : "");
}

/// The operations of complex numbers.
std::string ElementCode::complexCall(const Formula& formula, const Node& node,
                                     const std::vector<std::string>& values) const {
    switch (node.function) {
    case Function::where:
        return fmt::format("({} ? {} : {})", isTrue(values[0]), values[1], values[2]);
    case Function::complex:
        return fmt::format("C({}.re, {}.re)", values[0], values[1]);
    case Function::real:
        return fmt::format("C({}.re)", values[0]);
    case Function::imag:
        return fmt::format("C({}.im)", values[0]);
    case Function::conj:
        return fmt::format("C({0}.re, -{0}.im)", values[0]);
    case Function::abs:
        return fmt::format("C(hypot({0}.re, {0}.im))", values[0]);
    case Function::exp:
        return fmt::format("NAME_exp({})", values[0]);
    case Function::log:
        return fmt::format("NAME_log({})", values[0]);
    case Function::sqrt:
        return fmt::format("NAME_sqrt({})", values[0]);
    case Function::pow:
        return fmt::format("NAME_pow({}, {})", values[0], values[1]);
    default:
        formula.fail(node, {"WB1512",
                            "a generated kernel cannot compute {function}() of complex numbers",
                            "write the kernel, or compute this part on the host",
                            {{"function", nameOf(node.function)}}});
    }
}

/// A lambda of two numbers, created when first needed.
std::string ElementCode::helper(const std::string& name, const std::string& integers,
                                const std::string& reals) {
    m_helpers[name] = real() ? reals : integers;
    return name;
}

/// NaN wins, as on the host.
std::string ElementCode::least() {
    return helper("least", "return b < a ? b : a;", "return a < b || a != a ? a : b;");
}

std::string ElementCode::most() {
    return helper("most", "return a < b ? b : a;", "return a > b || a != a ? a : b;");
}

std::string ElementCode::power(const std::string& base, const std::string& exponent) {
    const std::string function =
        helper("power", "C r = 1; for (; b > 0; b /= 2, a *= a) if (b % 2) r *= a; return r;",
               "return pow(a, b);");
    return fmt::format("{}({}, {})", function, base, exponent);
}

/// As on the host, a shift by all bits or more leaves none, or the sign's.
std::string ElementCode::integerHelper(Function function) {
    switch (function) {
    case Function::shift_left:
        return helper("shiftLeft",
                      isUnsigned() ? "return b < 8 * sizeof(C) ? C(a << b) : C(0);"
                                   : "return b >= 0 && b < C(8 * sizeof(C)) ? "
                                     "C((unsigned long long)a << b) : C(0);",
                      "");
    case Function::shift_right:
        return helper("shiftRight",
                      isUnsigned() ? "return b < 8 * sizeof(C) ? C(a >> b) : C(0);"
                                   : "const C most = 8 * sizeof(C) - 1; "
                                     "return a >> (b >= 0 && b < most ? b : most);",
                      "");
    case Function::ceil_div:
        return helper("ceilDivide",
                      isUnsigned() ? "return a / b + (a % b != 0);"
                                   : "return a / b + (a % b != 0 && (a % b < 0) == (b < 0));",
                      "");
    default:
        return {};
    }
}

std::string ElementCode::nameCode(const Formula& formula, const Node& node) {
    const std::string& name = formula.names()[node.name];
    if (m_locals.contains(name)) {
        return name;
    }
    if (findBuffer(name)) {
        return "C(v_" + name + ")";
    }
    if (isScalar(name)) {
        return "p_" + name;
    }
    if (m_indices.contains(name)) {
        return "C(" + name + ")";
    }
    if (name == "inf" || name == "nan") {
        return fmt::format("C(__longlong_as_double(0x7ff{}000000000000LL))",
                           name == "inf" ? '0' : '8');
    }
    return literal(toString(*languageConstant(name)));
}

std::string ElementCode::callCode(const Formula& formula, const Node& node) {
    std::vector<std::string> values;
    for (const std::uint32_t operand : node.operands) {
        values.push_back(code(formula, formula.nodes()[operand]));
    }
    if (complex()) {
        return complexCall(formula, node, values);
    }
    const auto fold = [&](const std::string& function) {
        std::string all = values.front();
        for (std::size_t i = 1; i < values.size(); ++i) {
            all = fmt::format("{}({}, {})", function, all, values[i]);
        }
        return all;
    };
    switch (node.function) {
    case Function::where:
        return fmt::format("({} != 0 ? {} : {})", values[0], values[1], values[2]);
    case Function::sigmoid:
        return fmt::format("(1 / (1 + exp(-{})))", values[0]);
    case Function::sign:
        return fmt::format("{}({}, C(0))",
                           helper("signOf", "return C((a > b) - (a < b));",
                                  "return a != a ? a : C((a > b) - (a < b));"),
                           values[0]);
    case Function::clamp:
        return fmt::format("{}({}({}, {}), {})", least(), most(), values[0], values[1], values[2]);
    case Function::min:
        return fold(least());
    case Function::max:
        return fold(most());
    default:
        break;
    }
    static const std::map<Function, char> kBitwise{
        {Function::bit_and, '&'}, {Function::bit_or, '|'}, {Function::bit_xor, '^'}};
    const auto bitwise = kBitwise.find(node.function);
    if (bitwise != kBitwise.end() && !real()) {
        return fmt::format("({} {} {})", values[0], bitwise->second, values[1]);
    }
    if (node.function == Function::pow && !real()) {
        return power(values[0], values[1]);
    }
    const std::string helped = real() ? std::string() : integerHelper(node.function);
    if (!helped.empty()) {
        return fmt::format("{}({}, {})", helped, values[0], values[1]);
    }
    if (node.function == Function::abs && !real()) {
        return fmt::format("{}({}, C(0))", helper("absolute", "return a < b ? -a : a;", ""),
                           values[0]);
    }
    const auto function = realFunctions().find(node.function);
    if (!real()) {
        formula.fail(node, {"WB1513",
                            "a generated kernel cannot compute {function}() of integers",
                            "write the kernel, or compute this part on the host",
                            {{"function", nameOf(node.function)}}});
    }
    if (function == realFunctions().end()) {
        formula.fail(node, {"WB1514",
                            "a generated kernel cannot compute {function}() of real numbers",
                            "write the kernel, or compute this part on the host",
                            {{"function", nameOf(node.function)}}});
    }
    const bool truth = infoOf(node.function).has(FunctionInfo::givesTruth);
    const std::string call = fmt::format("{}({})", function->second, fmt::join(values, ", "));
    return truth ? "C(" + call + " ? 1 : 0)" : call;
}

std::string ElementCode::code(const Formula& formula, const Node& node) {
    const auto operand = [&](std::size_t i) {
        return code(formula, formula.nodes()[node.operands[i]]);
    };
    const auto binary = [&](const char* sign) {
        return fmt::format("({} {} {})", operand(0), sign, operand(1));
    };
    const auto truth = [&](const std::string& condition) { return "C(" + condition + " ? 1 : 0)"; };
    const auto called = [&](const std::string& function) {
        return fmt::format("{}({}, {})", function, operand(0), operand(1));
    };
    const bool ordered = node.op == Op::floor_divide || node.op == Op::modulo ||
                         node.op == Op::less || node.op == Op::less_equal ||
                         node.op == Op::greater || node.op == Op::greater_equal;
    if (ordered && complex()) {
        formula.fail(node, {"WB1515", "comparisons, // and % are not defined for complex numbers",
                            "take real() or abs() of them in a kernel of real numbers"});
    }
    switch (node.op) {
    case Op::number:
        return literal(toString(node.value));
    case Op::name:
        return nameCode(formula, node);
    case Op::negate:
        return "(-" + operand(0) + ")";
    case Op::logical_not:
        return truth("!(" + isTrue(operand(0)) + ")");
    case Op::add:
        return binary("+");
    case Op::subtract:
        return binary("-");
    case Op::multiply:
        return binary("*");
    case Op::divide:
        return binary("/");
    case Op::floor_divide:
        return called(helper("floorDivide",
                             isUnsigned() ? "return a / b;"
                                          : "const C q = a / b; "
                                            "return q - (a % b != 0 && (a % b < 0) != (b < 0));",
                             "return floor(a / b);"));
    case Op::modulo:
        return called(helper(
            "modulo",
            isUnsigned() ? "return a % b;"
                         : "const C r = a % b; return r != 0 && (r < 0) != (b < 0) ? r + b : r;",
            "const C r = fmod(a, b); return r != 0 && (r < 0) != (b < 0) ? r + b : r;"));
    case Op::power:
        if (complex()) {
            return called("NAME_pow");
        }
        return power(operand(0), operand(1));
    case Op::equal:
        return truth(binary("=="));
    case Op::not_equal:
        return truth(binary("!="));
    case Op::less:
        return truth(binary("<"));
    case Op::less_equal:
        return truth(binary("<="));
    case Op::greater:
        return truth(binary(">"));
    case Op::greater_equal:
        return truth(binary(">="));
    case Op::logical_and:
        return truth(fmt::format("({} && {})", isTrue(operand(0)), isTrue(operand(1))));
    case Op::logical_or:
        return truth(fmt::format("({} || {})", isTrue(operand(0)), isTrue(operand(1))));
    case Op::choose:
        return fmt::format("({} ? {} : {})", isTrue(operand(0)), operand(1), operand(2));
    case Op::call:
        return callCode(formula, node);
    default:
        formula.fail(node, {"WB1516", "a generated kernel cannot do this", "write the kernel"});
    }
}

std::string ElementCode::code(const Formula& formula) {
    return code(formula, formula.root());
}

} // namespace warpbench::project
