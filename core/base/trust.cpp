// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/trust.h"

#include <filesystem>

namespace warpbench {

bool mayLeaveMachine(std::string_view path) {
    const auto isSeparator = [](char c) { return c == '\\' || c == '/'; };
    if (path.size() < 2 || !isSeparator(path[0]))
        return false;
    // "//usr/include" is a path of this machine, except for Windows.
    const bool onWindows = std::filesystem::path::preferred_separator == '\\';
    const bool slashes = path[0] == '/' && path[1] == '/';
    return (isSeparator(path[1]) && (onWindows || !slashes)) ||
           (path[1] == '?' && (onWindows || path[0] == '\\'));
}

} // namespace warpbench
