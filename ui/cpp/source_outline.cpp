// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cpp/source_outline.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

struct Token {
    QStringView text;
    qsizetype at = 0;
    int line = 0;

    bool is(const char* word) const { return text == QLatin1String(word); }
    bool isName() const {
        return !text.isEmpty() && (text.front().isLetter() || text.front() == u'_');
    }
};

/// Splits a text into words and symbols; omits comments, literals and directives.
class Tokenizer {
  public:
    Tokenizer(const QString& text, std::vector<Symbol>& macros, QStringList& includes)
        : m_text(text)
        , m_macros(macros)
        , m_includes(includes) {}

    std::vector<Token> tokens() {
        while (m_at < m_text.size()) {
            step();
        }
        return std::move(m_tokens);
    }

  private:
    QChar here(qsizetype ahead = 0) const {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : QChar();
    }

    void step() {
        const QChar c = here();
        if (c == u'\n') {
            ++m_line;
            m_lineStart = true;
            ++m_at;
        } else if (c.isSpace()) {
            ++m_at;
        } else if (c == u'/' && (here(1) == u'/' || here(1) == u'*')) {
            skipComment(here(1) == u'*');
        } else if (c == u'#' && m_lineStart) {
            directive();
        } else if (c == u'"' || c == u'\'') {
            m_lineStart = false;
            skipLiteral(c);
        } else if (c.isLetterOrNumber() || c == u'_') {
            word();
        } else {
            const qsizetype size = c == u':' && here(1) == u':' ? 2 : 1;
            add(m_at, size);
            m_at += size;
        }
    }

    void add(qsizetype at, qsizetype size) {
        m_lineStart = false;
        m_tokens.push_back({QStringView(m_text).mid(at, size), at, m_line});
    }

    void word() {
        const qsizetype start = m_at;
        // A quote between digits is a separator: 1'000.
        const bool number = here().isDigit();
        while (here().isLetterOrNumber() || here() == u'_' || (number && here() == u'\'')) {
            ++m_at;
        }
        if (here() == u'"' && m_text[m_at - 1] == u'R') {
            skipRawString();
            return;
        }
        add(start, m_at - start);
    }

    void skipComment(bool block) {
        const QString end = block ? QStringLiteral("*/") : QStringLiteral("\n");
        qsizetype to = m_text.indexOf(end, m_at + 2);
        to = to < 0 ? m_text.size() : block ? to + 2 : to;
        countLines(to);
    }

    void countLines(qsizetype to) {
        m_line += int(QStringView(m_text).mid(m_at, to - m_at).count(u'\n'));
        m_at = to;
    }

    void skipLiteral(QChar quote) {
        for (++m_at; m_at < m_text.size() && here() != u'\n'; ++m_at) {
            if (here() == u'\\') {
                ++m_at;
            } else if (here() == quote) {
                ++m_at;
                return;
            }
        }
    }

    void skipRawString() {
        const qsizetype open = m_text.indexOf(u'(', m_at);
        constexpr qsizetype kLongestDelimiter = 16;
        if (open < 0 || open - m_at - 1 > kLongestDelimiter) {
            skipLiteral(u'"');
            return;
        }
        const QString end = u')' + m_text.mid(m_at + 1, open - m_at - 1) + u'"';
        const qsizetype to = m_text.indexOf(end, open);
        countLines(to < 0 ? m_text.size() : to + end.size());
    }

