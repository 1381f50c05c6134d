// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/file_watch.h"
#include "core/project/project.h"

#include <filesystem>

/// Which files `run --watch` watches.
namespace warpbench::cli {

/// What the command line names: a project, the projects of a folder, or a source and the project
/// beside it.
void addNamedFile(const std::filesystem::path& file, platform::FileWatch& watch);

/// What a project reads: its own file, its sources with the headers that they include, and its data
/// files. A header that a source includes and that does not exist is watched where the compiler
/// looks for it.
void addFilesOf(const project::Project& project, platform::FileWatch& watch);

} // namespace warpbench::cli
