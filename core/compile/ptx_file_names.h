// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace warpbench::compile {

/// PTX with the names of its `.file` directives changed.
/// \param change  gets and gives names as they are: without the escapes that PTX has for them
std::string withFileNames(const std::string& ptx,
                          const std::function<std::string(const std::string&)>& change);

} // namespace warpbench::compile
