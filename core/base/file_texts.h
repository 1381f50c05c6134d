// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace warpbench {

/// The text of a file in a table by absolute paths in UTF-8; null where it has none. Compared as
/// paths, not as text: Windows has two signs between their parts.
const std::string* textOfFile(const std::map<std::string, std::string>& texts,
                              const std::filesystem::path& file);

} // namespace warpbench
