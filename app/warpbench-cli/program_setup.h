// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"
#include "core/platform/folders.h"
#include "core/project/project.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace warpbench::cli {

/// A set-up that comes from a run of a program.
struct ProgramSetUp {
    project::Project project;
    std::shared_ptr<platform::TemporaryFolder> data; ///< files of the project, while it is used
};

/// Whether a bare source is a whole program, and this machine can build and run it.
bool isRunnableProgram(const std::filesystem::path& file);

/// Builds a program, runs it on a simulated GPU, and makes a set-up of the first launch of each of
/// its kernels: their sizes, arguments and data. What was left out goes to the console's errors.
/// \param bare  the project around the source, with defines and folders for headers
/// \param device  a selector; other than sim:NAME: the usual model
/// \throws Error where the program cannot be built or run, or launches no kernel of the source
ProgramSetUp setUpOfProgram(const project::Project& bare, const std::filesystem::path& file,
                            const std::string& device, Console& console);

/// The same; empty where the file is not a program that this machine can run, or, with a note that
/// says why, where its set-up has to be guessed. \throws Error (cancelled)
std::optional<ProgramSetUp> trySetUpOfProgram(const project::Project& bare,
                                              const std::filesystem::path& file,
                                              const std::string& device, Console& console);

} // namespace warpbench::cli
