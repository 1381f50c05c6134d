// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace warpbench::compile {

/// What is read at most of a header, or of a note that a compile left: no hand writes more, and
/// more is not worth reading for each compile.
inline constexpr std::uint64_t kMaxReadBytes = std::uint64_t(64) << 20;

} // namespace warpbench::compile
