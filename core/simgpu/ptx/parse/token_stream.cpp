// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/parse/token_stream.h"

#include <limits>

namespace warpbench::simgpu::ptx {

namespace {

/// A token as a message quotes it.
std::string quoted(const Token& token) {
    constexpr std::size_t kLongest = 60;
    switch (token.kind) {
    case TokenKind::end:
        return "the end of the text";
    case TokenKind::string:
        return "the string \"" + std::string(token.text.substr(0, kLongest)) + '"';
    default:
        break;
    }
    std::string text(token.text.substr(0, kLongest));
    if (token.text.size() > kLongest)
        text += "…";
    return "'" + text + "'";
}

} // namespace

TokenStream::TokenStream(std::string_view text)
    : m_lexer(text) {
    take();
}

Token TokenStream::take() {
    const Token taken = m_current;
    m_current = m_lexer.next();
    if (m_current.kind == TokenKind::invalid)
        fail(std::string(m_current.text));
    return taken;
}

bool TokenStream::atDirective(std::string_view name) const {
    return m_current.kind == TokenKind::dotted && m_current.text == name;
}

bool TokenStream::accept(char punctuation) {
    if (!at(punctuation))
        return false;
    take();
    return true;
}

bool TokenStream::acceptDirective(std::string_view name) {
    if (!atDirective(name))
        return false;
    take();
    return true;
}

void TokenStream::expect(char punctuation, std::string_view where) {
    if (!accept(punctuation))
        failExpected("'" + std::string(1, punctuation) + "' " + std::string(where));
}

Token TokenStream::expectWord(std::string_view what) {
    if (!at(TokenKind::word))
        failExpected(what);
    return take();
}

std::uint32_t TokenStream::expectNumber(std::string_view what) {
    if (!at(TokenKind::integer))
        failExpected(what);
    if (m_current.bits > std::numeric_limits<std::uint32_t>::max())
        fail(std::string(what) + " is too large");
    return static_cast<std::uint32_t>(take().bits);
}

void TokenStream::passPragma() {
    do {
        if (!at(TokenKind::string))
            failExpected("a string after .pragma");
        take();
    } while (accept(','));
    expect(';', "after .pragma");
}

std::string_view TokenStream::takeBraces() {
    const Position opening = m_current.position;
    bool closed = false;
    const std::string_view inside = m_lexer.takeBraces(closed);
    if (!closed)
        failAt(opening, "this '{' has no matching '}'");
    take();
    return inside;
}

void TokenStream::readCurrentAsFloat() {
    m_current = m_lexer.readAsFloat(m_current);
    if (m_current.kind == TokenKind::invalid)
        fail(std::string(m_current.text));
}

void TokenStream::failAt(Position position, std::string text) {
    throw SyntaxError{{ParseError::Kind::syntax, position, std::move(text)}};
}

void TokenStream::fail(std::string text) const {
    failAt(m_current.position, std::move(text));
}

void TokenStream::failExpected(std::string_view what) const {
    fail("expected " + std::string(what) + ", found " + quoted(m_current));
}

} // namespace warpbench::simgpu::ptx
