// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"

#include <filesystem>

namespace warpbench::cli {

/// Fetches NVIDIA's compiler wheels with pip, or takes this system's wheels from a folder (without
/// Python). Prints their licence and unpacks them into Warpbench's data folder, where Warpbench
/// looks for the compiler. An existing compiler is replaced only once the new one is complete.
/// \param from  a folder with the wheels; empty: the Python package index
/// \throws Error (environment) saying which step failed and why
void installCompiler(const std::filesystem::path& from, Console& console);

} // namespace warpbench::cli
