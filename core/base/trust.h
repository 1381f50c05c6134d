// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench {

/// The end of every message that refuses a file outside a project's folder: how who trusts the
/// project allows it, on the command line and in the window.
inline constexpr const char* kHowToAllowOutside =
    "where you trust the project, allow files outside its folder (--allow-outside; in the window: "
    "File, Allow Files Outside the Folder)";

} // namespace warpbench
