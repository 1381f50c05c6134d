// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace warpbench::compile {

/// The element types of variables in shared memory, by name, as spelled in the source ("unsigned
/// int"). Debug information lacks them. If two kernels use a name for different types, it is left
/// out.
std::map<std::string, std::string> sharedTypes(std::string_view source);
/// The same for one kernel; for a template, with its instance's arguments.
/// \param kernel  "scale", "tile<float, 4>"
std::map<std::string, std::string> sharedTypes(std::string_view source, const std::string& kernel);

} // namespace warpbench::compile
