// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/ptx_file_names.h"

#include <algorithm>
#include <string_view>

namespace warpbench::compile {

namespace {

constexpr std::size_t kOctalDigits = 3;

bool isOctal(char c) {
    return c >= '0' && c <= '7';
}

/// A name as the compiler writes it: `\\`, `\"`, and bytes outside of ASCII as three octal digits.
std::string unescaped(std::string_view text) {
    std::string name;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '\\' || at + 1 == text.size()) {
            name += text[at];
        } else if (const auto digits = text.substr(at + 1, kOctalDigits);
                   digits.size() == kOctalDigits &&
                   std::all_of(digits.begin(), digits.end(), isOctal)) {
            name += static_cast<char>((digits[0] - '0') * 64 + (digits[1] - '0') * 8 +
                                      (digits[2] - '0'));
            at += kOctalDigits;
        } else {
            name += text[++at];
        }
    }
    return name;
}

std::string escaped(std::string_view name) {
    std::string text;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\\' || c == '"')
            text += {'\\', c};
        else if (byte >= ' ' && byte < 0x7f)
            text += c;
        else
            text += {'\\', static_cast<char>('0' + byte / 64),
                     static_cast<char>('0' + byte / 8 % 8), static_cast<char>('0' + byte % 8)};
    }
    return text;
}

constexpr std::string_view kQuote = "\"";
constexpr std::string_view kForQuote = "\xEE\x80\xA2"; // U+E022

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

} // namespace

std::string withoutQuotes(std::string name) {
    replaceAll(name, kQuote, kForQuote);
    return name;
}

std::string withQuotes(std::string text) {
    replaceAll(text, kForQuote, kQuote);
    return text;
}

std::string withFileNames(const std::string& ptx,
                          const std::function<std::string(const std::string&)>& change) {
    constexpr std::string_view kDirective = ".file";
    std::string result;
    std::size_t done = 0;
    for (std::size_t at = ptx.find(kDirective); at != std::string::npos;
         at = ptx.find(kDirective, at + 1)) {
        const std::size_t lineStart = ptx.rfind('\n', at) + 1; // npos + 1 is 0
        const std::size_t lineEnd = std::min(ptx.find('\n', at), ptx.size());
        const bool alone = ptx.find_first_not_of(" \t", lineStart) == at;
        const std::size_t open = std::min(ptx.find('"', at), lineEnd);
        std::size_t close = open + 1;
        while (close < lineEnd && ptx[close] != '"')
            close += ptx[close] == '\\' ? 2 : 1;
        if (!alone || close >= lineEnd)
            continue;
        const std::string name =
            unescaped(std::string_view(ptx).substr(open + 1, close - open - 1));
        const std::string changed = change(name);
        if (changed == name)
            continue;
        result.append(ptx, done, open + 1 - done);
        result += escaped(changed);
        done = close;
    }
    result.append(ptx, done, std::string::npos);
    return result;
}

} // namespace warpbench::compile
