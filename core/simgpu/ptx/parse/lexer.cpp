// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/parse/lexer.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstring>

namespace warpbench::simgpu::ptx {

namespace {

enum CharacterClass : std::uint8_t {
    kBlank = 1,     ///< space, tab, carriage return etc., except the line feed
    kWordStart = 2, ///< letters _ $ %
    kWord = 4,      ///< letters digits _ $
    kDigit = 8,
    kHexDigit = 16,
    kModifier = 32, ///< letters digits _
    kOperator = 64, ///< < > = ! & |, with which an operator of two characters may begin
};

constexpr std::array<std::uint8_t, 256> makeClasses() {
    std::array<std::uint8_t, 256> classes{};
    for (const unsigned char blank : {' ', '\t', '\r', '\v', '\f'})
        classes[blank] = kBlank;
    for (int letter = 0; letter < 26; ++letter)
        classes['a' + letter] = classes['A' + letter] = kWordStart | kWord | kModifier;
    for (int digit = 0; digit < 10; ++digit)
        classes['0' + digit] = kWord | kDigit | kHexDigit | kModifier;
    for (int letter = 0; letter < 6; ++letter) {
        classes['a' + letter] |= kHexDigit;
        classes['A' + letter] |= kHexDigit;
    }
    for (const unsigned char first : {'<', '>', '=', '!', '&', '|'})
        classes[first] = kOperator;
    classes['_'] = kWordStart | kWord | kModifier;
    classes['$'] = kWordStart | kWord;
    classes['%'] = kWordStart;
    return classes;
}
constexpr std::array<std::uint8_t, 256> kClasses = makeClasses();

bool isA(char character, CharacterClass which) {
    return (kClasses[static_cast<unsigned char>(character)] & which) != 0;
}

int digitValue(char digit) {
    return digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10;
}

} // namespace

Lexer::Lexer(std::string_view text)
    : m_cursor(text.data())
    , m_end(text.data() + text.size())
    , m_lineStart(text.data()) {}

Position Lexer::positionOf(const char* where) const {
    return {m_line, static_cast<std::uint32_t>(where - m_lineStart) + 1};
}

Token Lexer::make(TokenKind kind, const char* begin) const {
    Token token;
    token.kind = kind;
    token.text = {begin, static_cast<std::size_t>(m_cursor - begin)};
    token.position = positionOf(begin);
    return token;
}

Token Lexer::invalid(const char* begin, std::string_view why) const {
    Token token = make(TokenKind::invalid, begin);
    token.text = why;
    return token;
}

void Lexer::newLine(const char* lineEnd) {
    ++m_line;
    m_lineStart = lineEnd + 1;
}

/// At "/": skips a comment if there is one.
void Lexer::skipComment() {
    if (m_end - m_cursor < 2)
        return;
    if (m_cursor[1] == '/') {
        const void* end = std::memchr(m_cursor, '\n', static_cast<std::size_t>(m_end - m_cursor));
        m_cursor = end ? static_cast<const char*>(end) : m_end;
        return;
    }
    if (m_cursor[1] != '*')
        return;
    for (const char* at = m_cursor + 2; at < m_end; ++at) {
        if (*at == '\n') {
            newLine(at);
        } else if (*at == '*' && at + 1 < m_end && at[1] == '/') {
            m_cursor = at + 2;
            return;
        }
    }
    m_unterminatedComment = true;
    m_cursor = m_end;
}

void Lexer::skipBlanks() {
    while (m_cursor < m_end) {
        const char character = *m_cursor;
        if (character == '\n') {
            newLine(m_cursor++);
        } else if (isA(character, kBlank)) {
            ++m_cursor;
        } else if (character == '/') {
            const char* const before = m_cursor;
            skipComment();
            if (m_cursor == before)
                return;
        } else if (character == '#' && m_cursor == m_lineStart) {
            const void* end =
                std::memchr(m_cursor, '\n', static_cast<std::size_t>(m_end - m_cursor));
            m_cursor = end ? static_cast<const char*>(end) : m_end;
        } else {
            return;
        }
    }
}

Token Lexer::next() {
    skipBlanks();
    const char* const begin = m_cursor;
    if (begin == m_end)
        return m_unterminatedComment ? invalid(begin, "this comment does not end")
                                     : make(TokenKind::end, begin);
    const char character = *begin;
    if (isA(character, kWordStart)) {
        ++m_cursor;
        while (m_cursor < m_end && isA(*m_cursor, kWord))
            ++m_cursor;
        if (character == '%' && m_cursor == begin + 1)
            return operatorOrPunctuation(begin);
        return make(TokenKind::word, begin);
    }
    if (character == '.') {
        ++m_cursor;
        while (m_cursor < m_end &&
               (isA(*m_cursor, kModifier) || (*m_cursor == ':' && m_end - m_cursor > 2 &&
                                              m_cursor[1] == ':' && isA(m_cursor[2], kModifier))))
            m_cursor += *m_cursor == ':' ? 2 : 1;
        return m_cursor == begin + 1 ? operatorOrPunctuation(begin)
                                     : make(TokenKind::dotted, begin);
    }
    if (isA(character, kDigit))
        return number(begin);
    if (character == '"')
        return string(begin);
    return operatorOrPunctuation(begin);
}

void Lexer::takeModifiers(Token& token) {
    while (m_cursor + 1 < m_end && *m_cursor == '.' && isA(m_cursor[1], kModifier)) {
        Token modifier = next(); // A dotted token, or a word's dots would not have matched.
        if (modifier.kind != TokenKind::dotted)
            break;
    }
    token.text = {token.text.data(), static_cast<std::size_t>(m_cursor - token.text.data())};
}

std::string_view Lexer::takeBraces(bool& closed) {
    const char* const begin = m_cursor;
    closed = false;
    while (m_cursor < m_end) {
        const char character = *m_cursor;
        if (character == '}') {
            closed = true;
            return {begin, static_cast<std::size_t>(m_cursor++ - begin)};
        }
        if (character == '\n')
            newLine(m_cursor);
        const char* const before = m_cursor;
        if (character == '/')
            skipComment();
        if (m_cursor == before)
            ++m_cursor;
    }
    return {begin, static_cast<std::size_t>(m_cursor - begin)};
}

Token Lexer::readAsFloat(const Token& token) {
    m_cursor = token.text.data();
    return decimalFloat(m_cursor);
}

Token Lexer::number(const char* begin) {
    const auto at = [&](std::ptrdiff_t index) {
        return m_end - begin > index ? begin[index] : '\0';
    };
    if (*begin == '0') {
        switch (at(1) | 0x20) {
        case 'x':
            return prefixedInteger(begin, 16);
        case 'b':
            return prefixedInteger(begin, 2);
        case 'f':
            return floatPattern(begin, 8);
        case 'd':
            return floatPattern(begin, 16);
        default:
            break;
        }
    }
    const char* digits = begin;
    while (digits < m_end && isA(*digits, kDigit))
        ++digits;
    if (digits < m_end && (*digits == '.' || (*digits | 0x20) == 'e'))
        return decimalFloat(begin);
    const int base = *begin == '0' ? 8 : 10;
    std::uint64_t value = 0;
    bool overflow = false;
    for (m_cursor = begin; m_cursor < digits; ++m_cursor) {
        const int digit = digitValue(*m_cursor);
        if (digit >= base)
            return invalid(begin, "an octal number has a digit above 7");
        overflow = overflow || __builtin_mul_overflow(value, base, &value) ||
                   __builtin_add_overflow(value, digit, &value);
    }
    return finishInteger(begin, value, overflow);
}

Token Lexer::prefixedInteger(const char* begin, int base) {
    std::uint64_t value = 0;
    bool overflow = false;
    m_cursor = begin + 2;
    while (m_cursor < m_end && isA(*m_cursor, kHexDigit) && digitValue(*m_cursor) < base) {
        overflow = overflow || __builtin_mul_overflow(value, base, &value);
        value += static_cast<std::uint64_t>(digitValue(*m_cursor++));
    }
    if (m_cursor == begin + 2)
        return invalid(begin, base == 16 ? "expected hexadecimal digits after 0x"
                                         : "expected binary digits after 0b");
    return finishInteger(begin, value, overflow);
}

Token Lexer::finishInteger(const char* begin, std::uint64_t value, bool overflow) {
    bool hasSuffix = false;
    if (m_cursor < m_end && *m_cursor == 'U') {
        hasSuffix = true;
        ++m_cursor;
    }
    if (m_cursor < m_end && isA(*m_cursor, kWord))
        return invalid(begin, "a number is followed by a letter or digit that is not part of it");
    if (overflow)
        return invalid(begin, "this integer does not fit in 64 bits");
    Token token = make(TokenKind::integer, begin);
    token.bits = value;
    token.isUnsigned = hasSuffix || (value >> 63) != 0;
    return token;
}

Token Lexer::floatPattern(const char* begin, int digits) {
    std::uint64_t value = 0;
    int count = 0;
    for (m_cursor = begin + 2; m_cursor < m_end && isA(*m_cursor, kHexDigit); ++m_cursor, ++count)
        value = value << 4 | static_cast<std::uint64_t>(digitValue(*m_cursor));
    if (count != digits || (m_cursor < m_end && isA(*m_cursor, kWord)))
        return invalid(begin, digits == 8 ? "expected exactly 8 hexadecimal digits after 0f"
                                          : "expected exactly 16 hexadecimal digits after 0d");
    Token token = make(digits == 8 ? TokenKind::float32 : TokenKind::float64, begin);
    token.bits = value;
    return token;
}

Token Lexer::decimalFloat(const char* begin) {
    double value = 0;
    const auto [end, error] = std::from_chars(begin, m_end, value);
    m_cursor = end;
    if (error != std::errc{} || end == begin)
        return invalid(begin, "this floating-point number is malformed or out of range");
    if (m_cursor < m_end && isA(*m_cursor, kWord))
        return invalid(begin, "a number is followed by a letter or digit that is not part of it");
    Token token = make(TokenKind::float64, begin);
    token.bits = std::bit_cast<std::uint64_t>(value);
    return token;
}

Token Lexer::string(const char* begin) {
    const Position position = positionOf(begin);
    for (m_cursor = begin + 1; m_cursor < m_end && *m_cursor != '"' && *m_cursor != '\n';
         ++m_cursor) {
        if (*m_cursor == '\\' && m_cursor + 1 < m_end && m_cursor[1] != '\n')
            ++m_cursor;
    }
    if (m_cursor == m_end || *m_cursor != '"')
        return invalid(begin, "this string does not end on its line");
    Token token = make(TokenKind::string, begin + 1);
    token.position = position;
    ++m_cursor;
    return token;
}

/// At one of < > = ! & |: the code of the operator of two characters that begins here, or 0.
char Lexer::operatorOfTwo() const {
    struct Operator {
        char first, second, code;
    };
    static constexpr std::array kOperators = {
        Operator{'<', '<', kShiftLeft},  Operator{'>', '>', kShiftRight},
        Operator{'<', '=', kLessEqual},  Operator{'>', '=', kGreaterEqual},
        Operator{'=', '=', kEqual},      Operator{'!', '=', kNotEqual},
        Operator{'&', '&', kLogicalAnd}, Operator{'|', '|', kLogicalOr},
    };
    if (m_end - m_cursor < 2)
        return 0;
    for (const Operator& each : kOperators) {
        if (m_cursor[0] == each.first && m_cursor[1] == each.second)
            return each.code;
    }
    return 0;
}

Token Lexer::operatorOrPunctuation(const char* begin) {
    m_cursor = begin;
    const char code = isA(*begin, kOperator) ? operatorOfTwo() : 0;
    m_cursor += code != 0 ? 2 : 1;
    if (*begin >= 0 && *begin < ' ')
        return invalid(begin, "a control character is outside a comment");
    Token token = make(TokenKind::punctuation, begin);
    token.punctuation = code != 0 ? code : *begin;
    return token;
}

} // namespace warpbench::simgpu::ptx
