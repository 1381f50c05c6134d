// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace warpbench::compile {

/// Maximum size that is read of a header, or of a note left by a compile: nobody writes more by
/// hand, and more is not worth reading for each compile.
inline constexpr std::uint64_t kMaxReadBytes = std::uint64_t(64) << 20;

} // namespace warpbench::compile
