// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::session {

struct RunContext;

/// \throws Error (project) if the launches cannot be one graph
void refuseGraph(const RunContext& run);

/// Makes copies of read-only buffers, so that a pass finds nothing of them in the L2 cache if all
/// copies together are larger than it, and prepares each launch's arguments for each copy.
void rotateInputs(RunContext& run);

/// Times passes over the launches, and reads the device's sensors meanwhile.
/// \throws Error (cancelled), CudaError
void timePasses(RunContext& run);

/// Times passes launched one by one and as one graph. \throws as above
void timeGraph(RunContext& run);

/// Measures what a real GPU needs for a pass: repeats the launches without a pause, from one
/// advance of the GPU's counter to a later one. Written buffers are restored only before the first
/// pass. \throws as above
void measureEnergy(RunContext& run);

} // namespace warpbench::session