    /// Skips a line that begins with #, and its continuation lines.
    void directive() {
        qsizetype end = m_at;
        do {
            end = m_text.indexOf(u'\n', end + 1);
        } while (end > 0 && QStringView(m_text).left(end).trimmed().endsWith(u'\\') &&
                 m_text[end - (m_text[end - 1] == u'\r' ? 2 : 1)] == u'\\');
        end = end < 0 ? m_text.size() : end;
        const QString line = m_text.mid(m_at, end - m_at);
        static const QRegularExpression define(
            QStringLiteral("^#\\s*define\\s+(\\w+)(\\([^)]*\\))?"));
        static const QRegularExpression include(
            QStringLiteral("^#\\s*include\\s*[<\"]([^>\"\\n]+)[>\"]"));
        if (const auto found = define.match(line); found.hasMatch()) {
            Symbol macro;
            macro.kind = Symbol::Kind::macro;
            macro.name = found.captured(1);
            macro.signature = line.section(u'\n', 0, 0).simplified();
            macro.at = m_at + found.capturedStart(1);
            macro.line = m_line;
            m_macros.push_back(std::move(macro));
        } else if (const auto named = include.match(line); named.hasMatch()) {
            m_includes << named.captured(1);
        }
        countLines(end);
    }

    const QString& m_text;
    std::vector<Symbol>& m_macros;
    QStringList& m_includes;
    std::vector<Token> m_tokens;
    qsizetype m_at = 0;
    int m_line = 1;
    bool m_lineStart = true;
};

/// Reads declarations from tokens; skips function bodies.
class Reader {
  public:
    Reader(const QString& text, std::vector<Token> tokens, std::vector<Symbol>& symbols)
        : m_text(text)
        , m_tokens(std::move(tokens))
        , m_symbols(symbols) {}

    void read() {
        while (m_at < m_tokens.size()) {
            scope({});
            ++m_at; // unmatched brace
        }
    }

  private:
    using Tokens = std::vector<Token>;

    /// Reads declarations up to the closing brace of the scope. \param owner  the struct; empty:
    /// none
    void scope(const QString& owner) {
        Tokens statement;
        while (m_at < m_tokens.size() && !m_tokens[m_at].is("}")) {
            const Token& token = m_tokens[m_at];
            if (token.is("{")) {
                if (braces(statement, owner)) {
                    statement.clear();
                }
            } else if (token.is(";")) {
                declaration(statement, owner, false);
                statement.clear();
                ++m_at;
            } else if (token.is(":") && statement.size() == 1 && isAccess(statement.front())) {
                statement.clear();
                ++m_at;
            } else {
                statement.push_back(token);
                ++m_at;
            }
        }
    }

    static bool isAccess(const Token& token) {
        return token.is("public") || token.is("private") || token.is("protected");
    }

    static bool has(const Tokens& statement, const char* word) {
        return std::any_of(statement.begin(), statement.end(),
                           [word](const Token& token) { return token.is(word); });
    }

    /// Handles an opening brace. \returns whether its closing brace ends the statement
    bool braces(Tokens& statement, const QString& owner) {
        const std::size_t open = openingBracket(statement);
        const bool assigned = has(statement, "=") && open == statement.size();
        if (has(statement, "namespace") ||
            (statement.size() == 1 && statement.front().is("extern"))) {
            ++m_at;
            scope({});
            ++m_at;
            return true;
        }
        const auto keyword = std::find_if(statement.begin(), statement.end(), [](const Token& t) {
            return t.is("struct") || t.is("class") || t.is("union") || t.is("enum");
        });
        const bool inTemplate = open < statement.size();
        if (keyword != statement.end() && !inTemplate && !assigned) {
            type(statement, std::size_t(keyword - statement.begin()));
            return true;
        }
        if (open < statement.size()) {
            declaration(statement, owner, true);
            skipBraces();
            return true;
        }
        skipBraces(); // an initialiser: the statement continues
        return false;
    }

    void skipBraces() {
        int depth = 0;
        for (; m_at < m_tokens.size(); ++m_at) {
            depth += m_tokens[m_at].is("{") ? 1 : m_tokens[m_at].is("}") ? -1 : 0;
            if (depth == 0) {
                ++m_at;
                return;
            }
        }
    }

