// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"

#include <functional>
#include <string>
#include <vector>

namespace warpbench::cli {

/// Carries a verb out and gives the exit code. \throws Error
using Action = std::function<int()>;

/// What the arguments ask for; --json is set on the console, --help and --version are answered
/// here. \throws Error (usage)
/// \param arguments  the program's name first
Action parseCommandLine(const std::vector<std::string>& arguments, Console& console);

} // namespace warpbench::cli
