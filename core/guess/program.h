// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/follow/question.h"
#include "core/project/project.h"

#include <set>
#include <string>
#include <vector>

/// Creates a set-up for a plain .cu file from its host code.
namespace warpbench::guess {

struct ProgramGuess {
    project::Project project;
    /// Assumptions about what the program does not determine.
    std::vector<Question> questions;
    /// Whether the host code's launches were followed; false: they were derived only from the
    /// kernels' parameters.
    bool fromHostCode = false;
    /// Numbers that the source fixes for both kernels and host: `#define N 32`, by name.
    std::set<std::string> fixed;
    /// Whether the project's notes list the questions; false: none, or the project had notes.
    bool wroteNotes = false;
};

/// Follows the program's main (its calls, constants, allocations, first loops and launches) and
/// fills in parameters, buffers and launches of `project`; a program without launches gets one for
/// each kernel, according to its parameters. Reads the user's headers. Never fails.
/// \param request  the program: source, file name, include folders, defines
ProgramGuess guessSetUp(const project::Project& project, const compile::CompileRequest& request);

} // namespace warpbench::guess
