// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"
#include "core/programs/captured_launch.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::cli {

/// How to capture a launch of a program.
struct CaptureOrder {
    std::string kernel;           ///< NAME or NAME#N
    std::filesystem::path folder; ///< the new project's folder
    /// The program's sources, if it was built from sources, and nvcc's options for them.
    std::vector<std::filesystem::path> sources;
    std::vector<std::string> compilerOptions;
    std::string program; ///< as the project's notes name it
};

/// \throws Error (usage) if the folder is not empty or the order is invalid
void requireCapturable(const CaptureOrder& order);

/// Makes a project of a captured launch and replays it, to see whether it gives the same results to
/// the bit: from the source where there is one, else from the program's PTX.
/// \param captured  the folder that the driver has written; empty where it wrote none
/// \param launches  of the program
/// \throws Error (usage) where the program has no such launch, naming those that it has
void makeCapture(const CaptureOrder& order, const std::filesystem::path& captured,
                 const programs::LaunchList& launches, Console& console);

/// "16 x 2 x 1", "16" for one dimension.
std::string extentText(const programs::CapturedLaunch::Extent& extent);

/// The launches of a program in order, with loops folded.
Table launchTable(const programs::LaunchList& launches);

/// The same list as JSON, with the number by which each launch can be captured.
nlohmann::json launchesJson(const programs::LaunchList& launches);

} // namespace warpbench::cli
