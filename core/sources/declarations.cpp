// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/declarations.h"

#include <algorithm>
#include <array>

namespace warpbench::compile {

namespace {

/// CUDA's own words, and the equivalents in NVIDIA's libraries.
constexpr std::array<std::string_view, 11> kDeviceWords = {
    "__device__",        "__global__",         "__constant__",        "__shared__",
    "__managed__",       "__tile_global__",    "_CCCL_DEVICE",        "_CCCL_API",
    "_CCCL_HOST_DEVICE", "__device_builtin__", "CUB_RUNTIME_FUNCTION"};

/// Words whose parentheses are not those of a function's parameters.
constexpr std::array<std::string_view, 12> kBracketWords = {
    "__launch_bounds__", "__cluster_dims__", "__maxnreg__", "__attribute__",
    "__block_size__",    "__declspec",       "alignas",     "noexcept",
    "__align__",         "decltype",         "explicit",    "requires"};

/// Declarations that begin with one of these name something and run nowhere.
constexpr std::array<std::string_view, 4> kAliasWords = {"using", "typedef", "namespace",
                                                         "concept"};

constexpr std::array<std::string_view, 4> kTypeKeys = {"struct", "class", "union", "enum"};

bool isOpening(const Token& token) {
    return token.is("(") || token.is("[") || token.is("{");
}

bool isClosing(const Token& token) {
    return token.is(")") || token.is("]") || token.is("}");
}

class Reader {
  public:
    Reader(Tokens tokens, const std::set<std::string_view>& words, const Macros& macros)
        : m_tokens(tokens)
        , m_words(words)
        , m_macros(macros) {}

    /// Contents of namespaces are read after their surroundings, so that depth takes no stack.
    std::vector<Declaration> run(std::size_t begin, std::size_t end) {
        m_open.push_back({begin, end});
        while (!m_open.empty()) {
            const auto [from, to] = m_open.back();
            m_open.pop_back();
            std::size_t at = from;
            while (at < to)
                at = readOne(at, to);
        }
        std::sort(m_found.begin(), m_found.end(),
                  [](const auto& a, const auto& b) { return a.begin < b.begin; });
        return std::move(m_found);
    }

  private:
    const Token& token(std::size_t i) const { return m_tokens[i]; }

    std::size_t readOne(std::size_t at, std::size_t end) {
        const Token& first = token(at);
        if (first.is(";") || isClosing(first))
            return at + 1;
        if (const std::size_t inside = openedBlock(at, end); inside > 0) {
            const std::size_t after = afterClosing(m_tokens, inside, end);
            const bool closed = token(after - 1).is("}") && after - 1 > inside;
            m_open.push_back({inside + 1, closed ? after - 1 : after});
            return after;
        }
        const bool access = first.is("public") || first.is("private") || first.is("protected");
        if (access && at + 1 < end && token(at + 1).is(":"))
            return at + 2;
        if (const std::size_t after = macroCall(at, end); after > at)
            return after;
        return declaration(at, end);
    }

    /// The index of the brace of `namespace a::b {`, `inline namespace {` or `extern "C" {`.
    std::size_t openedBlock(std::size_t at, std::size_t end) const {
        std::size_t i = at;
        if (token(i).is("inline"))
            ++i;
        if (i < end && token(i).is("namespace")) {
            for (++i; i < end && (token(i).isWord() || token(i).is("::")); ++i) {
            }
            return i < end && token(i).is("{") ? i : 0;
        }
        if (token(at).is("extern") && at + 2 < end && token(at + 1).kind == Token::Kind::literal &&
            token(at + 2).is("{"))
            return at + 2;
        return 0;
    }

    /// `DEFINE_KERNEL(float)` without a semicolon: a macro that contains whole declarations.
    std::size_t macroCall(std::size_t at, std::size_t end) {
        const auto macro = m_macros.find(token(at).text);
        if (macro == m_macros.end() || !macro->second.takesArguments || at + 1 >= end ||
            !token(at + 1).is("("))
            return at;
        const auto& body = macro->second.body;
        const bool whole = std::any_of(body.begin(), body.end(),
                                       [](const Token& t) { return t.is("{") || t.is(";"); });
        if (!whole)
            return at;
        Declaration found;
        found.kind = Declaration::Kind::macroCall;
        found.begin = at;
        found.end = afterClosing(m_tokens, at + 1, end);
        found.name = token(at).text;
        found.device = m_words.contains(token(at).text);
        m_found.push_back(found);
        return found.end;
    }

