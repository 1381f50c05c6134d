// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace warpbench {

/// Looks up a file's text in a table by absolute UTF-8 paths; null if missing. Compares them as
/// paths, not as text, because Windows has two separators.
const std::string* textOfFile(const std::map<std::string, std::string>& texts,
                              const std::filesystem::path& file);

} // namespace warpbench
