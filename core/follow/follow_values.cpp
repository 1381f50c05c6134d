// SPDX-License-Identifier: GPL-3.0-or-later
// Values of variables and calls; functions are followed with their parameters bound.
#include "core/follow/follower.h"
#include "core/follow/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace warpbench::guess::host {

std::size_t Follower::sizeOf(const std::string& type) const {
    if (type.ends_with('*'))
        return 8;
    const std::string known = resolved(type);
    if (const auto dtype = dtypeOfType(known))
        return dtype->size();
    const auto found = m_program.sizes.find(known);
    return found == m_program.sizes.end() ? 0 : found->second;
}

std::size_t Follower::alignmentOf(const std::string& type) const {
    constexpr std::size_t kMost = 16; // of CUDA's vectors
    const std::string known = resolved(type);
    if (const auto dtype = dtypeOfType(known)) {
        const auto lanes = std::size_t(std::max(1, int(dtype->lanes())));
        // Three of a kind are aligned as one.
        return lanes == 3 ? dtype->size() / lanes : std::min(dtype->size(), kMost);
    }
    const auto found = m_alignments.find(known);
    return found == m_alignments.end() ? 1 : found->second;
}

std::string Follower::resolved(std::string type) const {
    for (int i = 0; i < 8; ++i) {
        const auto found = m_program.types.find(type);
        if (found == m_program.types.end())
            break;
        type = found->second;
    }
    return type;
}

Scope Follower::scope() {
    return {[this](std::string_view name) { return variable(name); },
            [this](std::string_view name, Tokens arguments) { return call(name, arguments); },
            [this](const std::string& what) { return sizeOfNamed(what); },
            [this](const Value& pointer) {
                return m_program.memories[std::size_t(pointer.memory)].count;
            }};
}

Value Follower::variable(std::string_view name) {
    if (const auto found = m_variables.find(name); found != m_variables.end())
        return found->second.value;
    if (const auto found = m_outer.find(name); found != m_outer.end())
        return found->second.value;
    if (name == "true" || name == "false")
        return Value::of(name == "true", true);
    if (name == "NULL" || name == "nullptr")
        return Value::of(0, true);
    // Of a macro that several branches of an #if define, the one that holds.
    const auto defined = m_definitions.find(name);
    const auto macro = defined == m_definitions.end() ? m_macros.find(name) : defined;
    if (macro == m_macros.end() || macro->second.takesArguments || m_macroDepth > 8)
        return {};
    ++m_macroDepth;
    Value value = evaluate(macro->second.body, scope());
    --m_macroDepth;
    if (!value.isNumber())
        return value;
    if (const auto guarded = m_program.guarded.find(std::string(name));
        guarded != m_program.guarded.end() &&
        guarded->second == Value::of(value.number, true).spelled())
        value.text = name; // a define of the project
    else if (value.text.empty())
        value.constant = name;
    return value;
}

Value Follower::call(std::string_view name, Tokens inside) {
    if (m_callDepth > kDeepestStatement)
        return {};
    ++m_callDepth;
    Value value = valueOfCall(name, inside);
    --m_callDepth;
    return value;
}

Value Follower::valueOfCall(std::string_view name, Tokens inside) {
    const std::vector<Tokens> arguments = splitArguments(inside);
    std::vector<Value> values;
    values.reserve(arguments.size());
    for (const Tokens argument : arguments)
        values.push_back(evaluate(argument, scope()));
    if (name == "dim3") {
        Value grid;
        grid.kind = Value::Kind::grid;
        for (std::size_t i = 0; i < std::min<std::size_t>(3, values.size()); ++i) {
            if (!values[i].isNumber())
                return {};
            setExtent(grid, i, values[i]);
        }
        return grid;
    }
    static constexpr std::array<std::string_view, 4> kSameMemory = {"raw_pointer_cast", "begin",
                                                                    "cbegin", "data"};
    if (values.size() == 1 && values[0].kind == Value::Kind::pointer && !m_functions.contains(name))
        return std::find(kSameMemory.begin(), kSameMemory.end(), name) != kSameMemory.end()
                   ? values[0]
                   : Value{};
    if (Value simple = mathCall(name, values); simple.isNumber())
        return simple;
    if (const auto found = m_functions.find(name); found != m_functions.end())
        return enter(found->second, arguments, values);
    return {};
}

