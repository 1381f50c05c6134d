// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/source_scan.h"

#include "core/sources/declarations.h"
#include "core/sources/tokenizer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace warpbench::compile {

namespace {

/// Attributes between __global__ and a kernel's name that take arguments in parentheses.
constexpr std::array<std::string_view, 8> kAttributes = {
    "__launch_bounds__", "__cluster_dims__", "__maxnreg__", "__attribute__",
    "__block_size__",    "__declspec",       "alignas",     "noexcept"};

/// Words that do not affect a parameter's type.
constexpr std::array<std::string_view, 6> kDecorations = {
    "__restrict__", "__restrict", "restrict", "__grid_constant__", "register", "struct"};

/// Words that end a type, so that an identifier after them is the name.
constexpr std::array<std::string_view, 12> kTypeWords = {"const", "volatile", "unsigned", "signed",
                                                         "char",  "short",    "int",      "long",
                                                         "float", "double",   "bool",     "void"};

/// Concepts of <concepts> that precede a type (C++20, [concepts.syn]).
constexpr std::array<std::string_view, 18> kStdConcepts = {
    "integral",     "signed_integral",       "unsigned_integral", "floating_point",  "same_as",
    "derived_from", "convertible_to",        "common_with",       "assignable_from", "swappable",
    "destructible", "default_initializable", "copyable",          "movable",         "regular",
    "semiregular",  "equality_comparable",   "invocable"};

/// The index after the bracket that closes the one at `open`; the size if it is never closed.
std::size_t afterBracket(Tokens tokens, std::size_t open) {
    const std::string_view opening = tokens[open].text;
    const std::string_view closing = opening == "(" ? ")" : opening == "[" ? "]" : "}";
    int depth = 0;
    for (std::size_t i = open; i < tokens.size(); ++i) {
        if (tokens[i].is(opening))
            ++depth;
        else if (tokens[i].is(closing) && --depth == 0)
            return i + 1;
    }
    return tokens.size();
}

/// Whether two tokens of a type need a blank between them.
bool spaceBetween(const Token& left, const Token& right) {
    const bool leftWord = left.isWord() || left.kind == Token::Kind::number;
    const bool rightWord = right.isWord() || right.kind == Token::Kind::number;
    if (leftWord && rightWord)
        return true;
    if (right.is("*") || right.is("&"))
        return !left.is("*") && !left.is("&") && !left.is("(");
    if (left.is(","))
        return true;
    return left.is(">") && right.isWord();
}

std::string spell(const std::vector<Token>& tokens) {
    std::string text;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        // "float (*)(int)" but "function<void(int)>".
        const bool declarator = i > 0 && i + 1 < tokens.size() && tokens[i - 1].isWord() &&
                                tokens[i].is("(") && tokens[i + 1].is("*");
        if (declarator || (i > 0 && spaceBetween(tokens[i - 1], tokens[i])))
            text += ' ';
        text += tokens[i].text;
    }
    return text;
}

/// The index of the parameter's name among its tokens; the size if it has none.
std::size_t nameIndex(const std::vector<Token>& tokens) {
    // A pointer to a function or array: the name follows "(*".
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i)
        if (tokens[i].is("(") && (tokens[i + 1].is("*") || tokens[i + 1].is("&")))
            return tokens[i + 2].isWord() ? i + 2 : tokens.size();
    int depth = 0;
    for (std::size_t i = tokens.size(); i-- > 0;) {
        const Token& token = tokens[i];
        if (token.is("]") || token.is(")") || token.is(">"))
            ++depth;
        else if (token.is("[") || token.is("(") || token.is("<"))
            --depth;
        else if (depth == 0 && token.isWord()) {
            const bool alone = i == 0 || tokens[i - 1].is("::");
            return alone || token.isOneOf(kTypeWords) ? tokens.size() : i;
        } else if (depth == 0 && (token.is("*") || token.is("&"))) {
            return tokens.size();
        }
    }
    return tokens.size();
}

