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

/// A line per trial: the parameters, status, the objective where it is no figure, the figures(),
/// limiters, device, message. RFC 4180, but for line feeds as line ends.
std::string toCsv(const SweepResult& result, const Objective& objective);

/// What a result file tells for going on with it.
struct EarlierSweep {
    std::string objective;
    /// Of the project, its source and the device that the trials belong to (SweepReport); empty
    /// where the file has none.
    std::string state;
    std::vector<Trial> trials;
};
/// \throws Error (project) where the file is missing or is no sweep result
EarlierSweep readResults(const std::filesystem::path& file);

} // namespace warpbench::sweep
