// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace warpbench::project {

/// The most arguments of a call; a function that says it takes so many takes any number.
inline constexpr std::size_t kMaxArguments = 64;

} // namespace warpbench::project
