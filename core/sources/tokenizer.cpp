// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/tokenizer.h"

#include "core/base/utf8_text.h"
#include "core/sources/pasted_characters.h"

#include <string>

namespace warpbench::compile {

namespace {

constexpr unsigned char kCtrlZ = 0x1A;
constexpr unsigned char kFirstLead = 0xC2; ///< in UTF-8: begins a multi-byte character

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (static_cast<unsigned char>(c) & 0x80) != 0;
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/// A character that C++ does not use and that web pages and word processors insert.
struct Pasted {
    bool blank = false;
    std::size_t bytes = 0; ///< 0: not such a character
};

Pasted pastedAt(std::string_view source, std::size_t at) {
    const auto byte = static_cast<unsigned char>(source[at]);
    if (byte < 0x80 && byte != kCtrlZ)
        return {};
    const Utf8Character character = utf8CharacterAt(source, at);
    const std::optional<PastedCharacter> known = pastedCharacter(character.code);
    if (!known || (character.bytes == 1 && byte != kCtrlZ))
        return {};
    return {known->blank, character.bytes};
}

class Lexer {
  public:
    explicit Lexer(std::string_view source)
        : m_source(source) {}

    /// Receives the pasted characters outside of comments and literals.
    void findPasted(std::vector<FoundCharacter>* found) { m_pasted = found; }

    void run(std::vector<Token>* tokens, std::vector<IncludeLine>* includes,
             std::vector<Directive>* directives = nullptr) {
        bool lineStart = true;
        while (m_at < m_source.size()) {
            const char c = peek();
            if (c == '\n') {
                ++m_line;
                ++m_at;
                lineStart = true;
            } else if (isBlank(c) || skipContinuation()) {
                if (isBlank(c))
                    ++m_at;
            } else if (skipComment() || skipPastedBlank()) {
                continue;
            } else if (c == '#' && lineStart) {
                const Directive found = directive(includes);
                if (directives) {
                    directives->push_back(found);
                    directives->back().before = tokens ? tokens->size() : 0;
                }
            } else {
                lineStart = false;
                const Token token = next();
                if (tokens)
                    tokens->push_back(token);
            }
        }
    }

  private:
    char peek(std::size_t ahead = 0) const {
        return m_at + ahead < m_source.size() ? m_source[m_at + ahead] : '\0';
    }

    /// A backslash at the end of a line joins it to the next.
    bool skipContinuation() {
        if (peek() != '\\')
            return false;
        const std::size_t newline = peek(1) == '\r' ? 2 : 1;
        if (peek(newline) != '\n')
            return false;
        m_at += newline + 1;
        ++m_line;
        return true;
    }

    bool skipPastedBlank() {
        const Pasted pasted = pastedAt(m_source, m_at);
        if (!pasted.blank)
            return false;
        notePasted();
        m_at += pasted.bytes;
        return true;
    }

    void notePasted(bool inDirective = false) {
        if (m_pasted)
            m_pasted->push_back({m_at, m_line, utf8CharacterAt(m_source, m_at).code, inDirective});
    }

    bool isPasted() const { return m_at < m_source.size() && pastedAt(m_source, m_at).bytes > 0; }

    bool skipComment() {
        if (peek() != '/')
            return false;
        if (peek(1) == '/') {
            while (m_at < m_source.size() && peek() != '\n')
                if (!skipContinuation())
                    ++m_at;
            return true;
        }
        if (peek(1) != '*')
            return false;
        m_at += 2;
        while (m_at < m_source.size() && !(peek() == '*' && peek(1) == '/')) {
            if (peek() == '\n')
                ++m_line;
            ++m_at;
        }
        m_at = std::min(m_at + 2, m_source.size());
        return true;
    }

    /// Reads a preprocessor line up to its end; its newline stays.
    Directive directive(std::vector<IncludeLine>* includes) {
        const int line = m_line;
        std::string_view whole;
        const std::size_t begin = m_at;
        while (m_at < m_source.size() && peek() != '\n') {
            if (skipContinuation() || skipComment())
                continue;
            if (isPasted())
                notePasted(true);
            if (peek() == '"')
                skipLiteral('"');
            else
                ++m_at;
        }
        whole = m_source.substr(begin, m_at - begin);
        if (includes)
            readInclude(whole, line, *includes);
        std::string_view rest = afterBlanks(whole.substr(1));
        std::size_t end = 0;
        while (end < rest.size() && (isLetter(rest[end]) || isDigit(rest[end])))
            ++end;
        return {rest.substr(0, end), rest.substr(end), whole, line, 0};
    }

    static std::string_view afterBlanks(std::string_view text) {
        while (!text.empty()) {
            if (isBlank(text.front())) {
                text.remove_prefix(1);
            } else if (text.starts_with("/*")) {
                const std::size_t end = text.find("*/");
                text = end == std::string_view::npos ? std::string_view() : text.substr(end + 2);
            } else {
                break;
            }
        }
        return text;
    }

