// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace warpbench::compile {

/// PTX with the names of its `.file` directives changed.
/// \param change  gets and gives names as they are: without the escapes that PTX has for them
std::string withFileNames(const std::string& ptx,
                          const std::function<std::string(const std::string&)>& change);

/// A file's name without double quotes, for the compiler: ptxas ends a name at one, escaped or not.
/// A character of Unicode's private use represents each.
std::string withoutQuotes(std::string name);
/// The other way, in a name or in any text that has such names.
std::string withQuotes(std::string text);

} // namespace warpbench::compile
