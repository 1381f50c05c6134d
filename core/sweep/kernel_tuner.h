// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sweep/objective.h"
#include "core/sweep/results.h"
#include "core/sweep/space.h"
#include "core/sweep/trial.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// Results of a sweep in the formats of Kernel Tuner (https://kerneltuner.github.io), which other
/// tuners and their plots also read.
namespace warpbench::sweep {

/// The information about a sweep in these files besides its trials.
struct TuningHeader {
    std::string device; ///< "NVIDIA H200"
    std::string kernel;
    std::vector<std::int64_t> problemSize;    ///< threads of the launch, x first
    std::vector<Space::Dimension> parameters; ///< what was tried
    std::string timestamp;                    ///< of the file, ISO 8601: trials have no timestamps
};

/// Whether a cache can hold an objective: each of its entries has a time.
bool fitsCache(const Objective& objective);

/// Kernel Tuner's cache (schema 1.1.0 of its kernel_tuner/schema/cache), which it can continue.
/// Times are in ms, estimated ones if that is the objective. A trial without a result has an error
/// name in place of its time, and `status` and `message`, which Kernel Tuner ignores.
std::string toCache(const SweepResult& result, const Objective& objective,
                    const TuningHeader& header);

/// Results in the T4 schema 1.0.0 (https://github.com/odgaard/TuningSchema), the community's format
/// for tuning results.
std::string toT4(const SweepResult& result, const Objective& objective, const TuningHeader& header);

/// Whether a text is a cache, closed or as Kernel Tuner leaves it while running.
bool isCache(const std::string& text);

/// The trials of a cache.
struct CachedTrials {
    EarlierSweep sweep; ///< without a state
    std::string device;
};
/// \param file    for messages
/// \param space   the names and values to match the entries with; numbers match by value. A
///                parameter that is not in the space may have only one value
/// \param wanted  the sweep's objective
/// \throws Error (project) if the text is not a cache, a name of the space is missing, or entries
///         lack a value of the objective
CachedTrials readCache(const std::string& text, const std::filesystem::path& file,
                       const Space& space, const std::string& wanted);

} // namespace warpbench::sweep