    /// What is known so far about a declaration's head.
    struct Head {
        bool typeKey = false;
        bool isEnum = false;
        bool alias = false;
        bool initList = false;
        std::size_t nameBefore = 0; ///< the parenthesis after a function's name
    };

    std::size_t declaration(std::size_t begin, std::size_t end) {
        Declaration found;
        found.begin = begin;
        Head head;
        std::size_t i = begin;
        while (i < end && token(i).is("template")) {
            ++i;
            if (i < end && token(i).is("<"))
                i = afterTemplateBracket(m_tokens, i, end);
        }
        if (i < end && token(i).is("requires"))
            i = afterConstraint(i + 1, end);
        const std::size_t first = i;
        head.alias = i < end && (token(i).isOneOf(kAliasWords) || isDeductionGuide(i, end));
        i = readHead(first, end, found, head);
        found.end = std::max(i, begin + 1);
        classify(first, found, head);
        m_found.push_back(std::move(found));
        return m_found.back().end;
    }

    /// Up to the end of the declaration.
    std::size_t readHead(std::size_t i, std::size_t end, Declaration& found, Head& head) {
        while (i < end) {
            const Token& t = token(i);
            if (t.is(";"))
                return i + 1;
            if (t.is("}"))
                return i;
            if (t.is("operator")) {
                i = afterOperator(i, end);
                continue;
            }
            if (t.is("requires")) {
                i = afterConstraint(i + 1, end);
            } else if (t.is("(")) {
                const bool ofWord = i > found.begin && isBracketWord(i - 1);
                if (!ofWord && head.nameBefore == 0 && !head.alias)
                    head.nameBefore = i;
                i = afterClosing(m_tokens, i, end);
            } else if (t.is("[")) {
                i = afterClosing(m_tokens, i, end);
            } else if (t.is("=")) {
                return afterInitialiser(i + 1, end, found);
            } else if (t.is(":") && head.nameBefore > 0) {
                head.initList = true;
                ++i;
            } else if (t.is("{")) {
                const std::size_t after = afterClosing(m_tokens, i, end);
                const bool typeBody = head.typeKey && head.nameBefore == 0;
                if (head.initList && after < end &&
                    (token(after).is(",") || token(after).is("{"))) {
                    i = after; // member{value}, …
                    continue;
                }
                found.bodyBegin = i;
                found.bodyEnd = after;
                if (!typeBody && (head.nameBefore > 0 || after >= end || !token(after).is(";")))
                    return after;
                i = after;
            } else {
                readWord(t, i, found, head);
                ++i;
            }
        }
        return end;
    }

    /// After a requires-clause: primary expressions joined by `&&` and `||`.
    std::size_t afterConstraint(std::size_t i, std::size_t end) const {
        while (i < end) {
            i = afterPrimary(i, end);
            const bool joins = i + 1 < end && (token(i).is("&") || token(i).is("|")) &&
                               token(i + 1).is(token(i).text);
            if (joins)
                i += 2;
            else if (i < end && (token(i).is("and") || token(i).is("or")))
                ++i;
            else
                break;
        }
        return i;
    }

    /// After `(…)`, `requires (T a) { … }`, `a::Concept<T>` or a literal.
    std::size_t afterPrimary(std::size_t i, std::size_t end) const {
        if (token(i).is("requires")) {
            if (++i < end && token(i).is("("))
                i = afterClosing(m_tokens, i, end);
            return i < end && token(i).is("{") ? afterClosing(m_tokens, i, end) : i;
        }
        if (token(i).is("("))
            return afterClosing(m_tokens, i, end);
        while (i < end &&
               (token(i).isWord() || token(i).is("::") || token(i).kind == Token::Kind::number)) {
            const bool named = token(i).isWord();
            ++i;
            if (named && i < end && token(i).is("<"))
                i = afterTemplateBracket(m_tokens, i, end);
            if (i < end && !token(i).is("::") && !token(i - 1).is("::"))
                break;
        }
        return i;
    }

