// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_request.h"
#include "core/sweep/trial.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpbench::session {

/// A sweep over the axes of the project's `sweep`.
struct SweepRequest {
    /// The common part of every trial. `set` is applied before the trial's own values and must not
    /// name an axis of the sweep. Without `repeats`, a sweep for a counter does not time.
    RunRequest run;
    /// Selectors of devices of one model that share the work; empty: that of `run`.
    std::vector<std::string> devices;
    std::string strategy; ///< empty: the project's
    sweep::Budget budget;
    std::uint64_t seed = 0;            ///< of random choices
    std::vector<sweep::Trial> earlier; ///< of a sweep that is resumed
    std::string earlierState;          ///< SweepReport::state of the earlier trials
};

} // namespace warpbench::session
