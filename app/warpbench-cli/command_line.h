// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"

#include <functional>
#include <string>
#include <vector>

namespace warpbench::cli {

/// Runs a verb and returns the exit code. \throws Error
using Action = std::function<int()>;

/// The action that the arguments ask for. Sets --json on the console and answers --help and
/// --version itself. \throws Error (usage)
/// \param arguments  starting with the program's name
Action parseCommandLine(const std::vector<std::string>& arguments, Console& console);

} // namespace warpbench::cli
