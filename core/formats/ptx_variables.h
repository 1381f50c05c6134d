// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace warpbench::compile {

/// The types of elements of variables in shared memory, by name, as the source spells them
/// ("unsigned int"). Debug information does not have them. Where two kernels use a name for
/// different types, it is left out.
std::map<std::string, std::string> sharedTypes(std::string_view source);
/// The same for one kernel: of a template, with the arguments of its instance.
/// \param kernel  "scale", "tile<float, 4>"
std::map<std::string, std::string> sharedTypes(std::string_view source, const std::string& kernel);

} // namespace warpbench::compile