    /// `Box(T) -> Box<T>;`: a name, parameters and an arrow, without a return type.
    bool isDeductionGuide(std::size_t i, std::size_t end) const {
        if (i < end && token(i).is("explicit"))
            i = i + 1 < end && token(i + 1).is("(") ? afterClosing(m_tokens, i + 1, end) : i + 1;
        if (i + 1 >= end || !token(i).isWord() || !token(i + 1).is("("))
            return false;
        const std::size_t arrow = afterClosing(m_tokens, i + 1, end);
        return arrow + 1 < end && token(arrow).is("->") && token(arrow + 1).is(token(i).text);
    }

    void readWord(const Token& t, std::size_t i, Declaration& found, Head& head) const {
        if (!t.isWord())
            return;
        if (t.isOneOf(kTypeKeys) && head.nameBefore == 0) {
            head.typeKey = true;
            head.isEnum |= t.is("enum");
        }
        if (m_words.contains(t.text))
            found.device = true;
        found.kernel |= t.is("__global__");
        found.host |= t.is("__host__");
        const bool fixed = t.is("constexpr") || t.is("consteval");
        // `const char *name` is mutable: its target is not.
        const auto isStar = [](const Token& other) { return other.is("*"); };
        const auto rest = m_tokens.subspan(i, std::min<std::size_t>(8, m_tokens.size() - i));
        const auto stop = std::find_if(rest.begin(), rest.end(), [](const Token& other) {
            return other.is("=") || other.is(";") || other.is("[") || other.is("(");
        });
        found.constant |= fixed || (t.is("const") && std::none_of(rest.begin(), stop, isStar));
        found.constexpression |= t.is("constexpr") || t.is("consteval");
        found.ofCompiler |= t.is("virtual") || t.is("override");
        if (found.bodyBegin == 0 && head.typeKey && found.name.empty() && !t.isOneOf(kTypeKeys) &&
            !isBracketWord(i) && !m_words.contains(t.text) && !t.is("typedef") && !t.is("const") &&
            !t.is("static") && !t.is("final"))
            found.name = t.text;
    }

    bool isBracketWord(std::size_t i) const {
        // A macro for annotations may also take arguments.
        return token(i).isOneOf(kBracketWords) ||
               (m_words.contains(token(i).text) && m_macros.contains(token(i).text));
    }

    /// `operator()`, `operator==`, `operator float`: the index of its parameters' parenthesis.
    std::size_t afterOperator(std::size_t i, std::size_t end) const {
        ++i;
        if (i + 1 < end && token(i).is("(") && token(i + 1).is(")"))
            return i + 2;
        while (i < end && !token(i).is("(") && !token(i).is(";") && !token(i).is("{") &&
               !token(i).is("}"))
            ++i;
        return i;
    }

    std::size_t afterInitialiser(std::size_t i, std::size_t end, Declaration& found) const {
        if (i < end && (token(i).is("default") || token(i).is("delete")))
            found.ofCompiler = true;
        while (i < end && !token(i).is(";")) {
            if (isOpening(token(i)))
                i = afterClosing(m_tokens, i, end);
            else if (isClosing(token(i)))
                return i;
            else
                ++i;
        }
        return std::min(i + 1, end);
    }

    void classify(std::size_t first, Declaration& found, const Head& head) const {
        if (found.device)
            found.host = false;
        if (head.alias) {
            const bool whole = token(first).is("using") && first + 1 < found.end &&
                               token(first + 1).is("namespace");
            found.kind = whole ? Declaration::Kind::usingNamespace : Declaration::Kind::alias;
            collectNames(first, found);
        } else if (head.nameBefore > 0) {
            found.kind = Declaration::Kind::function;
            found.parameters = head.nameBefore;
            const Token& before = token(head.nameBefore - (head.nameBefore > 0 ? 1 : 0));
            found.name = before.isWord() ? before.text : std::string_view("operator");
            found.names = {found.name};
        } else if (head.typeKey) {
            const bool definesOrNames =
                found.bodyBegin > 0 || (found.end - first <= 4 && !isOfNamedType(first, found));
            found.kind = definesOrNames ? Declaration::Kind::type : Declaration::Kind::variable;
            collectNames(first, found);
            if (!definesOrNames && !found.names.empty())
                found.name = found.names.back();
        } else {
            found.kind =
                found.end - first > 2 ? Declaration::Kind::variable : Declaration::Kind::other;
            collectNames(first, found);
            if (found.name.empty() && !found.names.empty())
                found.name = found.names.back();
        }
    }

