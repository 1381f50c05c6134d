// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace warpbench::project {

/// Maximum number of arguments of a call; a function with this limit takes any number.
inline constexpr std::size_t kMaxArguments = 64;

} // namespace warpbench::project
