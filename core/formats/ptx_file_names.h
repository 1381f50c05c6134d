// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace warpbench::compile {

/// Replaces the file names in PTX's `.file` directives.
/// \param change  takes and returns unescaped names
std::string withFileNames(const std::string& ptx,
                          const std::function<std::string(const std::string&)>& change);

/// A file name without double quotes, for the compiler: ptxas ends a name at one, escaped or not. A
/// private-use character of Unicode replaces each.
std::string withoutQuotes(std::string name);
/// The reverse, for a name or any text that contains such names.
std::string withQuotes(std::string text);

} // namespace warpbench::compile
