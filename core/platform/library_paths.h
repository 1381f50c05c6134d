// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace warpbench::platform {

/// Whether libraries of others take narrow names as UTF-8. Not on Windows: NVRTC 13.0 compiles
/// nothing whose name has other letters than ASCII, and finds no folder by such a name (tried under
/// Wine 8, where the code page that our programs ask for is of no help).
bool librariesTakeUtf8() noexcept;

/// A path as such a library finds it: UTF-8, or on Windows the short name that most disks keep
/// beside a name with other letters.
std::string pathForLibraries(const std::filesystem::path& path);

} // namespace warpbench::platform