Value Follower::mathCall(std::string_view name, const std::vector<Value>& v) {
    if (v.empty() || !std::all_of(v.begin(), v.end(), [](const Value& x) { return x.isNumber(); }))
        return {};
    const auto result = [&](double number, bool integer, std::string_view function) {
        Value value = Value::of(number, integer);
        const bool two = v.size() > 1;
        if (!v[0].text.empty() || (two && !v[1].text.empty()))
            value.text =
                fmt::format("{}({}{})", function, v[0].spelled(), two ? ", " + v[1].spelled() : "");
        value.formula =
            fmt::format("{}({}{})", function, v[0].worked(), two ? ", " + v[1].worked() : "");
        value.assumed = v[0].assumed;
        return value;
    };
    const double a = v[0].number;
    struct Known {
        std::string_view name; ///< in C and in a project; with an f for float
        double (*function)(double);
    };
    static constexpr std::array<Known, 11> kKnown{{
        {"ceil", [](double x) { return std::ceil(x); }},
        {"floor", [](double x) { return std::floor(x); }},
        {"sqrt", [](double x) { return std::sqrt(x); }},
        {"log2", [](double x) { return std::log2(x); }},
        {"log", [](double x) { return std::log(x); }},
        {"exp", [](double x) { return std::exp(x); }},
        {"sin", [](double x) { return std::sin(x); }},
        {"cos", [](double x) { return std::cos(x); }},
        {"tan", [](double x) { return std::tan(x); }},
        {"tanh", [](double x) { return std::tanh(x); }},
        {"abs", [](double x) { return std::abs(x); }},
    }};
    const std::string_view plain = name == "fabs" || name == "fabsf" ? "abs" : name;
    for (const Known& known : kKnown) {
        const bool ofFloat = plain.size() == known.name.size() + 1 && plain.ends_with('f');
        if (v.size() == 1 && plain.starts_with(known.name) &&
            (plain.size() == known.name.size() || ofFloat))
            return result(known.function(a), known.name == "abs" && v[0].isInteger, known.name);
    }
    if (v.size() == 2 && (name == "min" || name == "max" || name == "pow")) {
        const double b = v[1].number;
        const double number = name == "min"   ? std::min(a, b)
                              : name == "max" ? std::max(a, b)
                                              : std::pow(a, b);
        return result(number, name != "pow" && v[0].isInteger && v[1].isInteger, name);
    }
    return {};
}

std::string Follower::integerText(const Value& value) {
    return value.isInteger || !value.text.empty()
               ? value.spelled()
               : Value::of(std::trunc(value.number), true).spelled();
}

void Follower::setExtent(Value& grid, std::size_t axis, const Value& value) {
    grid.extent[axis] = integerText(value);
    if (!value.isInteger && !value.text.empty()) // dim3 takes the whole part
        grid.extent[axis] = "floor(" + value.text + ")";
    grid.extentNumber[axis] = std::trunc(value.number);
    grid.extentFormula[axis] = value.formula;
    grid.extentConstant[axis] = value.constant;
}

