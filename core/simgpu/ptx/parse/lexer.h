// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <cstdint>
#include <string_view>

namespace warpbench::simgpu::ptx {

enum class TokenKind : std::uint8_t {
    end,
    word,   ///< %r1, $L__BB0_1, add, _
    dotted, ///< ".global", ".shared::cta", ".1d"; text has the dot
    integer,
    float32, ///< 0f3F800000; `bits` is the pattern
    float64, ///< 0d… and 1.5; `bits` is the pattern
    string,  ///< text is what is between the quotes
    punctuation,
    invalid, ///< text says why
};

struct Token {
    TokenKind kind = TokenKind::end;
    char punctuation = 0;    ///< the character; of two-character operators the codes below
    bool isUnsigned = false; ///< an integer with the suffix U, or one that needs the 64th bit
    std::string_view text;
    std::uint64_t bits = 0;
    Position position;

    bool is(char character) const {
        return kind == TokenKind::punctuation && punctuation == character;
    }
};

/// Token::punctuation of operators of two characters; no character of PTX has these values.
enum TwoCharacters : char {
    kShiftLeft = 1,
    kShiftRight,
    kLessEqual,
    kGreaterEqual,
    kEqual,
    kNotEqual,
    kLogicalAnd,
    kLogicalOr,
};

/// Cuts PTX text into tokens, one at a time; comments and lines that begin with # are skipped.
/// Linear in the text.
class Lexer {
  public:
    /// \param text  must live as long as the tokens
    explicit Lexer(std::string_view text);

    Token next();

    /// Directly after `token`, a word: takes the modifiers that follow it without white space, so
    /// that "ld" becomes "ld.global.f32".
    void takeModifiers(Token& token);
    /// Directly after "{": everything up to the matching "}", which is taken too. Sets `closed` to
    /// false where the text ends before.
    std::string_view takeBraces(bool& closed);
    /// Reads `token`, which is dotted, again as a number: ".5".
    Token readAsFloat(const Token& token);

  private:
    void skipBlanks();
    void skipComment();
    void newLine(const char* lineEnd);
    Token make(TokenKind kind, const char* begin) const;
    Token invalid(const char* begin, std::string_view why) const;
    Token number(const char* begin);
    Token prefixedInteger(const char* begin, int base);
    Token floatPattern(const char* begin, int digits);
    Token decimalFloat(const char* begin);
    Token finishInteger(const char* begin, std::uint64_t value, bool overflow);
    Token string(const char* begin);
    char operatorOfTwo() const;
    Token operatorOrPunctuation(const char* begin);
    Position positionOf(const char* where) const;

    const char* m_cursor;
    const char* m_end;
    const char* m_lineStart;
    std::uint32_t m_line = 1;
    bool m_unterminatedComment = false;
};

} // namespace warpbench::simgpu::ptx
