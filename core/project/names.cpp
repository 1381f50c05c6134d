// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/names.h"

#include "core/base/path_text.h"
#include "core/base/suggest.h"
#include "core/project/placed_json.h"

#include <algorithm>

namespace warpbench::project {

namespace {

constexpr std::size_t kMaxChain = 200;

/// Parameters as text for a kernel's name: a float keeps its point, so that C++ treats it as one.
std::string insertion(const Number& number) {
    return toString(number);
}

} // namespace

Names::Names(const Project& project)
    : m_project(project) {
    for (const auto& [name, expression] : project.parameters) {
        claim(name, "parameter", placeOf("/parameters/" + escapePointer(name)));
    }
    for (const auto& [name, text] : project.compile.defines) {
        // NAME(x) is a macro with arguments: not a number, but the compiler accepts it.
        if (name.find('(') == std::string::npos) {
            claim(name, "define", placeOf("/compile/defines/" + escapePointer(name)));
        }
    }
    for (const Buffer& buffer : project.buffers) {
        claim(buffer.name, "buffer", buffer.place);
    }
}

Place Names::placeOf(const std::string& pointer) const {
    const auto found = m_project.places.find(pointer);
    return found == m_project.places.end() ? Place{utf8(m_project.file)} : found->second;
}

void Names::claim(const std::string& name, const std::string& kind, const Place& place) {
    if (!isName(name)) {
        throw Error(ErrorKind::project, "'" + name + "' cannot be the name of a " + kind,
                    isReservedWord(name) ? "it is a word of the expression language; rename it"
                                         : "use letters, digits and _, not starting with a digit",
                    place);
    }
    const auto [claimed, isNew] = m_claims.emplace(name, std::pair(kind, place));
    if (!isNew) {
        const auto& [otherKind, otherPlace] = claimed->second;
        std::string where;
        if (otherPlace.line > 0) {
            where = " (line " + std::to_string(otherPlace.line) + ")";
        }
        throw Error(
            ErrorKind::project,
            "the " + kind + " '" + name + "' has the same name as another " + otherKind + where,
            "parameters, defines and buffers share one namespace; rename one of them", place);
    }
}

std::vector<std::string> Names::known() const {
    std::vector<std::string> list;
    for (const auto& [name, claimed] : m_claims) {
        if (claimed.first != "buffer") {
            list.push_back(name);
        }
    }
    return list;
}

Number Names::evaluateIn(const Formula& formula, bool definesOnly, const std::string& within) {
    for (const Node& node : formula.nodes()) {
        if (node.op != Op::name) {
            continue;
        }
        const std::string& name = formula.names()[node.name];
        if (name.ends_with(')')) {
            if (definesOnly || !pitchOfBuffer(name)) {
                formula.fail(node, within + "'" + name + "' does not name a buffer of the project",
                             "name one");
            }
            continue;
        }
        const auto claimed = m_claims.find(name);
        if (claimed == m_claims.end()) {
            if (languageConstant(name) && !definesOnly) {
                continue;
            }
            formula.fail(node, within + "'" + name + "' is not known here",
                         suggestion(name, known()));
        }
        if (claimed->second.first == "buffer") {
            formula.fail(node, within + "'" + name + "' is a buffer, but a number is expected here",
                         "use a parameter or a define");
        }
        if (definesOnly && claimed->second.first == "parameter") {
            formula.fail(node,
                         within + "'" + name + "' is a parameter, which the compiler does not know",
                         "make it a define as well, or write its value");
        }
    }
    return evaluate(formula, [this](const std::string& name) { return find(name); });
}

Number Names::evaluateParameter(const std::string& name, const Expression& value) {
    try {
        return evaluateIn(Formula::parse(value), false, "");
    } catch (const Error& error) {
        // A value from the command line is not in a file, so the option itself is named.
        if (error.place().file == overridePlace(name).file)
            throw Error(ErrorKind::usage, error.place().file + ": " + error.text(), error.remedy());
        throw;
    }
}

Number Names::evaluateDefine(const std::string& name, const std::optional<std::string>& text) {
    if (!text) {
        return std::int64_t(1); // the compiler's value for a bare -DNAME
    }
    const Place place = placeOf("/compile/defines/" + escapePointer(name));
    try {
        ParseOptions cRules;
        cRules.cRules = true;
        return evaluateIn(Formula::parse({*text, place}, cRules), true, "");
    } catch (const Error& error) {
        throw Error(ErrorKind::project,
                    "the define '" + name + "' is not a number: " + error.text(), error.remedy(),
                    error.place());
    }
}

std::optional<Number> Names::find(const std::string& name) {
    if (const auto done = m_values.find(name); done != m_values.end()) {
        return done->second;
    }
    if (name.ends_with(')')) {
        return pitchOfBuffer(name);
    }
    const auto claimed = m_claims.find(name);
    if (claimed == m_claims.end() || claimed->second.first == "buffer") {
        return std::nullopt;
    }
    const bool cycle = std::find(m_underWay.begin(), m_underWay.end(), name) != m_underWay.end();
    if (cycle || m_underWay.size() >= kMaxChain) {
        std::string chain;
        for (const std::string& step : m_underWay) {
            chain += step + " → ";
        }
        throw Error(ErrorKind::project,
                    cycle ? "'" + name + "' depends on itself: " + chain + name
                          : "'" + name + "' depends on a chain of more than " +
                                std::to_string(kMaxChain) + " names",
                    "write one of them without the others", claimed->second.second);
    }
    m_underWay.push_back(name);
    const auto parameter = m_project.parameters.find(name);
    const Number value = parameter != m_project.parameters.end()
                             ? evaluateParameter(name, parameter->second)
                             : evaluateDefine(name, m_project.compile.defines.at(name));
    m_underWay.pop_back();
    m_values[name] = value;
    return value;
}

/// \param call  "pitch(image)"; empty if the buffer does not exist
std::optional<Number> Names::pitchOfBuffer(const std::string& call) {
    constexpr std::string_view kWord = "pitch(";
    const std::string buffer = call.substr(kWord.size(), call.size() - kWord.size() - 1);
    const auto found = std::find_if(m_project.buffers.begin(), m_project.buffers.end(),
                                    [&](const Buffer& b) { return b.name == buffer; });
    if (found == m_project.buffers.end()) {
        return std::nullopt;
    }
    const std::int64_t length =
        found->shape.empty() ? 1 : std::max<std::int64_t>(integer(found->shape.back()), 0);
    const std::uint64_t line = std::uint64_t(length) * found->dtype.size();
    return std::int64_t(found->memory == MemoryKind::pitched ? pitchOf(line) : line);
}

NumberTable Names::table() {
    for (const auto& [name, expression] : m_project.parameters) {
        find(name);
    }
    for (const auto& [name, text] : m_project.compile.defines) {
        try {
            m_underWay.clear();
            find(name);
        } catch (const Error&) {
            // A define may be any text ("float"); it is an error only if it is used as a
            // number.
        }
    }
    m_underWay.clear();
    return m_values;
}

Number Names::number(const Expression& expression) {
    return evaluateIn(Formula::parse(expression), false, "");
}

std::int64_t Names::integer(const Expression& expression) {
    const Integer whole = toInteger(number(expression), expression);
    if (const auto small = whole.asSigned()) {
        return *small;
    }
    throw Error(ErrorKind::project,
                "\"" + expression.text + "\" is " + whole.toString() +
                    ", but here it must fit a signed 64-bit integer",
                "make it smaller", expression.place);
}

std::int64_t Names::integer(const Expression& expression, std::int64_t low, std::int64_t high,
                            const std::string& what) {
    const std::int64_t value = integer(expression);
    if (value < low || value > high) {
        const std::string shown = std::to_string(value);
        throw Error(ErrorKind::project,
                    what + " is " + shown +
                        (expression.text == shown ? "" : " (\"" + expression.text + "\")"),
                    value < low ? "it must be at least " + std::to_string(low)
                                : "it must be at most " + std::to_string(high),
                    expression.place);
    }
    return value;
}

Place overridePlace(const std::string& name) {
    return Place{"--set " + name};
}

std::string insertNames(const Expression& text, const CompileSettings& compile,
                        const NumberTable& names) {
    std::string result;
    for (std::size_t at = 0; at < text.text.size();) {
        const std::size_t start = text.text.find("${", at);
        result += text.text.substr(at, start - at);
        if (start == std::string::npos) {
            break;
        }
        const std::size_t end = text.text.find('}', start);
        if (end == std::string::npos) {
            throw Error(ErrorKind::project, "\"" + text.text + "\" has a ${ without a matching }",
                        "write ${NAME}", text.place);
        }
        const std::string name = text.text.substr(start + 2, end - start - 2);
        const auto define = compile.defines.find(name);
        const auto number = names.find(name);
        if (define != compile.defines.end()) {
            result += define->second.value_or("1");
        } else if (number != names.end()) {
            result += insertion(number->second);
        } else {
            std::vector<std::string> known;
            for (const auto& [candidate, value] : names) {
                known.push_back(candidate);
            }
            for (const auto& [candidate, value] : compile.defines) {
                known.push_back(candidate);
            }
            throw Error(ErrorKind::project,
                        "\"" + text.text + "\": unknown parameter or define '" + name + "'",
                        suggestion(name, known), text.place);
        }
        at = end + 1;
    }
    return result;
}

} // namespace warpbench::project
