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
    std::vector<std::string> notes; ///< what was left out and why, one sentence each
};

/// Joins projects of single launches, in their order. A launch continues with a buffer of an
/// earlier one if it found exactly the contents that the earlier one left. If the program changed
/// it in between, the launch gets its own buffer with the contents that it found, so that each
/// launch does what it did. Leaves out launches that conflict with earlier ones (their variables
/// had other values, or their buffers need the same addresses with other contents). Adds no checks
/// of results. \param folders  of the projects, from which their data files are named
JoinedLaunches joinLaunches(std::vector<CapturedProject> launches,
                            const std::vector<std::filesystem::path>& folders);

} // namespace warpbench::programs
