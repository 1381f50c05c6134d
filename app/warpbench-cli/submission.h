// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <filesystem>
#include <string>
#include <vector>

/// What students hand in: files that may be anything, links to other people's work included.
namespace warpbench::cli {

struct Submission {
    std::string name;             ///< as the teacher gave it
    std::filesystem::path source; ///< its one CUDA source
    std::filesystem::path folder; ///< whose headers the source may include; empty: none
    std::string problem;          ///< why it cannot be run; empty: it can
};

/// Each path is a .cu file, or a folder with one and what that includes. A source that is a link,
/// or leads out of its folder by one, is the submission's problem; so is a folder that is a link to
/// the project's own source or to another submission. Links on the way to a submission are the
/// teacher's.
/// \throws Error (usage) where there is no such file or folder
std::vector<Submission> submissionsOf(const std::vector<std::string>& given,
                                      const project::Project& teacher);

} // namespace warpbench::cli