Parameter readParameter(Tokens tokens) {
    std::vector<Token> kept;
    for (const Token& token : tokens) {
        if (token.is("="))
            break; // a default argument
        if (!token.isOneOf(kDecorations))
            kept.push_back(token);
    }
    Parameter parameter;
    const std::size_t name = nameIndex(kept);
    std::size_t array = kept.size();
    if (name < kept.size()) {
        parameter.name = kept[name].text;
        kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(name));
        array = name;
    }
    // An array parameter is a pointer: its first dimension does not matter.
    if (array < kept.size() && kept[array].is("[")) {
        const std::size_t end = afterBracket(kept, array);
        const bool more = end < kept.size();
        const int line = kept[array].line;
        kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(array),
                   kept.begin() + static_cast<std::ptrdiff_t>(end));
        const Token star{Token::Kind::punctuation, "*", line};
        if (!more) {
            kept.push_back(star);
        } else {
            const Token brackets[] = {
                {Token::Kind::punctuation, "(", line}, star, {Token::Kind::punctuation, ")", line}};
            kept.insert(kept.begin() + static_cast<std::ptrdiff_t>(array), brackets, brackets + 3);
        }
    }
    parameter.type = spell(kept);
    classifyType(parameter);
    return parameter;
}

/// Splits the contents of a kernel's parentheses at its outer commas.
std::vector<Parameter> readParameters(Tokens tokens) {
    std::vector<Parameter> parameters;
    std::size_t begin = 0;
    int depth = 0;
    int angles = 0;
    for (std::size_t i = 0; i <= tokens.size(); ++i) {
        const bool end = i == tokens.size();
        if (end || (tokens[i].is(",") && depth == 0 && angles == 0)) {
            const Tokens one = tokens.subspan(begin, i - begin);
            const bool none = one.empty() || (one.size() == 1 && one[0].is("void"));
            if (!none)
                parameters.push_back(readParameter(one));
            begin = i + 1;
            continue;
        }
        const Token& token = tokens[i];
        if (token.is("(") || token.is("[") || token.is("{"))
            ++depth;
        else if (token.is(")") || token.is("]") || token.is("}"))
            --depth;
        else if (token.is("<"))
            ++angles;
        else if (token.is(">") && angles > 0)
            --angles;
    }
    return parameters;
}

class SourceScanner {
  public:
    explicit SourceScanner(std::string_view source)
        : m_storage(tokenize(source))
        , m_tokens(m_storage)
        , m_concepts(kStdConcepts.begin(), kStdConcepts.end()) {
        for (std::size_t i = 1; i < m_tokens.size(); ++i)
            if (m_tokens[i - 1].is("concept"))
                m_concepts.insert(m_tokens[i].text);
    }

    std::vector<ScannedKernel> run() {
        while (m_at < m_tokens.size()) {
            const Token& token = m_tokens[m_at];
            if (token.is("namespace"))
                enterNamespace();
            else if (token.is("template"))
                readTemplate();
            else if (token.is("__global__"))
                readKernel();
            else
                readOther(token);
        }
        return std::move(m_found);
    }

  private:
    struct Scope {
        std::string name; ///< empty: a block, a class, an anonymous namespace
        bool isNamespace = false;
    };

    void readOther(const Token& token) {
        if (token.is("{")) {
            m_scopes.push_back({});
        } else if (token.is("}")) {
            if (!m_scopes.empty())
                m_scopes.pop_back();
            m_template = false;
        } else if (token.is(";")) {
            m_template = false;
        }
        ++m_at;
    }

    /// `namespace a::b {`; an alias or a using directive opens nothing.
    void enterNamespace() {
        std::string name;
        std::size_t i = m_at + 1;
        for (; i < m_tokens.size() && (m_tokens[i].isWord() || m_tokens[i].is("::")); ++i)
            if (!m_tokens[i].is("inline"))
                name += m_tokens[i].text;
        if (i < m_tokens.size() && m_tokens[i].is("{")) {
            m_scopes.push_back({name, true});
            ++i;
        }
        m_at = std::max(i, m_at + 1);
    }

