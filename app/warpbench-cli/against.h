// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace warpbench::cli {

/// A launch of two runs. Times are estimated where both are, else measured, ms.
struct LaunchChange {
    std::string kernel;
    bool estimated = false;
    std::optional<double> before, now; ///< empty: not in that run, or not known
    bool isWorse = false;              ///< slower by more than the tolerance, and not by chance
};

/// A run held against an earlier one.
struct RunChange {
    std::vector<LaunchChange> launches;
    double tolerance = 0; ///< of a time, as a part of it

    bool isWorse() const;
};

/// A run report that was written to a file. \throws Error (usage) for one that is none
nlohmann::json readReport(const std::string& file);

/// \param device  the name of the one that is to run; empty: not known
/// \throws Error (usage) if the earlier run was on another device
void requireSameDevice(const nlohmann::json& before, const std::string& device);

/// Launches are matched by kernel, in their order.
/// \param before, now  run reports
/// \throws Error (usage) for runs of different devices
RunChange compareRuns(const nlohmann::json& before, const nlohmann::json& now, double tolerance);

nlohmann::json toJson(const RunChange& change);
void print(Console& console, const RunChange& change);

} // namespace warpbench::cli
