// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/compile_options.h"

namespace warpbench::project {

namespace {

std::string_view withoutDashes(std::string_view text) {
    const std::size_t start = text.find_first_not_of('-');
    return start == std::string_view::npos ? std::string_view() : text.substr(start);
}

} // namespace

void removeOption(std::vector<std::string>& options, std::string_view name) {
    const std::string_view wanted = withoutDashes(name);
    for (auto option = options.begin(); option != options.end();) {
        const std::string_view word = *option;
        const std::string_view bare = withoutDashes(word);
        const bool isIt = isOptionName(word) && bare.starts_with(wanted) &&
                          (bare.size() == wanted.size() || bare[wanted.size()] == '=' ||
                           bare[wanted.size()] == ' ');
        if (!isIt) {
            ++option;
            continue;
        }
        const bool maybeTwoWords = bare.size() == wanted.size();
        option = options.erase(option);
        if (maybeTwoWords && option != options.end() && !isOptionName(*option))
            option = options.erase(option);
    }
}

void setOption(std::vector<std::string>& options, std::string_view name, std::string_view value) {
    removeOption(options, name);
    if (value == "off")
        return;
    std::string option(name);
    if (value != "on" && !value.empty())
        option.append("=").append(value);
    options.push_back(std::move(option));
}

} // namespace warpbench::project
