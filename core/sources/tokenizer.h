// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::compile {

/// A C++ token. Views point into the source.
struct Token {
    enum class Kind { identifier, number, literal, punctuation };

    Kind kind = Kind::punctuation;
    std::string_view text;
    int line = 1;

    bool is(std::string_view wanted) const noexcept { return text == wanted; }
    bool isWord() const noexcept { return kind == Kind::identifier; }
    bool isOneOf(std::span<const std::string_view> words) const noexcept {
        return std::find(words.begin(), words.end(), text) != words.end();
    }
};
using Tokens = std::span<const Token>;

/// Splits C++ text into tokens. Never fails: it skips comments and preprocessor lines, ends an
/// unfinished literal with its line, and makes an unknown byte its own token. Non-ASCII blanks
/// separate words as blanks do. `::` and `->` are one token; every other operator is split into
/// single characters.
std::vector<Token> tokenize(std::string_view source);
/// Tokens of a temporary text would dangle.
template <std::same_as<std::string> Text>
std::vector<Token> tokenize(Text&& source) = delete;

/// The line on which a source first mentions a name; 0 if it does not.
/// \param name  the last part of "a::b<int>(float)" counts
int firstLineOf(const std::string& name, std::string_view source);

/// A preprocessor line, including backslash continuations.
struct Directive {
    std::string_view name; ///< "define", "if"; empty for a bare #
    std::string_view rest; ///< what follows the name, comments included
    std::string_view text; ///< the whole line from its # on
    int line = 1;
    std::size_t before = 0; ///< the number of tokens before it
};

/// Like tokenize(), also returning the preprocessor lines.
std::vector<Token> tokenize(std::string_view source, std::vector<Directive>& directives);

/// An #include line: the name between quotes or angle brackets.
struct IncludeLine {
    std::string_view name;
    bool angle = false;
    /// The line names a macro, so the file is unknown without the preprocessor.
    bool computed = false;
    int line = 1;
};

/// A non-ASCII character, or a Ctrl-Z, outside of comments and literals.
struct FoundCharacter {
    std::size_t offset = 0;
    int line = 1;
    std::uint32_t code = 0;
    bool inDirective = false; ///< in a preprocessor line, where it may affect other lines
};
std::vector<FoundCharacter> findForeignCharacters(std::string_view source);

/// All #include lines and __has_include tests outside of comments, regardless of any #if around
/// them.
std::vector<IncludeLine> findIncludes(std::string_view source);

} // namespace warpbench::compile