    /// `struct timeval start;` as C has it; `class EXPORT A;` and `enum class A;` only name a type.
    bool isOfNamedType(std::size_t first, const Declaration& found) const {
        return found.end - first == 4 && token(first + 1).isWord() && token(first + 2).isWord() &&
               !token(first + 1).isOneOf(kTypeKeys) && !m_macros.contains(token(first + 1).text);
    }

    /// The words at positions of declared names: before `;`, `,`, `=`, `[` etc.
    void collectNames(std::size_t first, Declaration& found) const {
        if (first >= found.end) // a template's head at the end of the text
            return;
        const std::size_t head = std::min(first + 3, found.end);
        bool isEnum = false;
        for (std::size_t i = first; i < head; ++i)
            isEnum |= token(i).is("enum");
        if (found.kind == Declaration::Kind::type && !found.name.empty())
            found.names.push_back(found.name);
        if (token(first).is("using") || token(first).is("namespace")) {
            if (first + 1 < found.end)
                found.names.push_back(token(first + 1).text);
            // `using a::b::c;`
            if (found.end >= 2 && found.end - 2 > first && token(found.end - 2).isWord())
                found.names.push_back(token(found.end - 2).text);
            return;
        }
        int depth = 0;
        bool value = false;
        for (std::size_t i = first; i < found.end; ++i) {
            const Token& t = token(i);
            const bool inBody = found.bodyBegin > 0 && i > found.bodyBegin && i + 1 < found.bodyEnd;
            if (inBody) {
                if (isEnum && t.isWord())
                    found.names.push_back(t.text);
                continue;
            }
            depth += isOpening(t) ? 1 : isClosing(t) ? -1 : 0; // also a body's own brackets
            // The names of `int a = 1, b;` come before `=` and after `,`.
            value = t.is("=") || (value && !(t.is(",") && depth == 0));
            const bool pointerName = depth == 1 && i > 0 && token(i - 1).is("*");
            if (t.isWord() && !value && (depth == 0 || pointerName) && endsName(i + 1, found))
                found.names.push_back(t.text);
        }
    }

    bool endsName(std::size_t i, const Declaration& found) const {
        if (i >= found.end)
            return true;
        if (found.kind == Declaration::Kind::type && i <= found.bodyBegin)
            return false; // a base, not a name that this declares
        return token(i).is(";") || token(i).is(",") || token(i).is("=") || token(i).is("[") ||
               token(i).is("(") || token(i).is(")") || token(i).is("{");
    }

