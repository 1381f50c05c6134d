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

} // namespace warpbench::compile