    static void readInclude(std::string_view text, int line, std::vector<IncludeLine>& includes) {
        text = afterBlanks(text.substr(1));
        if (text.starts_with("include")) {
            text.remove_prefix(7);
            if (text.starts_with("_next"))
                text.remove_prefix(5);
            includes.push_back(readName(afterBlanks(text), line));
            return;
        }
        constexpr std::string_view test = "__has_include";
        for (std::size_t at = text.find(test); at != std::string_view::npos;
             at = text.find(test, at + 1)) {
            std::string_view rest = afterBlanks(text.substr(at + test.size()));
            if (rest.starts_with('('))
                includes.push_back(readName(afterBlanks(rest.substr(1)), line));
        }
    }

    static IncludeLine readName(std::string_view text, int line) {
        IncludeLine include;
        include.line = line;
        const char close = text.starts_with('<') ? '>' : '"';
        include.angle = close == '>';
        const std::size_t end = text.empty() ? std::string_view::npos : text.find(close, 1);
        if (text.empty() || (text.front() != '<' && text.front() != '"') ||
            end == std::string_view::npos)
            include.computed = true;
        else
            include.name = text.substr(1, end - 1);
        return include;
    }

    Token next() {
        const std::size_t begin = m_at;
        const int line = m_line;
        Token::Kind kind = Token::Kind::punctuation;
        const char c = peek();
        if (const Pasted pasted = pastedAt(m_source, m_at); pasted.bytes > 0) {
            notePasted();
            m_at += pasted.bytes;
        } else if (isLetter(c)) {
            while ((isLetter(peek()) && !isPasted()) || isDigit(peek())) {
                if (static_cast<unsigned char>(peek()) >= kFirstLead)
                    notePasted(); // a letter that the compiler may reject
                ++m_at;
            }
            kind = Token::Kind::identifier;
            const std::string_view word = m_source.substr(begin, m_at - begin);
            if (peek() == '"' && word.ends_with('R') && word.size() <= 3) {
                skipRawString();
                kind = Token::Kind::literal;
            }
        } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
            skipNumber();
            kind = Token::Kind::number;
        } else if (c == '"' || c == '\'') {
            skipLiteral(c);
            kind = Token::Kind::literal;
        } else if ((c == ':' && peek(1) == ':') || (c == '-' && peek(1) == '>')) {
            m_at += 2;
        } else {
            ++m_at;
        }
        return {kind, m_source.substr(begin, m_at - begin), line};
    }

    void skipNumber() {
        while (m_at < m_source.size()) {
            const char c = peek();
            const bool exponent =
                (c == '+' || c == '-') &&
                std::string_view("eEpP").find(m_source[m_at - 1]) != std::string_view::npos;
            const bool separator = c == '\'' && (isLetter(peek(1)) || isDigit(peek(1)));
            if ((!isLetter(c) && !isDigit(c) && c != '.' && !exponent && !separator) || isPasted())
                return;
            ++m_at;
        }
    }

    void skipLiteral(char quote) {
        ++m_at;
        while (m_at < m_source.size() && peek() != quote && peek() != '\n') {
            if (skipContinuation())
                continue;
            if (peek() == '\\' && peek(1) != '\n' && m_at + 1 < m_source.size())
                ++m_at;
            ++m_at;
        }
        if (peek() == quote)
            ++m_at;
    }

    /// R"name( … )name"
    void skipRawString() {
        const std::size_t open = m_source.find('(', m_at);
        if (open == std::string_view::npos || open - m_at > 17) {
            skipLiteral('"');
            return;
        }
        const std::string close =
            ")" + std::string(m_source.substr(m_at + 1, open - m_at - 1)) + "\"";
        const std::size_t end = m_source.find(close, open);
        const std::size_t stop =
            end == std::string_view::npos ? m_source.size() : end + close.size();
        for (; m_at < stop; ++m_at)
            if (m_source[m_at] == '\n')
                ++m_line;
    }

    std::string_view m_source;
    std::size_t m_at = 0;
    int m_line = 1;
    std::vector<FoundCharacter>* m_pasted = nullptr;
};

} // namespace

std::vector<Token> tokenize(std::string_view source) {
    std::vector<Token> tokens;
    Lexer(source).run(&tokens, nullptr);
    return tokens;
}

int firstLineOf(const std::string& name, std::string_view source) {
    const std::string plain = name.substr(0, name.find_first_of("(<"));
    const std::size_t colons = plain.rfind("::");
    const std::string last = colons == std::string::npos ? plain : plain.substr(colons + 2);
    for (const Token& token : tokenize(source))
        if (token.is(last))
            return token.line;
    return 0;
}

std::vector<Token> tokenize(std::string_view source, std::vector<Directive>& directives) {
    std::vector<Token> tokens;
    Lexer(source).run(&tokens, nullptr, &directives);
    return tokens;
}

std::vector<FoundCharacter> findForeignCharacters(std::string_view source) {
    std::vector<FoundCharacter> found;
    Lexer lexer(source);
    lexer.findPasted(&found);
    lexer.run(nullptr, nullptr);
    return found;
}

std::vector<IncludeLine> findIncludes(std::string_view source) {
    std::vector<IncludeLine> includes;
    Lexer(source).run(nullptr, &includes);
    return includes;
}

} // namespace warpbench::compile
