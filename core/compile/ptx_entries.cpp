// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/ptx_entries.h"

#include <algorithm>
#include <charconv>

namespace warpbench::compile {

namespace {

std::size_t numberAfter(std::string_view text, std::string_view before) {
    const std::size_t at = text.find(before);
    if (at == std::string_view::npos)
        return 0;
    text.remove_prefix(at + before.size());
    std::size_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// Bytes of `.u64`, `.b8`, …: the number in the type's name.
std::size_t typeBytes(std::string_view declaration) {
    std::size_t at = declaration.find(".param");
    at = at == std::string_view::npos ? 0 : at + 6;
    for (at = declaration.find('.', at); at != std::string_view::npos;
         at = declaration.find('.', at + 1)) {
        const std::string_view word = declaration.substr(at + 1);
        if (word.size() < 2 || std::string_view("bsuf").find(word[0]) == std::string_view::npos ||
            word[1] < '0' || word[1] > '9')
            continue;
        return numberAfter(word, word.substr(0, 1)) / 8;
    }
    return 0;
}

/// `.param .align 8 .b8 k_param_0[24]` or `.param .u64 .ptr .align 1 k_param_0`
PtxEntry::Parameter readParameter(std::string_view declaration, std::size_t& offset) {
    PtxEntry::Parameter parameter;
    const std::size_t element = typeBytes(declaration);
    const std::size_t count = numberAfter(declaration, "[");
    parameter.size = element * std::max<std::size_t>(count, 1);
    // The .align after .ptr is that of what is pointed to.
    const std::string_view own = declaration.substr(0, declaration.find(".ptr"));
    const std::size_t alignment = std::max<std::size_t>({numberAfter(own, ".align "), element, 1});
    offset = (offset + alignment - 1) / alignment * alignment;
    parameter.offset = offset;
    offset += parameter.size;
    return parameter;
}

} // namespace

std::vector<PtxEntry> readPtxEntries(std::string_view ptx) {
    std::vector<PtxEntry> entries;
    for (std::size_t at = ptx.find(".entry "); at != std::string_view::npos;
         at = ptx.find(".entry ", at + 1)) {
        // Only at the start of a line, perhaps after .visible or .weak: not within a comment.
        const std::size_t newline = ptx.rfind('\n', at);
        const std::size_t lineStart = newline == std::string_view::npos ? 0 : newline + 1;
        const std::string_view before = ptx.substr(lineStart, at - lineStart);
        if (!before.empty() && before.front() != '.')
            continue;
        const std::size_t nameBegin = at + 7;
        const std::size_t nameEnd = ptx.find_first_of("( \t\r\n{", nameBegin);
        if (nameEnd == std::string_view::npos)
            break;
        PtxEntry entry;
        entry.name = ptx.substr(nameBegin, nameEnd - nameBegin);
        const std::size_t open = ptx.find_first_not_of(" \t\r\n", nameEnd);
        if (open != std::string_view::npos && ptx[open] == '(') {
            const std::size_t close = std::min(ptx.find(')', open), ptx.size());
            std::string_view list = ptx.substr(open + 1, close - open - 1);
            std::size_t offset = 0;
            while (list.find(".param") != std::string_view::npos) {
                const std::size_t comma = list.find(',');
                entry.parameters.push_back(readParameter(list.substr(0, comma), offset));
                if (comma == std::string_view::npos)
                    break;
                list.remove_prefix(comma + 1);
            }
        }
        entries.push_back(std::move(entry));
    }
    return entries;
}

} // namespace warpbench::compile
