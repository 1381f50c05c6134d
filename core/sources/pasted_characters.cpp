// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/pasted_characters.h"

#include "core/sources/tokenizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace warpbench::compile {

namespace {

constexpr std::uint32_t kFirstFullWidth = 0xFF01; ///< the full-width "!", U+0021; in ASCII order
constexpr std::uint32_t kLastFullWidth = 0xFF5E;
constexpr std::uint32_t kFullWidthDistance = 0xFEE0;

const std::map<std::uint32_t, PastedCharacter>& pastedCharacters() {
    static const std::map<std::uint32_t, PastedCharacter> all = {
        {0x001A, {"Ctrl-Z, the end of a file of DOS", "", true}},
        {0x00A0, {"a no-break space", "a space", true}},
        {0x00AB, {"an angle quote", "\"", false}},
        {0x00AD, {"a soft hyphen", "", true}},
        {0x00B4, {"an acute accent", "'", false}},
        {0x00BB, {"an angle quote", "\"", false}},
        {0x00D7, {"a multiplication sign", "*", false}},
        {0x00F7, {"a division sign", "/", false}},
        {0x037E, {"a Greek question mark", ";", false}},
        {0x061B, {"an Arabic semicolon", ";", false}},
        {0x1680, {"an Ogham space", "a space", true}},
        {0x180E, {"a Mongolian vowel separator", "", true}},
        {0x2010, {"a hyphen", "-", false}},
        {0x2011, {"a no-break hyphen", "-", false}},
        {0x2012, {"a figure dash", "-", false}},
        {0x2013, {"an en dash", "-", false}},
        {0x2014, {"an em dash", "-", false}},
        {0x2015, {"a horizontal bar", "-", false}},
        {0x2018, {"a curly quote", "'", false}},
        {0x2019, {"a curly quote", "'", false}},
        {0x201A, {"a low quote", "'", false}},
        {0x201B, {"a reversed quote", "'", false}},
        {0x201C, {"a curly quote", "\"", false}},
        {0x201D, {"a curly quote", "\"", false}},
        {0x201E, {"a low quote", "\"", false}},
        {0x201F, {"a reversed quote", "\"", false}},
        {0x2024, {"a one dot leader", ".", false}},
        {0x2026, {"an ellipsis", "...", false}},
        {0x2028, {"a line separator", "a line end", true}},
        {0x2029, {"a paragraph separator", "a line end", true}},
        {0x202F, {"a narrow no-break space", "a space", true}},
        {0x2032, {"a prime", "'", false}},
        {0x2033, {"a double prime", "\"", false}},
        {0x2039, {"an angle quote", "<", false}},
        {0x203A, {"an angle quote", ">", false}},
        {0x2044, {"a fraction slash", "/", false}},
        {0x205F, {"a mathematical space", "a space", true}},
        {0x2060, {"a word joiner", "", true}},
        {0x2190, {"an arrow", "<-", false}},
        {0x2192, {"an arrow", "->", false}},
        {0x2212, {"a minus sign", "-", false}},
        {0x2215, {"a division slash", "/", false}},
        {0x2217, {"an asterisk operator", "*", false}},
        {0x2223, {"a divides sign", "|", false}},
        {0x2236, {"a ratio sign", ":", false}},
        {0x223C, {"a tilde operator", "~", false}},
        {0x2260, {"a not-equal sign", "!=", false}},
        {0x2264, {"a less-or-equal sign", "<=", false}},
        {0x2265, {"a greater-or-equal sign", ">=", false}},
        {0x22C5, {"a dot operator", "*", false}},
        {0x2329, {"an angle bracket", "<", false}},
        {0x232A, {"an angle bracket", ">", false}},
        {0x27E8, {"an angle bracket", "<", false}},
        {0x27E9, {"an angle bracket", ">", false}},
        {0x3000, {"an ideographic space", "a space", true}},
        {0x3001, {"an ideographic comma", ",", false}},
        {0x3002, {"an ideographic full stop", ".", false}},
        {0x3008, {"an angle bracket", "<", false}},
        {0x3009, {"an angle bracket", ">", false}},
        {0xFE54, {"a small semicolon", ";", false}},
        {0xFEFF, {"a zero-width no-break space", "", true}},
    };
    return all;
}

/// "U+00A0, a no-break space, in column 43: write a space instead", and the number of others.
std::string sentenceFor(const FoundCharacter& character, std::size_t column, std::size_t more) {
    const PastedCharacter known =
        pastedCharacter(character.code)
            .value_or(PastedCharacter{"a letter outside of ASCII", "letters of ASCII", false});
    const std::string remedy =
        known.instead.empty() ? "remove it" : "type " + known.instead + " instead";
    std::string others;
    if (more > 0)
        others = fmt::format(" (the line has {} more such character{})", more, more > 1 ? "s" : "");
    return fmt::format("U+{:04X}, {}, in column {} is not C++: {}{}", character.code, known.name,
                       column, remedy, others);
}

/// The message for an error; empty if its line contains no such character, directly or by a
/// macro.
std::optional<Diagnostic> messageFor(const std::string& text, const Diagnostic& error) {
    const std::vector<FoundCharacter> all = findForeignCharacters(text);
    Place line{error.place.file, error.place.line, 0};
    const auto isHere = [&](const FoundCharacter& one) { return one.line == line.line; };
    auto first = std::find_if(all.begin(), all.end(), isHere);
    if (first == all.end() && error.text == "unrecognized token")
        first =
            std::find_if(all.begin(), all.end(), [](const auto& one) { return one.inDirective; });
    if (first == all.end())
        return std::nullopt;
    line.line = first->line;
    const auto count = static_cast<std::size_t>(std::count_if(first, all.end(), isHere));
    const std::size_t lineStart = text.rfind('\n', first->offset) + 1; // npos + 1 is 0
    Diagnostic message;
    message.place = {line.file, line.line, static_cast<int>(first->offset - lineStart + 1)};
    // Columns in the message count characters, as editors do.
    const auto letters =
        std::count_if(text.begin() + static_cast<std::ptrdiff_t>(lineStart),
                      text.begin() + static_cast<std::ptrdiff_t>(first->offset),
                      [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
    message.text = sentenceFor(*first, static_cast<std::size_t>(letters) + 1, count - 1);
    return message;
}

} // namespace

std::optional<PastedCharacter> pastedCharacter(std::uint32_t code) {
    if (code >= kFirstFullWidth && code <= kLastFullWidth)
        return PastedCharacter{"a full-width character",
                               std::string(1, static_cast<char>(code - kFullWidthDistance)), false};
    if (code >= 0x2000 && code <= 0x200A)
        return PastedCharacter{"a typographic space", "a space", true};
    // Zero-width characters, and marks of the writing direction.
    if ((code >= 0x200B && code <= 0x200F) || (code >= 0x202A && code <= 0x202E) ||
        (code >= 0x2061 && code <= 0x2069))
        return PastedCharacter{code == 0x200B ? "a zero-width space" : "a zero-width character", "",
                               true};
    const auto found = pastedCharacters().find(code);
    return found == pastedCharacters().end() ? std::nullopt : std::optional(found->second);
}

void explainPastedCharacters(std::vector<Diagnostic>& diagnostics, const SourceTexts& files) {
    const auto isError = [](const Diagnostic& d) { return d.severity == Severity::error; };
    if (std::none_of(diagnostics.begin(), diagnostics.end(), isError))
        return;
    std::vector<Diagnostic> kept;
    std::vector<Place> explained;
    for (Diagnostic& diagnostic : diagnostics) {
        const Place line{diagnostic.place.file, diagnostic.place.line, 0};
        const bool known = std::find(explained.begin(), explained.end(), line) != explained.end();
        const auto file = std::find_if(files.begin(), files.end(),
                                       [&](const auto& one) { return one.first == line.file; });
        std::optional<Diagnostic> message;
        if (!known && isError(diagnostic) && line.line > 0 && file != files.end())
            message = messageFor(file->second, diagnostic);
        if (message) {
            explained.push_back(line);
            kept.push_back(std::move(*message));
        } else if (!known || !isError(diagnostic)) {
            kept.push_back(std::move(diagnostic));
        }
    }
    diagnostics = std::move(kept);
}

} // namespace warpbench::compile
