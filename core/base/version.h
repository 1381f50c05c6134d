// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench {

/// The program's version, as shown by `--version` and the run report.
extern const char* const kVersion;

} // namespace warpbench
