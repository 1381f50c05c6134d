// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sweep/objective.h"
#include "core/sweep/trial.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <vector>

/// Results of a sweep as text (docs/command-line.md says what the keys mean).
namespace warpbench::sweep {

/// {"objective", "unit", "larger_is_better", "trials", "best", "complete"}
nlohmann::json toJson(const SweepResult& result, const Objective& objective);

/// A line per trial: the parameters, status, the objective unless it is a figure, the figures(),
/// limiters, device, message. RFC 4180, except that lines end with line feeds.
std::string toCsv(const SweepResult& result, const Objective& objective);

/// The contents of a result file for resuming its sweep.
struct EarlierSweep {
    std::string objective;
    /// Of the project, its source and the device that the trials belong to (SweepReport); empty
    /// if the file has none.
    std::string state;
    std::vector<Trial> trials;
};
/// \throws Error (project) if the file is missing or not a sweep result
EarlierSweep readResults(const std::filesystem::path& file);

} // namespace warpbench::sweep
