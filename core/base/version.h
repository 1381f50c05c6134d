// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench {

/// The program's version, as `--version` and the run report print it.
inline constexpr const char* kVersion = WARPBENCH_VERSION;

} // namespace warpbench
