// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <cstdint>
#include <string_view>

namespace warpbench::simgpu::ptx {

enum class TokenKind : std::uint8_t {
    end,
    word,   ///< %r1, $L__BB0_1, add, _
    dotted, ///< ".global", ".shared::cta", ".1d"; text includes the dot
    integer,
    float32, ///< 0f3F800000; `bits` is the pattern
    float64, ///< 0d… and 1.5; `bits` is the pattern
    string,  ///< text is the part between the quotes
    punctuation,
    invalid, ///< text says why
};

struct Token {
    TokenKind kind = TokenKind::end;
    char punctuation = 0;    ///< the character, or a code below for operators of two
    bool isUnsigned = false; ///< an integer with suffix U, or one that needs the 64th bit
    std::string_view text;
    std::uint64_t bits = 0;
    Position position;

    bool is(char character) const {
        return kind == TokenKind::punctuation && punctuation == character;
    }
};

/// Token::punctuation for two-character operators; no PTX character has these values.
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

/// Splits PTX text into tokens, one at a time; skips comments and lines that start with #. Takes
/// linear time.
class Lexer {
  public:
    /// \param text  must outlive the tokens
    explicit Lexer(std::string_view text);

    Token next();

    /// Call directly after `token`, a word: appends the modifiers that follow it without white
    /// space, so that "ld" becomes "ld.global.f32".
    void takeModifiers(Token& token);
    /// Call directly after "{": returns everything up to the matching "}", and skips that. Sets
    /// `closed` to false if the text ends first.
    std::string_view takeBraces(bool& closed);
    /// Rereads `token`, which is dotted, as a number: ".5".
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
