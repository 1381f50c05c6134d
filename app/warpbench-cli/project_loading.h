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

/// Reads a project, or makes one around a bare CUDA source (any ending but .warpbench). Warnings go
/// to the console. \throws Error (project)
/// \param allowOutside  the user trusts the project: it may name files outside its folder
project::Project loadProject(const std::filesystem::path& file, bool allowOutside, Console& console,
                             project::UnknownKeys unknown = project::UnknownKeys::keep);

/// Makes the set-up of a bare source in place of a guess. Empty: it cannot.
using SetUpOfBare = std::function<std::optional<project::Project>(const project::Project& bare)>;

/// The project of a bare source: that beside it, `x.warpbench` of `x.cu`, where there is one;
/// else one guessed from the program's host code. What was done, and what is open, goes to the
/// console's errors. \param includeDirs  further folders for headers
/// \param settings  of `--set`: those that mean a macro which the source guards by `#ifndef` become
///                  defines, so that the guess goes by them; those that the source fixes are
///                  refused
/// \param setUp  asked before the guess, unless there are settings; may be empty
/// \throws Error (project, usage)
project::Project loadRunnable(const std::filesystem::path& file,
                              const std::vector<std::string>& includeDirs,
                              const std::vector<std::string>& defines, Console& console,
                              project::UnknownKeys unknown = project::UnknownKeys::keep,
                              std::map<std::string, std::string>* settings = nullptr,
                              const SetUpOfBare& setUp = {});

/// The same for names of which only the values of a sweep are known.
/// \throws Error (usage) where the source fixes one
void requireChangeable(const std::filesystem::path& file, const project::Project& project,
                       const std::vector<std::string>& names);

/// The project around a bare source, whatever is beside it, without a set-up.
project::Project bareProject(const std::filesystem::path& file,
                             const std::vector<std::string>& includeDirs,
                             const std::vector<std::string>& defines);
/// With a set-up that is guessed from the program's host code. \throws Error (project)
project::Project guessProject(const project::Project& bare, const std::filesystem::path& file,
                              Console& console);

/// Adds the launches that a bare source's templates are guessed to have, so that a compile makes
/// these instances; nothing to a project, or to a source without templates.
void addGuessedInstances(project::Project& project, const std::filesystem::path& file,
                         Console& console);

/// Whether a path names a CUDA source rather than a project.
bool isBareSource(const std::filesystem::path& file);

/// NAME → VALUE from the `--set NAME=VALUE` options. \throws Error (usage)
std::map<std::string, std::string> parseSettings(const std::vector<std::string>& settings);

} // namespace warpbench::cli
