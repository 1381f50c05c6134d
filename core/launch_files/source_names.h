// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace warpbench::launch_files {

/// A function's name as a person would say it: "multiply<true>" for
/// "_Z8multiplyILb1EEvPKf"; other names stay as they are.
std::string functionName(const std::string& mangled);

/// A variable's: "tile" for one of a kernel or of a namespace.
std::string variableName(const std::string& mangled);

} // namespace warpbench::launch_files