    /// The position after the closing bracket of the one at `at`.
    static std::size_t past(const Tokens& tokens, std::size_t at, const char* open,
                            const char* close) {
        int depth = 0;
        for (; at < tokens.size(); ++at) {
            depth += tokens[at].is(open) ? 1 : tokens[at].is(close) ? -1 : 0;
            if (depth == 0) {
                return at + 1;
            }
        }
        return at;
    }

    /// Words with parentheses that are not function names.
    static bool isSpecifier(const Token& token) {
        static const QSet<QString> words{
            QStringLiteral("__launch_bounds__"), QStringLiteral("__maxnreg__"),
            QStringLiteral("__cluster_dims__"),  QStringLiteral("__block_size__"),
            QStringLiteral("__attribute__"),     QStringLiteral("__align__"),
            QStringLiteral("alignas"),           QStringLiteral("__declspec"),
            QStringLiteral("decltype"),          QStringLiteral("explicit"),
            QStringLiteral("noexcept"),          QStringLiteral("requires"),
        };
        return words.contains(token.text.toString());
    }

    /// The index of a function's opening parenthesis; the size if it is not a function.
    static std::size_t openingBracket(const Tokens& statement) {
        std::size_t at = 0;
        while (at < statement.size()) {
            const Token& token = statement[at];
            if (token.is("=")) {
                break;
            }
            if (token.is("template") && at + 1 < statement.size()) {
                at = past(statement, at + 1, "<", ">");
            } else if (isSpecifier(token) && at + 1 < statement.size() &&
                       statement[at + 1].is("(")) {
                at = past(statement, at + 1, "(", ")");
            } else if (token.is("(") && at > 0 &&
                       (statement[at - 1].isName() || has(statement, "operator"))) {
                return at;
            } else {
                ++at;
            }
        }
        return statement.size();
    }

    /// Reads a struct, class, union or enum with its members.
    void type(const Tokens& statement, std::size_t keyword) {
        std::size_t at = keyword + 1;
        Token name;
        while (at < statement.size() && !statement[at].is(":")) {
            const Token& token = statement[at];
            if (isSpecifier(token) && at + 1 < statement.size()) {
                at = past(statement, at + 1, "(", ")");
                continue;
            }
            if (token.isName() && !token.is("final") && !token.is("class")) {
                name = token;
            } else if (token.is("<")) {
                break; // arguments of a specialisation
            }
            ++at;
        }
        const bool isEnum = statement[keyword].is("enum");
        const std::size_t index = m_symbols.size();
        Symbol symbol;
        symbol.kind = Symbol::Kind::type;
        symbol.name = name.text.toString();
        symbol.at = name.at;
        symbol.line = name.line;
        symbol.signature = statement[keyword].text.toString() + u' ' + symbol.name;
        m_symbols.push_back(symbol);
        if (isEnum) {
            enumerators(symbol.name);
        } else {
            ++m_at;
            // Members of an unnamed type are found by the name after it.
            scope(symbol.name.isEmpty() ? QStringLiteral("?") : symbol.name);
            ++m_at;
        }
        nameBehind(index, has(statement, "typedef"));
    }

    /// Reads "} Name;" after a type; for a typedef, this names the type.
    void nameBehind(std::size_t index, bool isTypedef) {
        for (; m_at < m_tokens.size() && !m_tokens[m_at].is(";") && !m_tokens[m_at].is("}");
             ++m_at) {
            if (isTypedef && m_tokens[m_at].isName()) {
                Symbol& symbol = m_symbols[index];
                const QString former = symbol.name.isEmpty() ? QStringLiteral("?") : symbol.name;
                symbol.name = m_tokens[m_at].text.toString();
                symbol.at = m_tokens[m_at].at;
                symbol.line = m_tokens[m_at].line;
                symbol.signature = QStringLiteral("struct ") + symbol.name;
                for (std::size_t i = index + 1; i < m_symbols.size(); ++i) {
                    if (m_symbols[i].owner == former) {
                        m_symbols[i].owner = symbol.name;
                    }
                }
            }
        }
        if (m_at < m_tokens.size() && m_tokens[m_at].is(";")) {
            ++m_at;
        }
        if (m_symbols[index].name.isEmpty()) {
            m_symbols.erase(m_symbols.begin() + std::ptrdiff_t(index));
        }
    }

