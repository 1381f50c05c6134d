// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/tuned_names.h"

#include "core/base/error.h"
#include "core/export/python_text.h"
#include "core/plan/evaluate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <variant>

namespace warpbench::exporting {

using project::Expression;
using project::Formula;
using project::Function;
using project::Node;
using project::Op;

namespace {

/// Nobody writes a longer one by hand, and nodes are visited by recursion.
constexpr std::size_t kMostNodes = 1000;

const std::map<Op, const char*> kOperators = {
    {Op::add, "+"},
    {Op::subtract, "-"},
    {Op::multiply, "*"},
    {Op::divide, "/"},
    {Op::floor_divide, "//"},
    {Op::modulo, "%"},
    {Op::power, "**"},
    {Op::equal, "=="},
    {Op::not_equal, "!="},
    {Op::less, "<"},
    {Op::less_equal, "<="},
    {Op::greater, ">"},
    {Op::greater_equal, ">="},
    {Op::logical_and, "and"},
    {Op::logical_or, "or"},
};

const std::map<Function, const char*> kCalls = {
    {Function::abs, "abs"},          {Function::ceil, "math.ceil"},   {Function::exp, "math.exp"},
    {Function::floor, "math.floor"}, {Function::gcd, "math.gcd"},     {Function::lcm, "math.lcm"},
    {Function::log, "math.log"},     {Function::log10, "math.log10"}, {Function::log2, "math.log2"},
    {Function::max, "max"},          {Function::min, "min"},          {Function::round, "round"},
    {Function::sqrt, "math.sqrt"},   {Function::trunc, "math.trunc"},
};

/// Functions that Python has as operators, with {0}, {1}, … for the arguments.
const std::map<Function, const char*> kInfix = {
    {Function::bit_and, "{0} & {1}"},
    {Function::bit_or, "{0} | {1}"},
    {Function::bit_xor, "{0} ^ {1}"},
    {Function::ceil_div, "-(-{0} // {1})"},
    {Function::clamp, "min(max({0}, {1}), {2})"},
    {Function::next_pow2, "1 << max(0, ({0} - 1).bit_length())"},
    {Function::pow, "{0} ** {1}"},
    {Function::shift_left, "{0} << {1}"},
    {Function::shift_right, "{0} >> {1}"},
    {Function::where, "{1} if {0} else {2}"},
};

/// As an operand of another operator.
std::string operand(std::string text) {
    const bool isAtom = text.find(' ') == std::string::npos && !text.starts_with('-');
    return isAtom ? text : "(" + std::move(text) + ")";
}

bool isNumber(const std::string& text) {
    if (text.find_first_not_of("0123456789.eE+-") != std::string::npos ||
        text.find_first_of("0123456789") == std::string::npos)
        return false;
    try {
        // 010 is octal in C, and an error in Python.
        const std::size_t first = text.find_first_of("0123456789");
        const bool isOctal = text[first] == '0' && first + 1 < text.size() &&
                             std::isdigit(static_cast<unsigned char>(text[first + 1]));
        const std::size_t nodes = Formula::parse({text, {}}).nodes().size();
        return !isOctal && nodes == (text.starts_with('-') ? 2 : 1);
    } catch (const Error&) {
        return false;
    }
}

} // namespace

std::string pythonNumber(const project::Number& number) {
    if (const double* real = std::get_if<double>(&number); real && !std::isfinite(*real))
        return fmt::format("float(\"{}\")", *real);
    return project::toString(number);
}

TunedNames::TunedNames(const project::Project& project)
    : m_project(project)
    , m_names(project) {}

bool TunedNames::isTuned(const std::string& name) const {
    return m_project.sweep->parameters.contains(name);
}

bool TunedNames::varies(const std::string& name) const {
    if (isTuned(name))
        return true;
    if (const auto found = m_project.parameters.find(name); found != m_project.parameters.end())
        return varies(found->second);
    const auto define = m_project.compile.defines.find(name);
    if (define == m_project.compile.defines.end() || !define->second)
        return false;
    try {
        return varies(Expression{*define->second, {}}, {.cRules = true});
    } catch (const Error&) {
        return false; // words of C, which no expression of the project can use
    }
}

bool TunedNames::varies(const Expression& expression, project::ParseOptions options) const {
    const Formula formula = Formula::parse(expression, options);
    return std::any_of(formula.names().begin(), formula.names().end(),
                       [&](const std::string& name) { return varies(name); });
}

bool TunedNames::varies(const Formula& formula, Index index) const {
    const Node& node = formula.nodes()[index];
    if (node.op == Op::name)
        return varies(formula.names()[node.name]);
    return std::any_of(node.operands.begin(), node.operands.end(),
                       [&](Index one) { return varies(formula, one); });
}

std::string TunedNames::nameAlone(const Expression& expression) const {
    const Formula formula = Formula::parse(expression);
    if (formula.root().op != Op::name)
        return {};
    const std::string& name = formula.names()[formula.root().name];
    if (isTuned(name))
        return name;
    const auto parameter = m_project.parameters.find(name);
    return parameter == m_project.parameters.end() ? std::string() : nameAlone(parameter->second);
}

std::optional<TunedNames::Quotient> TunedNames::quotient(const Expression& expression) {
    const Formula formula = Formula::parse(expression);
    const Node& root = formula.root();
    const bool isCeilDiv = root.op == Op::call && root.function == Function::ceil_div;
    if (formula.nodes().size() > kMostNodes || (!isCeilDiv && root.op != Op::floor_divide))
        return std::nullopt;
    Index dividend = root.operands[0];
    const Index divisor = root.operands[1];
    if (!isCeilDiv) {
        const Node& less = formula.nodes()[dividend];
        if (less.op != Op::subtract || python(formula, less.operands[1]) != "1")
            return std::nullopt;
        const Node& sum = formula.nodes()[less.operands[0]];
        if (sum.op != Op::add || python(formula, sum.operands[1]) != python(formula, divisor))
            return std::nullopt;
        dividend = sum.operands[0];
    }
    if (varies(formula, dividend) || !varies(formula, divisor))
        return std::nullopt;
    return Quotient{python(formula, dividend), python(formula, divisor)};
}

std::string TunedNames::python(const Expression& expression) {
    const Formula formula = Formula::parse(expression);
    if (formula.nodes().size() > kMostNodes)
        formula.fail(formula.root(),
                     {"WB2207", "this expression is too long for a script", "shorten it"});
    return python(formula, Index(formula.nodes().size() - 1));
}

std::string TunedNames::python(const Formula& formula, Index index) {
    const Node& node = formula.nodes()[index];
    const auto part = [&](std::size_t i) { return operand(python(formula, node.operands[i])); };
    if (const auto found = kOperators.find(node.op); found != kOperators.end())
        return part(0) + " " + found->second + " " + part(1);
    switch (node.op) {
    case Op::number:
        return pythonNumber(node.value);
    case Op::name:
        return nameInPython(formula, node);
    case Op::negate:
        return "-" + part(0);
    case Op::logical_not:
        return "not " + part(0);
    case Op::choose:
        return part(1) + " if " + part(0) + " else " + part(2);
    case Op::call:
        return callInPython(formula, node);
    default:
        formula.fail(node, {"WB2208",
                            "this function works on whole arrays, but a script needs a number here",
                            "use a number instead"});
    }
}

std::string TunedNames::nameInPython(const Formula& formula, const Node& node) {
    const std::string& name = formula.names()[node.name];
    if (!varies(name)) {
        const auto value = m_names.find(name);
        return pythonNumber(value ? *value : *project::languageConstant(name));
    }
    if (const auto parameter = m_project.parameters.find(name);
        parameter != m_project.parameters.end() && !isTuned(name))
        return python(parameter->second);
    if (!isTuned(name))
        formula.fail(node, {"WB2209",
                            "the define '{name}' depends on others that the sweep varies",
                            "write its value",
                            {{"name", name}}});
    for (const Expression& value : m_project.sweep->parameters.at(name))
        if (!isNumber(literal(name, value)))
            formula.fail(node, {"WB2210",
                                "'{value}' of '{name}' is not a number",
                                "give the sweep numbers to calculate with",
                                {{"value", value.text}, {"name", name}}});
    return "p[" + pythonText(name) + "]";
}

std::string TunedNames::callInPython(const Formula& formula, const Node& node) {
    std::vector<std::string> arguments;
    for (const Index one : node.operands)
        arguments.push_back(python(formula, one));
    if (const auto found = kCalls.find(node.function); found != kCalls.end())
        return fmt::format("{}({})", found->second, fmt::join(arguments, ", "));
    const auto found = kInfix.find(node.function);
    if (found == kInfix.end())
        formula.fail(node, {"WB2211",
                            "Python has no \"{function}\"",
                            "use another function",
                            {{"function", project::nameOf(node.function)}}});
    arguments.resize(3);
    for (std::string& argument : arguments)
        argument = operand(std::move(argument));
    return fmt::format(fmt::runtime(found->second), arguments[0], arguments[1], arguments[2]);
}

std::string TunedNames::literal(const std::string& name, const Expression& value) const {
    if (m_project.parameters.contains(name))
        return pythonNumber(project::evaluateNames(m_project, {{name, value.text}}).at(name));
    return isNumber(value.text) ? value.text : pythonText(value.text);
}

} // namespace warpbench::exporting
