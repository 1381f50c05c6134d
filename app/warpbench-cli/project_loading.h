// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"
#include "core/project/project.h"
#include "core/project/project_file.h"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::cli {

/// Reads a project, or makes one around a bare CUDA source (any extension but .warpbench). Prints
/// warnings on the console. \throws Error (project)
/// \param allowOutside  the user trusts the project: it may name files outside its folder
project::Project loadProject(const std::filesystem::path& file, bool allowOutside, Console& console,
                             project::UnknownKeys unknown = project::UnknownKeys::keep);

/// Makes the set-up of a bare source in place of a guess. Empty: it cannot.
using SetUpOfBare = std::function<std::optional<project::Project>(const project::Project& bare)>;

/// The project of a bare source: `x.warpbench` next to `x.cu` if it exists, otherwise a project
/// guessed from the program's host code. The console's standard error says what was done and what
/// remains open.
/// \param includeDirs  additional include folders \param settings  of `--set`: settings of macros
///                  that the source guards with `#ifndef` become defines, so that the guess uses
///                  them; settings of macros that the source fixes are refused
/// \param setUp  tried before the guess unless there are settings; may be empty
/// \throws Error (project, usage)
project::Project loadRunnable(const std::filesystem::path& file,
                              const std::vector<std::string>& includeDirs,
                              const std::vector<std::string>& defines, Console& console,
                              project::UnknownKeys unknown = project::UnknownKeys::keep,
                              std::map<std::string, std::string>* settings = nullptr,
                              const SetUpOfBare& setUp = {});

/// The same check for names of which only the values of a sweep are known.
/// \throws Error (usage) if the source fixes one of them
void requireChangeable(const std::filesystem::path& file, const project::Project& project,
                       const std::vector<std::string>& names);

/// The project around a bare source, without a set-up and ignoring any project file next to it.
project::Project bareProject(const std::filesystem::path& file,
                             const std::vector<std::string>& includeDirs,
                             const std::vector<std::string>& defines);
/// Like bareProject, with a set-up guessed from the program's host code. \throws Error (project)
project::Project guessProject(const project::Project& bare, const std::filesystem::path& file,
                              Console& console);

/// Adds the launches guessed for the templates of a bare source, so that a compile instantiates
/// them. Does nothing for a project or a source without templates.
void addGuessedInstances(project::Project& project, const std::filesystem::path& file,
                         Console& console);

/// Whether a path names a CUDA source rather than a project.
bool isBareSource(const std::filesystem::path& file);

/// NAME → VALUE from the `--set NAME=VALUE` options. \throws Error (usage)
std::map<std::string, std::string> parseSettings(const std::vector<std::string>& settings);

} // namespace warpbench::cli
