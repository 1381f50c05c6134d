// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::session {

struct RunContext;
struct RunLaunch;

/// Tells a simulated device what to check and count from now on.
void beginChecks(const RunContext& run);
/// Takes its notes, and makes it ready for the next run.
void endChecks(RunContext& run);

/// The first pass over all launches: each is waited for, so that a fault is known to be its own.
/// \throws Error (device, cancelled), CudaError
void checkPass(RunContext& run);
/// One launch of it. \pre it is the run's current one
void launchChecked(RunContext& run, RunLaunch& launch);

/// Takes a simulated device's findings, which it adds up from launch to launch.
void takeFindings(RunContext& run);

} // namespace warpbench::session