    void enumerators(const QString& type) {
        bool next = true;
        for (++m_at; m_at < m_tokens.size() && !m_tokens[m_at].is("}"); ++m_at) {
            const Token& token = m_tokens[m_at];
            if (next && token.isName()) {
                add(Symbol::Kind::variable, token, {}, type, type + u' ' + token.text.toString(),
                    true);
            }
            next = token.is(",");
        }
        ++m_at;
    }

    Symbol& add(Symbol::Kind kind, const Token& name, const QString& owner, const QString& type,
                const QString& signature, bool definition) {
        Symbol symbol;
        symbol.kind = kind;
        symbol.name = name.text.toString();
        symbol.owner = owner;
        symbol.type = type;
        symbol.signature = signature;
        symbol.at = name.at;
        symbol.line = name.line;
        symbol.definition = definition;
        m_symbols.push_back(std::move(symbol));
        return m_symbols.back();
    }

    /// The text of a range of tokens on one line.
    QString textOf(const Tokens& statement, std::size_t from, std::size_t to) const {
        if (from >= to) {
            return {};
        }
        const qsizetype start = statement[from].at;
        const qsizetype end = statement[to - 1].at + statement[to - 1].text.size();
        return m_text.mid(start, end - start).simplified();
    }

    void declaration(const Tokens& statement, const QString& owner, bool body) {
        if (statement.empty() || statement.front().is("friend")) {
            return;
        }
        if (statement.front().is("using") || statement.front().is("typedef")) {
            alias(statement);
            return;
        }
        const std::size_t open = openingBracket(statement);
        if (open < statement.size() && open > 0) {
            function(statement, open, owner, body);
        } else {
            variables(statement, owner);
        }
    }

    void alias(const Tokens& statement) {
        const bool isUsing = statement.front().is("using");
        if (statement.size() < 3 || (isUsing && !statement[2].is("="))) {
            return; // a using directive
        }
        const Token& name = isUsing ? statement[1] : statement.back();
        if (name.isName()) {
            const QString of = isUsing ? textOf(statement, 3, statement.size())
                                       : textOf(statement, 1, statement.size() - 1);
            add(Symbol::Kind::type, name, {}, of, textOf(statement, 0, statement.size()), true);
        }
    }

    void function(const Tokens& statement, std::size_t open, const QString& owner, bool body) {
        const Token& name = statement[open - 1];
        if (!name.isName() || name.is("operator")) {
            return;
        }
        // Definition of a struct's member outside the struct.
        const bool qualified = open >= 3 && statement[open - 2].is("::");
        const QString type = qualified ? statement[open - 3].text.toString() : owner;
        const bool kernel = has(statement, "__global__");
        std::size_t first = 0;
        if (statement.front().is("template") && statement.size() > 1) {
            first = past(statement, 1, "<", ">");
        }
        const std::size_t end = past(statement, open, "(", ")");
        QStringList result;
        for (std::size_t i = first; i < open - 1; ++i) {
            if (isSpecifier(statement[i]) && statement[i + 1].is("(")) {
                i = past(statement, i + 1, "(", ")") - 1;
            } else if (!statement[i].text.startsWith(u"__") && !statement[i].is("static") &&
                       !statement[i].is("inline") && !statement[i].is("constexpr") &&
                       !statement[i].is("extern") && !statement[i].is("virtual")) {
                result << statement[i].text.toString();
            }
        }
        const bool member = !type.isEmpty() && (!qualified || isType(type));
        add(kernel   ? Symbol::Kind::kernel
            : member ? Symbol::Kind::member
                     : Symbol::Kind::function,
            name, member ? type : QString(), result.join(u' '),
            textOf(statement, first, std::min(end, statement.size())), body);
    }