    void readTemplate() {
        m_template = true;
        m_templateParameters.clear();
        ++m_at;
        if (m_at >= m_tokens.size() || !m_tokens[m_at].is("<"))
            return;
        int angles = 0;
        bool isType = false;
        bool inDefault = false;
        std::size_t begin = m_at + 1; // of the parameter
        for (; m_at < m_tokens.size(); ++m_at) {
            const Token& token = m_tokens[m_at];
            if (inDefault && !(angles == 1 && (token.is(",") || token.is(">"))))
                m_templateParameters.back().otherwise += std::string(token.text) + " ";
            if (token.is("(")) {
                const std::size_t end = afterBracket(m_tokens, m_at);
                for (std::size_t i = m_at + 1; inDefault && i < end; ++i)
                    m_templateParameters.back().otherwise += std::string(m_tokens[i].text) + " ";
                m_at = end - 1;
            } else if (token.is("<")) {
                ++angles;
            } else if (angles == 1 && (token.is("typename") || token.is("class"))) {
                isType = true;
            } else if (angles == 1 && token.is(",")) {
                inDefault = false;
                begin = m_at + 1;
            } else if (angles == 1 && !inDefault && token.isWord() && endsParameter(m_at + 1)) {
                inDefault = m_tokens[m_at + 1].is("=");
                isType |= namesConcept(begin, m_at);
                m_templateParameters.push_back({std::string(token.text), isType, {}});
                isType = false;
                m_at += inDefault ? 1 : 0;
            } else if (token.is(">") && --angles == 0) {
                ++m_at;
                return;
            } else if (token.is(";") || token.is("{")) {
                return; // unfinished
            }
        }
    }

    /// Whether the words before a template parameter's name are a concept: of this text or of the
    /// standard library. `Num T`, `std::same_as<int> T`, `Num... T`
    bool namesConcept(std::size_t begin, std::size_t name) const {
        std::string_view last;
        for (std::size_t i = begin; i < name && (m_tokens[i].isWord() || m_tokens[i].is("::")); ++i)
            last = m_tokens[i].text;
        return m_concepts.contains(last);
    }

    /// Name of a template, before its arguments.
    bool endsParameter(std::size_t at) const {
        return at < m_tokens.size() &&
               (m_tokens[at].is(",") || m_tokens[at].is(">") || m_tokens[at].is("="));
    }

    void readKernel() {
        std::size_t name = 0;
        std::size_t i = m_at + 1;
        for (; i < m_tokens.size(); ++i) {
            const Token& token = m_tokens[i];
            if (token.is(";") || token.is("{") || token.is("}") || token.is("__global__"))
                break;
            if (!token.is("("))
                continue;
            const Token& before = m_tokens[i - 1];
            if (before.isOneOf(kAttributes)) {
                i = afterBracket(m_tokens, i) - 1;
                continue;
            }
            if (before.isWord() && i - 1 > m_at)
                name = i - 1;
            break;
        }
        m_at = std::max(i, m_at + 1);
        if (name == 0)
            return;
        const std::size_t open = i;
        const std::size_t end = afterBracket(m_tokens, open);
        // A text that is being typed may lack the closing bracket: use the part up to the body.
        std::size_t close = end - 1;
        if (end == m_tokens.size() && !m_tokens[close].is(")"))
            for (close = open; close < m_tokens.size() && !m_tokens[close].is("{"); ++close) {
            }
        add(name, m_tokens.subspan(open + 1, std::max(close, open + 1) - open - 1));
        m_at = std::min(std::max(close, open + 1), m_tokens.size());
        readBody(m_found.back());
        m_template = false;
    }

    void readBody(ScannedKernel& kernel) const {
        std::size_t at = m_at;
        while (at < m_tokens.size() && !m_tokens[at].is("{") && !m_tokens[at].is(";"))
            ++at;
        kernel.isDefinition =
            m_at + 1 < m_tokens.size() && at < m_tokens.size() && m_tokens[at].is("{");
        if (!kernel.isDefinition)
            return;
        std::set<std::string_view> looked;
        kernel.hasLoop = loopsIn(m_tokens.subspan(at, afterBracket(m_tokens, at) - at), looked);
    }

    /// Whether a body has a loop, in itself or in a function of this text that it calls.
    bool loopsIn(Tokens body, std::set<std::string_view>& looked) const {
        static constexpr std::array<std::string_view, 4> kLoops = {"for", "while", "do", "goto"};
        for (std::size_t i = 0; i < body.size(); ++i) {
            if (body[i].isOneOf(kLoops))
                return true;
            const bool isCall = body[i].isWord() && i + 1 < body.size() &&
                                (body[i + 1].is("(") || body[i + 1].is("<"));
            if (isCall && looked.insert(body[i].text).second &&
                loopsIn(bodyOf(body[i].text), looked))
                return true;
        }
        return false;
    }

