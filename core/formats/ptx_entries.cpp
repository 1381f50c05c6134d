// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/ptx_entries.h"

#include <algorithm>
#include <charconv>

namespace warpbench::compile {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::size_t numberAfter(std::string_view text, std::string_view before) {
    const std::size_t at = text.find(before);
    if (at == std::string_view::npos)
        return 0;
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks, at + before.size()), text.size()));
    std::size_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// `.u64`, `.b8`, …: its letter, and its bytes from the number in its name.
std::pair<char, std::size_t> typeOf(std::string_view declaration) {
    std::size_t at = declaration.find(".param");
    at = at == std::string_view::npos ? 0 : at + 6;
    for (at = declaration.find('.', at); at != std::string_view::npos;
         at = declaration.find('.', at + 1)) {
        const std::string_view word = declaration.substr(at + 1);
        if (word.size() < 2 || std::string_view("bsuf").find(word[0]) == std::string_view::npos ||
            word[1] < '0' || word[1] > '9')
            continue;
        return {word[0], numberAfter(word, word.substr(0, 1)) / 8};
    }
    return {'b', 0};
}

/// `.param .align 8 .b8 k_param_0[24]` or `.param .u64 .ptr .align 1 k_param_0`
PtxEntry::Parameter readParameter(std::string_view declaration, std::size_t& offset) {
    PtxEntry::Parameter parameter;
    const auto [kind, element] = typeOf(declaration);
    const std::size_t count = numberAfter(declaration, "[");
    parameter.kind = kind;
    parameter.array = declaration.find('[') != std::string_view::npos;
    parameter.size = element * std::max<std::size_t>(count, 1);
    // The .align after .ptr is that of the target.
    const std::size_t pointer = declaration.find(".ptr");
    parameter.pointer = pointer != std::string_view::npos;
    const std::string_view own = declaration.substr(0, pointer);
    const std::size_t alignment = std::max<std::size_t>({numberAfter(own, ".align"), element, 1});
    offset = (offset + alignment - 1) / alignment * alignment;
    parameter.offset = offset;
    offset += parameter.size;
    return parameter;
}

std::vector<PtxEntry::Parameter> readParameters(std::string_view list) {
    std::vector<PtxEntry::Parameter> parameters;
    std::size_t offset = 0;
    while (list.find(".param") != std::string_view::npos) {
        const std::size_t comma = list.find(',');
        parameters.push_back(readParameter(list.substr(0, comma), offset));
        if (comma == std::string_view::npos)
            break;
        list.remove_prefix(comma + 1);
    }
    return parameters;
}

/// Replaces comments and quoted texts by blanks; lines are
/// kept.
std::string withoutComments(std::string_view ptx) {
    std::string text(ptx);
    const auto blank = [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < std::min(to, text.size()); ++i)
            if (text[i] != '\n')
                text[i] = ' ';
    };
    for (std::size_t at = text.find_first_of("/\""); at < text.size();
         at = text.find_first_of("/\"", at + 1)) {
        std::size_t end = at;
        if (text[at] == '"')
            end = text.find_first_of("\"\n", at + 1);
        else if (text.compare(at, 2, "//") == 0)
            end = text.find('\n', at);
        else if (text.compare(at, 2, "/*") == 0)
            end = text.find("*/", at + 2);
        else
            continue;
        end = end == std::string::npos ? text.size() : end + (text[end] == '*' ? 2 : 1);
        blank(at, end);
        at = end - 1;
    }
    return text;
}

bool isWordCharacter(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '$' || c == '%' || c == '.';
}

/// The position of a directive as a separate word, from `at` on.
std::size_t findDirective(std::string_view text, std::string_view directive, std::size_t at = 0) {
    for (at = text.find(directive, at); at != std::string_view::npos;
         at = text.find(directive, at + 1)) {
        const std::size_t end = at + directive.size();
        if ((at == 0 || !isWordCharacter(text[at - 1])) &&
            (end == text.size() || !isWordCharacter(text[end])))
            return at;
    }
    return at;
}

int lineAt(std::string_view text, std::size_t at) {
    return 1 + int(std::count(text.begin(), text.begin() + std::ptrdiff_t(at), '\n'));
}

/// The word after a directive; empty if there is none.
std::string wordAfter(std::string_view text, std::size_t at, std::string_view directive) {
    const std::size_t begin = text.find_first_not_of(kBlanks, at + directive.size());
    if (begin == std::string_view::npos)
        return {};
    std::size_t end = begin;
    while (end < text.size() && isWordCharacter(text[end]))
        ++end;
    return std::string(text.substr(begin, end - begin));
}

} // namespace

std::vector<PtxEntry> readPtxEntries(std::string_view ptx) {
    constexpr std::string_view kEntry = ".entry";
    const std::string text = withoutComments(ptx);
    std::vector<PtxEntry> entries;
    std::size_t counted = 0; // up to where lines are counted
    int line = 1;
    for (std::size_t at = findDirective(text, kEntry); at != std::string::npos;
         at = findDirective(text, kEntry, at + 1)) {
        line += int(std::count(text.begin() + std::ptrdiff_t(counted),
                               text.begin() + std::ptrdiff_t(at), '\n'));
        counted = at;
        PtxEntry entry;
        entry.name = wordAfter(text, at, kEntry);
        if (entry.name.empty())
            break;
        entry.line = line;
        const std::size_t open = text.find_first_of("({;", at);
        if (open != std::string::npos && text[open] == '(') {
            const std::size_t close = std::min(text.find(')', open), text.size());
            entry.parameters =
                readParameters(std::string_view(text).substr(open + 1, close - open - 1));
        }
        entries.push_back(std::move(entry));
    }
    return entries;
}

std::optional<PtxHead> readPtxHead(std::string_view ptx) {
    const std::string text = withoutComments(ptx);
    const std::size_t version = findDirective(text, ".version");
    const std::size_t target = findDirective(text, ".target");
    if (version == std::string::npos || target == std::string::npos)
        return std::nullopt;
    PtxHead head{wordAfter(text, version, ".version"), wordAfter(text, target, ".target"),
                 lineAt(text, target)};
    if (head.version.empty() || !head.target.starts_with("sm_"))
        return std::nullopt;
    return head;
}

} // namespace warpbench::compile
