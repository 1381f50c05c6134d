// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/project/placed_json.h"
#include "core/project/project.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::project {

/// A text file's contents, at most 64 MiB.
/// \throws Error (project) if it is missing, not a file, too large or unreadable
std::string readTextFile(const std::filesystem::path& file);

/// Makes a path of a project absolute. Refuses it if it leads out of the project's folder, also by
/// a link: opening a project that somebody sent must not read other files. \throws Error (project)
std::filesystem::path insideFolder(const std::filesystem::path& folder, const std::string& path,
                                   const Place& place = {});

/// The same for a path of this project, which may be anywhere if its user allows that, and among
/// the data that the user has edited.
std::filesystem::path projectPath(const Project& project, const std::string& path,
                                  const Place& place = {});

/// Whether a path is that of a file in Project::editedData.
bool isEditedData(const Project& project, const std::string& path);

/// The data files and include folders that a project names outside its folder, as it names them.
/// Files that its sources include are not listed.
std::vector<std::string> namesOutside(const Project& project);

/// Migrates a document from version `from` to version `from + 1`.
using Migration = std::function<void(nlohmann::json& document)>;

/// Migrates a document of an older version to `target`, in steps: steps[0] goes from version 1 to
/// 2.
/// \returns a warning that says so, or empty if nothing had to be done
std::optional<Error> migrateProject(PlacedJson& document, const std::vector<Migration>& steps,
                                    int target);
/// Uses the steps of this version of Warpbench.
std::optional<Error> migrateProject(PlacedJson& document);

} // namespace warpbench::project
