// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"
#include "core/project/project.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace warpbench::cli {

/// Reads a project, or makes one around a bare CUDA source (any ending but .warpbench). Warnings go
/// to the console. \throws Error (project)
project::Project loadProject(const std::filesystem::path& file, Console& console);

/// NAME → VALUE from the `--set NAME=VALUE` options. \throws Error (usage)
std::map<std::string, std::string> parseSettings(const std::vector<std::string>& settings);

} // namespace warpbench::cli