    /// The first function of that name; empty if none is defined.
    Tokens bodyOf(std::string_view name) const {
        for (std::size_t i = 0; i + 1 < m_tokens.size(); ++i) {
            if (!m_tokens[i].is(name) || !m_tokens[i + 1].is("("))
                continue;
            const std::size_t open = afterBracket(m_tokens, i + 1);
            if (open < m_tokens.size() && m_tokens[open].is("{"))
                return m_tokens.subspan(open, afterBracket(m_tokens, open) - open);
        }
        return {};
    }

    void add(std::size_t name, Tokens parameters) {
        ScannedKernel kernel;
        for (const Scope& scope : m_scopes)
            if (scope.isNamespace && !scope.name.empty())
                kernel.info.name += scope.name + "::";
        kernel.info.name += m_tokens[name].text;
        kernel.info.line = m_tokens[name].line;
        kernel.info.parameters = readParameters(parameters);
        kernel.isTemplate = m_template;
        if (m_template)
            kernel.templateParameters = m_templateParameters;
        m_found.push_back(std::move(kernel));
    }

    std::vector<Token> m_storage;
    Tokens m_tokens;
    std::set<std::string_view> m_concepts;
    std::size_t m_at = 0;
    bool m_template = false;
    std::vector<TemplateParameter> m_templateParameters;
    std::vector<Scope> m_scopes;
    std::vector<ScannedKernel> m_found;
};

} // namespace

namespace {

/// `float (*)[4]` points to the floats of its rows: "float *". Other types stay.
void takeRowsOff(std::vector<Token>& tokens) {
    std::size_t end = tokens.size();
    while (end > 1 && tokens[end - 1].is("]")) {
        int depth = 0;
        do {
            --end;
            depth += tokens[end].is("]") ? 1 : tokens[end].is("[") ? -1 : 0;
        } while (end > 0 && depth > 0);
    }
    if (end == tokens.size() || end < 4 || !tokens[end - 1].is(")"))
        return;
    std::size_t open = end - 2;
    while (open > 0 && tokens[open].isWord()) // __restrict__, const
        --open;
    if (open < 2 || !tokens[open].is("*") || !tokens[open - 1].is("("))
        return;
    const Token star = tokens[open];
    tokens.resize(open - 1);
    tokens.push_back(star);
}

} // namespace

void classifyType(Parameter& parameter) {
    parameter.pointer = false;
    parameter.pointeeConst = false;
    parameter.pointee.clear();
    std::vector<Token> tokens = tokenize(parameter.type);
    takeRowsOff(tokens);
    while (!tokens.empty() && (tokens.back().is("const") || tokens.back().is("volatile") ||
                               tokens.back().isOneOf(kDecorations)))
        tokens.pop_back();
    if (tokens.empty() || !tokens.back().is("*"))
        return;
    tokens.pop_back();
    parameter.pointer = true;
    // "const float *" and "float const *" point to const; "const float **" does not: its target
    // pointer can be written.
    if (!tokens.empty() && tokens.back().is("const")) {
        parameter.pointeeConst = true;
        tokens.pop_back();
    }
    // Only tokens outside of template arguments concern the pointer itself.
    int depth = 0;
    bool plain = true;
    std::vector<Token> pointee;
    bool constant = false;
    for (const Token& token : tokens) {
        depth += token.is("<") ? 1 : token.is(">") ? -1 : 0;
        plain &= depth > 0 || !(token.is("*") || token.is("("));
        constant |= depth == 0 && token.is("const");
        if (depth > 0 || !(token.is("const") || token.is("volatile")))
            pointee.push_back(token);
    }
    if (plain) {
        parameter.pointeeConst |= constant;
        tokens = std::move(pointee);
    }
    parameter.pointee = spell(tokens);
}

