// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"
#include "core/sweep/objective.h"
#include "core/sweep/trial.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

/// The result of a sweep as plain data.
namespace warpbench::session {

enum class SweepStatus {
    complete,     ///< all permitted combinations were tried
    budget_spent, ///< the budget ended it
    cancelled,
};
std::string_view nameOf(SweepStatus status) noexcept;

struct SweepReport {
    std::string project;
    SweepStatus status = SweepStatus::cancelled;
    std::vector<DeviceInfo> devices; ///< of one model, sharing the work
    sweep::Objective objective;
    std::string strategy;
    std::uint64_t seed = 0;
    std::uint64_t combinations = 0; ///< of the space, including those excluded by restrictions
    /// Identifies the project, its source and the kind of device of the trials: results with
    /// another state are not comparable. Files that the source includes are not covered.
    std::string state;
    sweep::SweepResult result;

    /// 5 if it was cancelled; 0 if a trial was ok; otherwise derived from the trials' statuses.
    int exitCode() const;
};

/// The document that `sweep --json` prints and `--out` writes.
nlohmann::json toJson(const SweepReport& report);

/// The part of a run's report that a sweep keeps.
sweep::Trial trialOf(const RunReport& report, const sweep::Objective& objective);

} // namespace warpbench::session
