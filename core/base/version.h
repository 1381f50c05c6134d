// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench {

/// The program's version, as shown by `--version` and the run report.
inline constexpr const char* kVersion = WARPBENCH_VERSION;

} // namespace warpbench
