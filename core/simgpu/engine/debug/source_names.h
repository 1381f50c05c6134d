// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace warpbench::simgpu::engine {

/// A readable function name, e.g. "multiply<true>" for "_Z8multiplyILb1EEvPKf"; names that are not
/// C++ names are unchanged.
std::string functionName(const std::string& mangled);

/// A readable variable name: "tile" for one in a kernel or a namespace.
std::string variableName(const std::string& mangled);

/// Whether a file belongs to NVIDIA's toolkit rather than to the user: in a folder "include" of a
/// toolkit, wherever it is installed, or the header built into NVRTC.
bool isToolkitFile(const std::string& path);

} // namespace warpbench::simgpu::engine
