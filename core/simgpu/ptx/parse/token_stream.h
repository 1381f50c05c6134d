// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/parse/lexer.h"

#include <string>
#include <string_view>

namespace warpbench::simgpu::ptx {

/// Aborts the parsing of a text; only parse() catches it.
struct SyntaxError {
    ParseError error;
};

/// The tokens of a text, with a lookahead of one. Members throw SyntaxError if the text is not what
/// they expect.
class TokenStream {
  public:
    explicit TokenStream(std::string_view text);

    const Token& current() const { return m_current; }
    /// Advances by one token and returns the previous one.
    Token take();
    bool at(char punctuation) const { return m_current.is(punctuation); }
    bool at(TokenKind kind) const { return m_current.kind == kind; }
    bool atDirective(std::string_view name) const; ///< with its dot
    bool accept(char punctuation);
    bool acceptDirective(std::string_view name);
    void expect(char punctuation, std::string_view where);
    /// \param what  for the error message: "the name of a label"
    Token expectWord(std::string_view what);
    /// A plain integer that fits in 32 bits.
    std::uint32_t expectNumber(std::string_view what);
    /// Skips the rest of a ".pragma", which does not affect a simulated device.
    void passPragma();

    /// Like Lexer::takeModifiers, on the current token.
    void takeModifiers() { m_lexer.takeModifiers(m_current); }
    std::string_view takeBraces(); ///< call at "{"
    void readCurrentAsFloat();

    [[noreturn]] void fail(std::string text) const; ///< reports the current token
    [[noreturn]] static void failAt(Position position, std::string text);
    /// "expected X, found Y"
    [[noreturn]] void failExpected(std::string_view what) const;

  private:
    Lexer m_lexer;
    Token m_current;
};

} // namespace warpbench::simgpu::ptx
