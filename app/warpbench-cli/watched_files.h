// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/file_watch.h"
#include "core/project/project.h"

#include <filesystem>

/// The files that `run --watch` watches.
namespace warpbench::cli {

/// Adds what the command line names: a project, the projects of a folder, or a source and the
/// project next to it.
void addNamedFile(const std::filesystem::path& file, platform::FileWatch& watch);

/// Adds the files that a project reads: its own file, its sources with the headers that they
/// include, and its data files. A missing header is watched at the places where the compiler looks
/// for it.
void addFilesOf(const project::Project& project, platform::FileWatch& watch);

} // namespace warpbench::cli