Value Follower::enter(const Function& function, const std::vector<Tokens>& arguments,
                      const std::vector<Value>& values) {
    if (m_depth > kDeepestCall)
        return {};
    const Tokens all(*function.tokens);
    const Declaration& d = function.declaration;
    const std::size_t end = compile::afterClosing(all, d.parameters, all.size());
    const std::vector<Tokens> parameters =
        splitArguments(all.subspan(d.parameters + 1, end - d.parameters - 2));
    Variables inner;
    std::vector<std::pair<std::string, std::string>> back; ///< parameter, caller's variable
    const bool isMain = d.name == "main";
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        std::string type;
        const auto names = declarators(parameters[i], type);
        std::size_t after = 0;
        if (const std::string_view name = pointerName(parameters[i], after);
            names.empty() && !name.empty() && i < arguments.size())
            inner[std::string(name)].kernel = kernelNamed(arguments[i]);
        if (names.empty())
            continue;
        Variable bound{i < values.size() ? values[i] : Value{}, type};
        if (bound.value.isNumber() && i < arguments.size() && dependsOnPass(arguments[i]))
            bound.value = {};
        if (i < arguments.size())
            bound.kernel = kernelNamed(arguments[i]);
        if (isMain && i == 0)
            bound.value = Value::of(1, true);
        else if (values.empty() && !isMain && !names[0].pointer && sizeOf(type) > 0)
            bound.value = assume(names[0].name, function, parameters[i]);
        if (bound.value.isNumber() && bound.value.text.empty() && bound.value.constant.empty())
            bound.value.constant = names[0].name;
        if (i < arguments.size() &&
            (contains(parameters[i], "&") || (arguments[i].size() == 2 && arguments[i][0].is("&"))))
            back.emplace_back(names[0].name, lastWord(arguments[i]));
        inner[names[0].name] = std::move(bound);
    }
    bindTemplate(all, d, inner);
    std::swap(inner, m_variables);
    if (m_depth == 1)
        m_outer.insert(inner.begin(), inner.end()); // the file's own
    const std::string* file = std::exchange(m_file, function.file);
    const Value returned = std::exchange(m_returned, {});
    ++m_depth;
    block(all.subspan(d.bodyBegin + 1, d.bodyEnd - d.bodyBegin - 2), 0);
    --m_depth;
    Value result = std::exchange(m_returned, returned);
    m_file = file;
    std::swap(inner, m_variables);
    for (const auto& [parameter, name] : back)
        if (const auto at = m_variables.find(name); at != m_variables.end())
            at->second.value = inner[parameter].value;
    return result;
}

void Follower::bindTemplate(Tokens all, const Declaration& d, Variables& inner) {
    const std::vector<std::string> arguments = std::exchange(m_templateArguments, {});
    if (arguments.empty() || !all[d.begin].is("template") || d.begin + 1 >= d.end)
        return;
    const std::size_t end = compile::afterTemplateBracket(all, d.begin + 1, d.end);
    if (end < d.begin + 4)
        return;
    const auto parameters = splitArguments(all.subspan(d.begin + 2, end - d.begin - 3));
    for (std::size_t i = 0; i < std::min(arguments.size(), parameters.size()); ++i) {
        const std::string name(lastWord(parameters[i]));
        const bool type = contains(parameters[i], "class") || contains(parameters[i], "typename");
        const Value value = type ? Value{} : evaluate(compile::tokenize(arguments[i]), scope());
        if (value.isNumber())
            inner[name] = {Value::of(value.number, value.isInteger), "int"};
        m_templateNames.insert(name);
        if (name != arguments[i])
            m_program.types[name] = arguments[i];
    }
}

Value Follower::assume(const std::string& name, const Function& function, Tokens where) {
    Value value = assumedFor(name);
    m_program.questions.push_back({Question::Kind::function_parameter,
                                   {name, std::to_string(where.front().line),
                                    std::string(function.declaration.name), value.spelled()},
                                   Question::Subject::parameter,
                                   name});
    return asParameter(name, value);
}

Value Follower::asParameter(const std::string& name, Value value) {
    const auto known = m_program.parameters.find(name);
    if (known == m_program.parameters.end())
        m_program.parameters[name] = value.spelled();
    else if (known->second != value.spelled())
        return value;
    if (!value.formula.empty())
        m_program.formulas[name] = std::exchange(value.formula, {});
    value.text = name;
    return value;
}

} // namespace warpbench::guess::host
