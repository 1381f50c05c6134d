// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sweep/searcher.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::sweep {

/// What trying one combination gave.
struct Trial {
    project::Overrides set;
    std::string status = "ok";       ///< a RunStatus of the run report, as its word
    std::string message;             ///< why it is invalid, with what to do; empty for "ok"
    std::optional<double> objective; ///< in the objective's unit: ms, bytes/s, flops/s
    double compileMs = 0;            ///< compiling
    double runMs = 0;                ///< the run without compiling
};

/// When to stop. A limit of 0 is none.
struct Budget {
    std::size_t trials = 0;
    double seconds = 0;
};
/// "50" trials, or "30s", "5m", "1h". \throws Error (usage)
Budget parseBudget(const std::string& text);

struct SweepResult {
    std::vector<Trial> trials;
    std::optional<std::size_t> best; ///< index into trials; empty where none is ok
    bool complete = false;           ///< everything that may be tried was
};

/// Whether a larger objective is better: true for rates, false for "time".
/// \throws Error (project) for an objective that is not time, bytes_per_second, flops_per_second
bool largerIsBetter(const std::string& objective);

/// Runs a sweep: asks the searcher, has `measure` try the combination, and goes on until the
/// budget is spent, all is tried, or `keepGoing` says no.
/// \param earlier  trials of a sweep that is resumed; they are part of the result, not tried again
/// \param measure  a trial whose run failed is returned with its status, not thrown
SweepResult runSweep(const Space& space, Searcher& searcher, const Budget& budget,
                     const std::string& objective, std::vector<Trial> earlier,
                     const std::function<Trial(const project::Overrides&)>& measure,
                     const std::function<bool(const Trial&)>& keepGoing = {});

/// {"format": "warpbench-sweep", "version": 1, "objective", "trials", "best", "complete"}
nlohmann::json toJson(const SweepResult& result, const std::string& objective);
/// A line per trial: the parameters, status, objective, compile_ms, run_ms, message.
std::string toCsv(const SweepResult& result, const std::string& objective);
/// The trials of a result file, for resuming. \throws Error (project)
std::vector<Trial> readTrials(const std::filesystem::path& file);

} // namespace warpbench::sweep
