// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"
#include "core/project/project.h"

#include <filesystem>
#include <string>
#include <vector>

/// Files that students submit. They may contain anything, including links to other people's work.
namespace warpbench::cli {

struct Submission {
    std::string name;             ///< as the teacher specified it
    std::filesystem::path source; ///< its only CUDA source
    std::filesystem::path folder; ///< the folder whose headers the source may include; empty: none
    ErrorText problem;            ///< why it cannot be run; empty: it can
};

/// Each path is a .cu file, or a folder with one .cu file and the files that it includes. A source
/// that is a link, or that leads out of its folder by a link, is a problem of the submission. So is
/// a folder that is a link to the project's own source or to another submission. Links in the path
/// of a submission are the teacher's and are allowed.
/// \throws Error (usage) if a file or folder does not exist
std::vector<Submission> submissionsOf(const std::vector<std::string>& given,
                                      const project::Project& teacher);

} // namespace warpbench::cli
