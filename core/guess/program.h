// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/guess/question.h"
#include "core/project/project.h"

#include <set>
#include <string>
#include <vector>

/// A set-up for a bare .cu file, from what its host code says.
namespace warpbench::guess {

struct ProgramGuess {
    project::Project project;
    /// What could not be told from the program and was assumed.
    std::vector<Question> questions;
    /// Whether launches of host code were followed; false: they were made from the kernels'
    /// parameters alone.
    bool fromHostCode = false;
    /// Numbers that the source fixes for kernels and host alike: `#define N 32`, by name.
    std::set<std::string> fixed;
    /// Whether the project's notes are the questions; false: there are none, or it had notes.
    bool wroteNotes = false;
};

/// Follows the program's main (its calls, constants, allocations, first loops and launches) and
/// fills in parameters, buffers, launches of `project`; a program without launches gets one for
/// each kernel by its parameters. Reads the user's headers. Never fails.
/// \param request  the program: source, file name, include folders, defines
ProgramGuess guessSetUp(const project::Project& project, const compile::CompileRequest& request);

} // namespace warpbench::guess
