// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace warpbench::cli {

/// A launch in two runs. Times are estimates if both runs have them, otherwise measured, in ms.
struct LaunchChange {
    std::string kernel;
    bool estimated = false;
    std::optional<double> before, now; ///< empty: not in that run, or unknown
    bool isWorse = false;              ///< slower by more than the tolerance, and not by chance
};

/// A run compared with an earlier one.
struct RunChange {
    std::vector<LaunchChange> launches;
    double tolerance = 0; ///< relative, of a time

    bool isWorse() const;
};

/// Reads a run report from a file. \throws Error (usage) if the file is not a run report
nlohmann::json readReport(const std::string& file);

/// \param device  the name of the device to be used; empty: not known
/// \throws Error (usage) if the earlier run was on another device
void requireSameDevice(const nlohmann::json& before, const std::string& device);

/// Launches are matched by kernel, in their order.
/// \param before, now  run reports
/// \throws Error (usage) for runs of different devices
RunChange compareRuns(const nlohmann::json& before, const nlohmann::json& now, double tolerance);

nlohmann::json toJson(const RunChange& change);
void print(Console& console, const RunChange& change);

} // namespace warpbench::cli
