// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/programs/captured_project.h"
#include "core/project/project.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::programs {

/// Several captured launches of one program, joined into one set-up.
struct JoinedLaunches {
    project::Project project;       ///< without a source
    std::vector<std::string> notes; ///< what was left out and why, a sentence each
};

/// Joins projects of single launches, in their order. A launch goes on with a buffer of an earlier
/// one where it found there just what that one left. Where the program changed it in between, the
/// launch has its own buffer with what it found: so each launch does what it did. A launch
/// that cannot be beside the earlier ones (its variables had other values, its buffers need the
/// same addresses with other contents) is left out. Nothing is expected of the results.
/// \param folders  of the projects, whose data files are named by these
JoinedLaunches joinLaunches(std::vector<CapturedProject> launches,
                            const std::vector<std::filesystem::path>& folders);

} // namespace warpbench::programs