std::vector<ScannedKernel> scanSource(std::string_view source) {
    std::vector<ScannedKernel> kernels;
    for (ScannedKernel& kernel : SourceScanner(source).run()) {
        const auto known =
            std::find_if(kernels.begin(), kernels.end(), [&](const ScannedKernel& other) {
                return other.info.name == kernel.info.name;
            });
        // A declaration and both branches of an #if name the same kernel: the first body counts.
        if (known == kernels.end())
            kernels.push_back(std::move(kernel));
        else if (kernel.isDefinition && !known->isDefinition)
            *known = std::move(kernel);
    }
    return kernels;
}

namespace {

/// The index of the bracket that the one at `close` closes; 0 if there is none.
std::size_t openingOf(Tokens tokens, std::size_t close) {
    const bool angle = tokens[close].is(">");
    int depth = 0;
    for (std::size_t i = close + 1; i-- > 0;) {
        depth += tokens[i].is(angle ? ">" : ")") ? 1 : tokens[i].is(angle ? "<" : "(") ? -1 : 0;
        if (depth == 0)
            return i;
    }
    return 0;
}

/// The tokens between `template` and `;`; empty if that is not a kernel's head.
std::optional<KernelInstance> instanceOf(Tokens head) {
    const bool kernel = std::any_of(head.begin(), head.end(),
                                    [](const Token& token) { return token.is("__global__"); });
    if (!kernel || !head.back().is(")"))
        return std::nullopt;
    const std::size_t open = openingOf(head, head.size() - 1);
    std::size_t name = open; // one past it
    KernelInstance instance;
    if (open > 0 && head[open - 1].is(">")) {
        name = openingOf(head, open - 1);
        std::string argument;
        int depth = 0;
        for (const Token& token : head.subspan(name + 1, open - name - 1)) {
            const bool closes = token.is(">") || token.is(")");
            if (depth == 0 && (token.is(",") || closes)) {
                instance.arguments.push_back(std::exchange(argument, {}));
                continue;
            }
            depth += token.is("<") || token.is("(") ? 1 : closes ? -1 : 0;
            const bool apart = !argument.empty() && token.isWord() &&
                               (std::isalnum(static_cast<unsigned char>(argument.back())) != 0);
            argument += (apart ? " " : "") + std::string(token.text);
        }
    }
    std::size_t begin = name;
    while (begin > 0 && (head[begin - 1].is("::") ||
                         (head[begin - 1].isWord() && (begin == name || head[begin].is("::")))))
        --begin;
    for (const Token& token : head.subspan(begin, name - begin))
        instance.kernel += token.text;
    instance.parameters = readParameters(head.subspan(open + 1, head.size() - open - 2));
    return instance.kernel.empty() ? std::nullopt : std::optional(std::move(instance));
}

} // namespace

std::vector<KernelInstance> explicitInstances(std::string_view source) {
    const std::vector<Token> storage = tokenize(source);
    const Tokens tokens(storage);
    std::vector<KernelInstance> found;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (!tokens[i].is("template") || tokens[i + 1].is("<"))
            continue;
        std::size_t end = i + 1;
        while (end < tokens.size() && !tokens[end].is(";") && !tokens[end].is("{"))
            ++end;
        if (end < i + 3 || end >= tokens.size() || !tokens[end].is(";"))
            continue;
        if (auto instance = instanceOf(tokens.subspan(i + 1, end - i - 1)))
            found.push_back(std::move(*instance));
    }
    return found;
}

std::vector<KernelInfo> scanKernels(const std::string& source) {
    std::vector<KernelInfo> kernels;
    for (ScannedKernel& kernel : scanSource(source))
        kernels.push_back(std::move(kernel.info));
    return kernels;
}

bool definesMain(std::string_view source) {
    std::vector<Directive> directives;
    const std::vector<Token> all = tokenize(source, directives);
    Macros macros;
    readMacros(directives, macros);
    const std::vector<Token> tokens = structuralTokens(all, directives);
    const auto declarations =
        readDeclarations(tokens, 0, tokens.size(), deviceWords(macros), macros);
    return std::any_of(declarations.begin(), declarations.end(), [](const auto& declaration) {
        return declaration.kind == Declaration::Kind::function && declaration.name == "main" &&
               declaration.bodyBegin > 0;
    });
}

} // namespace warpbench::compile
