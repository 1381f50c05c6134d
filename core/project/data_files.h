// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::project {

/// A data file and its future location.
struct MovedFile {
    std::filesystem::path from;
    std::string to; ///< relative to the project
};

/// Renames the data files of buffers and constants that are in a folder, at any depth, to files of
/// another folder next to the project: "NAME_data/a.bin" for the buffer `a`. Copies nothing.
/// \param from  absolute
/// \param to    relative to the project
std::vector<MovedFile> moveDataFiles(Project& project, const std::filesystem::path& from,
                                     const std::string& to);
/// Gives a project the new names of data files that moved.
void renameDataFiles(Project& project, const std::vector<MovedFile>& moved);
/// Copies the files to their new locations. \param folder  of the project \throws Error
void copyDataFiles(const std::vector<MovedFile>& files, const std::filesystem::path& folder);

} // namespace warpbench::project
