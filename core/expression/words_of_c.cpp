// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/words_of_c.h"

#include <algorithm>
#include <array>
#include <utility>

namespace warpbench::project {

std::string_view wordsForOperator(std::string_view text, std::size_t offset) {
    static constexpr auto kOperators =
        std::to_array<std::pair<std::string_view, std::string_view>>({
            {"&&", "write 'and' for C's &&"},
            {"||", "write 'or' for C's ||"},
            {"!", "write 'not' for C's !"},
            {"?", "write 'A if CONDITION else B' for C's CONDITION ? A : B"},
            {":", "write 'A if CONDITION else B' for C's CONDITION ? A : B"},
            {"~", "write '-x - 1' for C's ~x"},
            {"->", "expressions do not support member access"},
            {"=", "write '==' to compare"},
            {";", "leave out the semicolon"},
            {"[", "write the buffer's name alone: an expression goes element by element"},
        });
    const std::string_view rest = text.substr(std::min(offset, text.size()));
    const auto found = std::find_if(kOperators.begin(), kOperators.end(),
                                    [&](const auto& one) { return rest.starts_with(one.first); });
    return found == kOperators.end() ? std::string_view() : found->second;
}

std::string wordsForCast(std::string_view text, std::size_t offset) {
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
        return "write 'trunc(x)' for C's (" + std::string(type) + ")x";
    return isOf(kReal) ? "leave out the cast: '/' does not round" : std::string();
}

} // namespace warpbench::project
