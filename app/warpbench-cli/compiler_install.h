// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"

#include <filesystem>

namespace warpbench::cli {

/// Fetches NVIDIA's compiler wheels with pip, or takes this system's from a folder (with no
/// Python), says which licence they are under, and unpacks them into Warpbench's data folder, where
/// the compiler is looked for. What was there before is replaced when all of the new one is in
/// place, and not sooner. \param from  a folder with the wheels; empty: the Python package index
/// \throws Error (environment) saying which step failed and why
void installCompiler(const std::filesystem::path& from, Console& console);

} // namespace warpbench::cli