    Tokens m_tokens;
    const std::set<std::string_view>& m_words;
    const Macros& m_macros;
    std::vector<std::pair<std::size_t, std::size_t>> m_open;
    std::vector<Declaration> m_found;
};

/// An #if with its branches, as ranges of tokens.
struct Conditional {
    std::vector<std::size_t> starts; ///< of each branch, then the end of the last
    bool never = false;              ///< `#if 0`
};

bool isBalanced(const std::vector<Token>& tokens, const std::vector<bool>& dropped,
                std::size_t begin, std::size_t end) {
    int round = 0;
    int curly = 0;
    for (std::size_t i = begin; i < end; ++i) {
        if (dropped[i])
            continue;
        round += tokens[i].is("(") ? 1 : tokens[i].is(")") ? -1 : 0;
        curly += tokens[i].is("{") ? 1 : tokens[i].is("}") ? -1 : 0;
        if (round < 0 || curly < 0)
            return false;
    }
    return round == 0 && curly == 0;
}

void dropBranches(const Conditional& conditional, const std::vector<Token>& tokens,
                  std::vector<bool>& dropped) {
    const auto& starts = conditional.starts;
    bool balanced = true;
    for (std::size_t b = conditional.never ? 1 : 0; b + 1 < starts.size(); ++b)
        balanced &= isBalanced(tokens, dropped, starts[b], starts[b + 1]);
    const std::size_t chosen = conditional.never ? 1 : 0;
    for (std::size_t b = 0; b + 1 < starts.size(); ++b)
        if ((conditional.never && b == 0) || (!balanced && b != chosen))
            for (std::size_t i = starts[b]; i < starts[b + 1]; ++i)
                dropped[i] = true;
}

} // namespace

namespace {

/// `a, b, ...` and `a, rest...`
void readParameters(Tokens tokens, Macro& macro) {
    for (const Token& token : tokens) {
        if (token.isWord())
            macro.parameters.push_back(token.text);
        macro.variadic |= token.is(".");
    }
    const bool named = tokens.size() > 3 && tokens[tokens.size() - 4].isWord();
    if (macro.variadic && !named)
        macro.parameters.emplace_back("__VA_ARGS__");
}

} // namespace

void readMacros(const std::vector<Directive>& directives, Macros& macros) {
    for (const Directive& directive : directives) {
        if (directive.name != "define")
            continue;
        const std::size_t begin = directive.rest.find_first_not_of(" \t");
        if (begin == std::string_view::npos)
            continue;
        const std::string_view text = directive.rest.substr(begin);
        const std::vector<Token> tokens = tokenize(text);
        if (tokens.empty() || !tokens.front().isWord())
            continue;
        const std::string_view name = tokens.front().text;
        const bool arguments = text.size() > name.size() && text[name.size()] == '(';
        Macro& macro = macros[name];
        macro.takesArguments |= arguments;
        const std::size_t body = arguments ? afterClosing(tokens, 1, tokens.size()) : 1;
        if (arguments && macro.parameters.empty())
            readParameters(std::span(tokens).subspan(2, body > 3 ? body - 3 : 0), macro);
        macro.body.insert(macro.body.end(), tokens.begin() + static_cast<std::ptrdiff_t>(body),
                          tokens.end());
    }
}

std::set<std::string_view> deviceWords(const Macros& macros) {
    std::set<std::string_view> words(kDeviceWords.begin(), kDeviceWords.end());
    for (bool grown = true; grown;) {
        grown = false;
        for (const auto& [name, macro] : macros) {
            const bool brings = std::any_of(macro.body.begin(), macro.body.end(),
                                            [&](const Token& t) { return words.contains(t.text); });
            if (brings)
                grown |= words.insert(name).second;
        }
    }
    return words;
}

std::vector<Token> structuralTokens(const std::vector<Token>& tokens,
                                    const std::vector<Directive>& directives) {
    std::vector<bool> dropped(tokens.size(), false);
    std::vector<Conditional> open;
    const auto close = [&](std::size_t end) {
        open.back().starts.push_back(end);
        dropBranches(open.back(), tokens, dropped);
        open.pop_back();
    };
    for (const Directive& directive : directives) {
        if (directive.name.starts_with("if")) {
            const std::vector<Token> condition = tokenize(directive.rest);
            const bool never = directive.name == "if" && condition.size() == 1 &&
                               (condition[0].is("0") || condition[0].is("false"));
            open.push_back({{directive.before}, never});
        } else if (open.empty()) {
            continue;
        } else if (directive.name.starts_with("el")) {
            open.back().starts.push_back(directive.before);
        } else if (directive.name == "endif") {
            close(directive.before);
        }
    }
    while (!open.empty())
        close(tokens.size());
    std::vector<Token> kept;
    kept.reserve(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (!dropped[i])
            kept.push_back(tokens[i]);
    return kept;
}

std::size_t afterClosing(Tokens tokens, std::size_t open, std::size_t end) {
    int depth = 0;
    for (std::size_t i = open; i < end; ++i) {
        if (isOpening(tokens[i]))
            ++depth;
        else if (isClosing(tokens[i]) && --depth == 0)
            return i + 1;
    }
    return end;
}

std::size_t afterTemplateBracket(Tokens tokens, std::size_t open, std::size_t end) {
    int depth = 0;
    for (std::size_t i = open; i < end; ++i) {
        const Token& t = tokens[i];
        if (isOpening(t))
            i = afterClosing(tokens, i, end) - 1;
        else if (t.is("<"))
            ++depth;
        else if (t.is(">") && --depth == 0)
            return i + 1;
        else if (t.is(";") || isClosing(t))
            return open + 1;
    }
    return open + 1;
}

std::vector<Declaration> readDeclarations(Tokens tokens, std::size_t begin, std::size_t end,
                                          const std::set<std::string_view>& words,
                                          const Macros& macros) {
    return Reader(tokens, words, macros).run(begin, end);
}

} // namespace warpbench::compile
