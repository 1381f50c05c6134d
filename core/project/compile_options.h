// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// A compiler's options by name.
namespace warpbench::project {

/// Whether a name is that of an option in a sweep or `--set`: "-maxrregcount".
inline bool isOptionName(std::string_view name) noexcept {
    return name.starts_with('-');
}

/// Removes an option, in any of its spellings: "-maxrregcount=64", "--maxrregcount 64", or
/// "--maxrregcount" and "64" as two words.
void removeOption(std::vector<std::string>& options, std::string_view name);
/// Sets an option's value, replacing any previous one. \param value  "on": the bare option;
/// "off": removes the option
void setOption(std::vector<std::string>& options, std::string_view name, std::string_view value);

} // namespace warpbench::project
