// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"

#include <functional>

namespace warpbench::cli {

/// Carries a verb out and gives the exit code. \throws Error
using Action = std::function<int()>;

/// What the arguments ask for; --json is set on the console, --help and --version are answered
/// here. \throws Error (usage)
Action parseCommandLine(int argc, char** argv, Console& console);

} // namespace warpbench::cli
