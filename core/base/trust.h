// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace warpbench {

/// The end of every message that rejects a file outside a project's folder: how a user who trusts
/// the project can allow it, on the command line and in the window.
inline constexpr const char* kHowToAllowOutside =
    "where you trust the project, allow files outside its folder (--allow-outside; in the window: "
    "File, Allow Files Outside the Folder)";

/// Whether a Windows path refers to another machine, a device or the kernel's namespace
/// (`\\server\share`, `\\.\pipe`, `\??\UNC`), judged only by its text: merely querying such a path
/// may log in to that machine. On other systems backslashes are not separators, so no path does.
bool mayLeaveMachine(std::string_view path);

} // namespace warpbench