    bool isType(const QString& name) const {
        return std::any_of(m_symbols.begin(), m_symbols.end(), [&name](const Symbol& symbol) {
            return symbol.kind == Symbol::Kind::type && symbol.name == name;
        });
    }

    /// Reads "const float4 a, *b[8], c = 1;": a type and the names after it.
    void variables(const Tokens& statement, const QString& owner) {
        std::size_t last = 0; // of the first name
        std::size_t at = 0;
        while (at < statement.size() && !statement[at].is("=") && !statement[at].is(",") &&
               !statement[at].is("[") && !statement[at].is(":")) {
            if (statement[at].is("<")) {
                at = past(statement, at, "<", ">");
                continue;
            }
            if (isSpecifier(statement[at]) && at + 1 < statement.size() &&
                statement[at + 1].is("(")) {
                at = past(statement, at + 1, "(", ")");
                continue;
            }
            last = statement[at].isName() ? at : last;
            ++at;
        }
        if (last == 0) {
            return; // a single word does not declare anything
        }
        const QString type = textOf(statement, 0, last);
        const auto kind = owner.isEmpty() ? Symbol::Kind::variable : Symbol::Kind::member;
        bool next = true;
        int depth = 0;
        for (std::size_t i = last; i < statement.size(); ++i) {
            const Token& token = statement[i];
            depth += token.is("(") || token.is("[") ? 1 : token.is(")") || token.is("]") ? -1 : 0;
            if (next && token.isName()) {
                add(kind, token, owner, type, type + u' ' + token.text.toString(), true);
                next = false;
            }
            next = next || (depth == 0 && token.is(","));
        }
    }

    const QString& m_text;
    Tokens m_tokens;
    std::vector<Symbol>& m_symbols;
    std::size_t m_at = 0;
};

} // namespace

SourceOutline::SourceOutline(const QString& text) {
    Reader(text, Tokenizer(text, m_symbols, m_includes).tokens(), m_symbols).read();
    std::stable_sort(m_symbols.begin(), m_symbols.end(),
                     [](const Symbol& a, const Symbol& b) { return a.at < b.at; });
}

void SourceOutline::addHeader(const QString& file, const SourceOutline& header) {
    for (Symbol symbol : header.symbols()) {
        symbol.file = file;
        m_symbols.push_back(std::move(symbol));
    }
}

const Symbol* SourceOutline::find(const QString& name) const {
    const Symbol* declared = nullptr;
    for (const Symbol& symbol : m_symbols) {
        if (symbol.name == name && symbol.kind != Symbol::Kind::member) {
            if (symbol.definition) {
                return &symbol;
            }
            declared = declared ? declared : &symbol;
        }
    }
    return declared;
}

const Symbol* SourceOutline::findMember(const QString& owner, const QString& name) const {
    const Symbol* declared = nullptr;
    for (const Symbol& symbol : m_symbols) {
        if (symbol.kind == Symbol::Kind::member && symbol.name == name &&
            (owner.isEmpty() || symbol.owner == owner)) {
            if (symbol.definition) {
                return &symbol;
            }
            declared = declared ? declared : &symbol;
        }
    }
    return declared;
}

std::vector<const Symbol*> SourceOutline::membersOf(const QString& type) const {
    std::vector<const Symbol*> members;
    QSet<QString> seen;
    for (const Symbol& symbol : m_symbols) {
        if (symbol.kind == Symbol::Kind::member && symbol.owner == type && symbol.name != type &&
            !seen.contains(symbol.name)) {
            seen.insert(symbol.name);
            members.push_back(&symbol);
        }
    }
    return members;
}

bool SourceOutline::hasType(const QString& name) const {
    return std::any_of(m_symbols.begin(), m_symbols.end(), [&name](const Symbol& symbol) {
        return symbol.kind == Symbol::Kind::type && symbol.name == name;
    });
}

} // namespace warpbench::ui
