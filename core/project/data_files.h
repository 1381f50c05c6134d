// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::project {

/// A data file, and where it will be from now on.
struct MovedFile {
    std::filesystem::path from;
    std::string to; ///< relative to the project
};

/// Names the data files of buffers and constants that are in a folder, at any depth, as files of
/// another folder beside the project: "NAME_data/a.bin" of the buffer `a`. Nothing is copied.
/// \param from  absolute
/// \param to    relative to the project
std::vector<MovedFile> moveDataFiles(Project& project, const std::filesystem::path& from,
                                     const std::string& to);
/// Copies them to where they are named now. \param folder  of the project
void copyDataFiles(const std::vector<MovedFile>& files, const std::filesystem::path& folder);

} // namespace warpbench::project
