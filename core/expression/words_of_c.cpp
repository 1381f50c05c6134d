// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/words_of_c.h"

#include <algorithm>
#include <array>
#include <utility>

namespace warpbench::project {

ErrorText wordsForOperator(std::string_view text, std::size_t offset) {
    const ErrorText choice = phrase("write 'A if CONDITION else B' for C's CONDITION ? A : B");
    const auto operators = std::to_array<std::pair<std::string_view, ErrorText>>({
        {"&&", phrase("write 'and' for C's &&")},
        {"||", phrase("write 'or' for C's ||")},
        {"!", phrase("write 'not' for C's !")},
        {"?", choice},
        {":", choice},
        {"~", phrase("write '-x - 1' for C's ~x")},
        {"->", phrase("expressions do not support member access")},
        {"=", phrase("write '==' to compare")},
        {";", phrase("leave out the semicolon")},
        {"[", phrase("write the buffer's name alone: an expression goes element by element")},
    });
    const std::string_view rest = text.substr(std::min(offset, text.size()));
    const auto found = std::find_if(operators.begin(), operators.end(),
                                    [&](const auto& one) { return rest.starts_with(one.first); });
    return found == operators.end() ? ErrorText() : found->second;
}

ErrorText wordsForCast(std::string_view text, std::size_t offset) {
    static constexpr auto kReal = std::to_array<std::string_view>({"float", "double"});
    static constexpr auto kWhole = std::to_array<std::string_view>(
        {"int", "unsigned", "unsigned int", "long", "long long", "short", "char", "unsigned char",
         "unsigned long long", "size_t", "int32_t", "uint32_t", "int64_t", "uint64_t"});
    std::size_t end = std::min(offset, text.size());
    while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t'))
        --end;
    if (end == 0 || text[end - 1] != ')')
        return {};
    const std::size_t open = text.rfind('(', end - 1);
    if (open == std::string_view::npos)
        return {};
    const std::string_view type = text.substr(open + 1, end - open - 2);
    const auto isOf = [&](const auto& names) {
        return std::find(names.begin(), names.end(), type) != names.end();
    };
    if (isOf(kWhole))
        return phrase("write 'trunc(x)' for C's ({type})x", {{"type", type}});
    return isOf(kReal) ? phrase("leave out the cast: '/' does not round") : ErrorText();
}

} // namespace warpbench::project
