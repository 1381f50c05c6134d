// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/names.h"

#include "core/base/path_text.h"
#include "core/base/suggest.h"
#include "core/project/placed_json.h"

#include <algorithm>

namespace warpbench::project {

namespace {

constexpr std::size_t kMaxChain = 200;

/// \param kind  "parameter", "define", "buffer"
ErrorText kindInWords(const std::string& kind) {
    if (kind == "parameter") {
        return phrase("parameter");
    }
    return kind == "define" ? phrase("define") : phrase("buffer");
}

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
        const ErrorText said{"WB1309",
                             "'{name}' cannot be the name of a {kind}",
                             "use letters, digits and _, not starting with a digit",
                             {{"name", name}, {"kind", kindInWords(kind)}}};
        throw Error(ErrorKind::project,
                    isReservedWord(name)
                        ? said.advised(phrase("it is a word of the expression language; rename it"))
                        : said,
                    place);
    }
    const auto [claimed, isNew] = m_claims.emplace(name, std::pair(kind, place));
    if (!isNew) {
        const auto& [otherKind, otherPlace] = claimed->second;
        if (otherPlace.line > 0) {
            throw Error(ErrorKind::project,
                        {"WB1310",
                         "the {kind} '{name}' has the same name as another {other} (line {line})",
                         "parameters, defines and buffers share one namespace; rename one of them",
                         {{"kind", kindInWords(kind)},
                          {"name", name},
                          {"other", kindInWords(otherKind)},
                          {"line", otherPlace.line}}},
                        place);
        }
        throw Error(
            ErrorKind::project,
            {"WB1311",
             "the {kind} '{name}' has the same name as another {other}",
             "parameters, defines and buffers share one namespace; rename one of them",
             {{"kind", kindInWords(kind)}, {"name", name}, {"other", kindInWords(otherKind)}}},
            place);
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

Number Names::evaluateIn(const Formula& formula, bool definesOnly) {
    for (const Node& node : formula.nodes()) {
        if (node.op != Op::name) {
            continue;
        }
        const std::string& name = formula.names()[node.name];
        if (name.ends_with(')')) {
            if (definesOnly || !pitchOfBuffer(name)) {
                formula.fail(node, {"WB1312",
                                    "'{name}' does not name a buffer of the project",
                                    "name one",
                                    {{"name", name}}});
            }
            continue;
        }
        const auto claimed = m_claims.find(name);
        if (claimed == m_claims.end()) {
            if (languageConstant(name) && !definesOnly) {
                continue;
            }
            formula.fail(node, unknownName(name).advised(suggestion(name, known())));
        }
        if (claimed->second.first == "buffer") {
            formula.fail(node, {"WB1313",
                                "'{name}' is a buffer, but a number is expected here",
                                "use a parameter or a define",
                                {{"name", name}}});
        }
        if (definesOnly && claimed->second.first == "parameter") {
            formula.fail(node, {"WB1314",
                                "'{name}' is a parameter, which the compiler does not know",
                                "make it a define as well, or write its value",
                                {{"name", name}}});
        }
    }
    return evaluate(formula, [this](const std::string& name) { return find(name); });
}

Number Names::evaluateParameter(const std::string& name, const Expression& value) {
    try {
        return evaluateIn(Formula::parse(value), false);
    } catch (const Error& error) {
        // A value from the command line is not in a file, so the option itself is named.
        if (error.place().file == overridePlace(name).file)
            throw Error(ErrorKind::usage,
                        phrase("{option}: {problem}",
                               {{"option", error.place().file}, {"problem", error.said()}}));
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
        return evaluateIn(Formula::parse({*text, place}, cRules), true);
    } catch (const Error& error) {
        throw Error(ErrorKind::project,
                    {"WB1315",
                     "the define '{name}' is not a number: {problem}",
                     {},
                     {{"name", name}, {"problem", error.said()}}},
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
    if (cycle) {
        std::string chain;
        for (const std::string& step : m_underWay) {
            chain += step + " → ";
        }
        throw Error(ErrorKind::project,
                    {"WB1316",
                     "'{name}' depends on itself: {chain}",
                     "write one of them without the others",
                     {{"name", name}, {"chain", chain + name}}},
                    claimed->second.second);
    }
    if (m_underWay.size() >= kMaxChain) {
        throw Error(ErrorKind::project,
                    {"WB1317",
                     "'{name}' depends on a chain of more than {limit} names",
                     "write one of them without the others",
                     {{"name", name}, {"limit", kMaxChain}}},
                    claimed->second.second);
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
    return evaluateIn(Formula::parse(expression), false);
}

std::int64_t Names::integer(const Expression& expression) {
    const Integer whole = toInteger(number(expression), expression);
    if (const auto small = whole.asSigned()) {
        return *small;
    }
    throw Error(ErrorKind::project,
                {"WB1318",
                 "\"{expression}\" is {found}, but here it must fit a signed 64-bit integer",
                 "make it smaller",
                 {{"expression", expression.text}, {"found", whole.toString()}}},
                expression.place);
}

std::int64_t Names::integer(const Expression& expression, std::int64_t low, std::int64_t high,
                            const ErrorText& what) {
    const std::int64_t value = integer(expression);
    if (value >= low && value <= high) {
        return value;
    }
    const ErrorText remedy = value < low ? phrase("it must be at least {least}", {{"least", low}})
                                         : phrase("it must be at most {limit}", {{"limit", high}});
    if (expression.text == std::to_string(value)) {
        const ErrorText said{"WB1319", "{what} is {found}", {}, {{"what", what}, {"found", value}}};
        throw Error(ErrorKind::project, said.advised(remedy), expression.place);
    }
    const ErrorText said{"WB1320",
                         "{what} is {found} (\"{expression}\")",
                         {},
                         {{"what", what}, {"found", value}, {"expression", expression.text}}};
    throw Error(ErrorKind::project, said.advised(remedy), expression.place);
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
            throw Error(ErrorKind::project,
                        {"WB1321",
                         "\"{text}\" has a {opening} without a matching {closing}",
                         "write {example}",
                         {{"text", text.text},
                          {"opening", "${"},
                          {"closing", "}"},
                          {"example", "${NAME}"}}},
                        text.place);
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
            const ErrorText said{"WB1322",
                                 "\"{text}\": unknown parameter or define '{name}'",
                                 {},
                                 {{"text", text.text}, {"name", name}}};
            throw Error(ErrorKind::project, said.advised(suggestion(name, known)), text.place);
        }
        at = end + 1;
    }
    return result;
}

} // namespace warpbench::project
