// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace warpbench {

/// The end of every message that refuses a file outside a project's folder: how who trusts the
/// project allows it, on the command line and in the window.
inline constexpr const char* kHowToAllowOutside =
    "where you trust the project, allow files outside its folder (--allow-outside; in the window: "
    "File, Allow Files Outside the Folder)";

/// Whether a path of Windows names another machine, a device or what only the kernel knows
/// (`\\server\share`, `\\.\pipe`, `\??\UNC`), by its text alone: asking the system about such a
/// path may log in to that machine. Elsewhere backslashes are no separators, and no path is one.
bool mayLeaveMachine(std::string_view path);

} // namespace warpbench
