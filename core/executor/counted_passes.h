// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::session {

struct RunContext;
struct RunLaunch;

// Passes in which a real GPU's counters count.
bool countsOnHardware(const RunContext& run);
/// A run without counters is better than none: if counting is not possible, a note says why.
void countPasses(RunContext& run);
/// Finds the device's peaks. Call before the counting passes, which control clocks and order
/// themselves. If they cannot be measured, a note says why.
void findPeaks(RunContext& run);

// A pass in which a simulated GPU records what launches demand of the hardware.
/// Timing finds caches as left by the previous pass, while they are cold in the check pass. For a
/// single launch, this can be taken into account without a second pass.
bool profilesOnceMore(const RunContext& run);
void profilePass(RunContext& run);
/// For the next launch, which is this one.
void askForProfile(const RunContext& run, const RunLaunch& launch);
/// Of the launch that has just ended.
void takeProfile(const RunContext& run, RunLaunch& launch);

} // namespace warpbench::session
