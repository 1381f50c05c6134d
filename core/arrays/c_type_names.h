// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace warpbench::arrays {

/// C's, C++'s and CUDA's names of scalars that DType::parse() knows beside the project file's own.
std::vector<std::string_view> cTypeNames();

} // namespace warpbench::arrays
