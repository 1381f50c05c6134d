// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/parse/lexer.h"

#include <string>
#include <string_view>

namespace warpbench::simgpu::ptx {

/// Ends the parsing of a text; only parse() sees it.
struct SyntaxError {
    ParseError error;
};

/// The tokens of a text with one to look at. Its members throw SyntaxError where the text is not
/// what they want.
class TokenStream {
  public:
    explicit TokenStream(std::string_view text);

    const Token& current() const { return m_current; }
    /// Goes on by one token and returns the one that was current.
    Token take();
    bool at(char punctuation) const { return m_current.is(punctuation); }
    bool at(TokenKind kind) const { return m_current.kind == kind; }
    bool atDirective(std::string_view name) const; ///< with its dot
    bool accept(char punctuation);
    bool acceptDirective(std::string_view name);
    void expect(char punctuation, std::string_view where);
    /// \param what  for the message: "the name of a label"
    Token expectWord(std::string_view what);
    /// A plain integer that fits in 32 bits.
    std::uint32_t expectNumber(std::string_view what);
    /// What is behind ".pragma", which says nothing to a simulated device.
    void passPragma();

    /// As Lexer's, on the current token.
    void takeModifiers() { m_lexer.takeModifiers(m_current); }
    std::string_view takeBraces(); ///< at "{"
    void readCurrentAsFloat();

    [[noreturn]] void fail(std::string text) const; ///< at the current token
    [[noreturn]] static void failAt(Position position, std::string text);
    /// "expected X, found Y"
    [[noreturn]] void failExpected(std::string_view what) const;

  private:
    Lexer m_lexer;
    Token m_current;
};

} // namespace warpbench::simgpu::ptx
