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

/// A set-up that was recorded from a run of a program.
struct ProgramSetUp {
    project::Project project;
    std::shared_ptr<platform::TemporaryFolder> data; ///< the data files
};

/// Whether a bare source is a complete program that this machine can build and run.
bool isRunnableProgram(const std::filesystem::path& file);

/// Builds a program, runs it on a simulated GPU, and makes a set-up from the first launch of each
/// of its kernels: their sizes, arguments and data. Reports on the console what was left out.
/// \param bare  the project around the source, with defines and include folders
/// \param device  a selector; anything but sim:NAME selects the default model
/// \throws Error if the program cannot be built or run, or launches no kernel of the source
ProgramSetUp setUpOfProgram(const project::Project& bare, const std::filesystem::path& file,
                            const std::string& device, Console& console);

/// The same. Empty if the file is not a program that this machine can run, or if the set-up has to
/// be guessed; then a note says why. \throws Error (cancelled)
std::optional<ProgramSetUp> trySetUpOfProgram(const project::Project& bare,
                                              const std::filesystem::path& file,
                                              const std::string& device, Console& console);

} // namespace warpbench::cli
