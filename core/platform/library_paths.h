// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace warpbench::platform {

/// Whether third-party libraries take narrow names as UTF-8. Not on Windows: NVRTC 13.0 compiles no
/// file with non-ASCII letters in its name and finds no folder by such a name (tried with
/// Wine 8, where the code page that our programs request does not help).
bool librariesTakeUtf8() noexcept;

/// A path in a form that such a library finds: UTF-8, or on Windows the short name that most disks
/// store for names with non-ASCII letters.
std::string pathForLibraries(const std::filesystem::path& path);

} // namespace warpbench::platform
