// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::session {

struct RunContext;

/// Whether passes follow the check pass.
bool launchesAgain(const RunContext& run);

/// Loads a run's code and makes its memory and its launches.
/// \throws Error (project, device, cancelled), CudaError
void prepareRun(RunContext& run);

/// Makes the device ready for the next run, whatever happened on it. The run's memory is freed with
/// its context.
void tidyUp(RunContext& run);

} // namespace warpbench::session
