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
/// \throws Error (project) where it is missing, no file, too large or unreadable
std::string readTextFile(const std::filesystem::path& file);

/// A path of a project made absolute, refused where it leads out of the project's folder, links
/// included: opening a project that somebody sent must not read other files.
/// \throws Error (project)
std::filesystem::path insideFolder(const std::filesystem::path& folder, const std::string& path,
                                   const Place& place = {});

/// The same for a path of this project, anywhere where its user allows that.
std::filesystem::path projectPath(const Project& project, const std::string& path,
                                  const Place& place = {});

/// The data files and folders of headers that a project names outside its folder, as it names them;
/// what its sources include is not among them.
std::vector<std::string> namesOutside(const Project& project);

/// Changes a document of version `from` into one of version `from + 1`.
using Migration = std::function<void(nlohmann::json& document)>;

/// Brings a document of an older version to `target` by the steps' order: steps[0] goes from
/// version 1 to 2.
/// \returns a warning that says so, or nothing where there was nothing to do
std::optional<Error> migrateProject(PlacedJson& document, const std::vector<Migration>& steps,
                                    int target);
/// With the steps of this version of Warpbench.
std::optional<Error> migrateProject(PlacedJson& document);

} // namespace warpbench::project
