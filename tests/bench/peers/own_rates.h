// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::bench {

class SimulatedGpu;

/// What has no peer to be compared with: halves and tensor products (against the simulated GPU's
/// own floats), approximate functions, scattered loads, barriers of the whole grid, small launches.
/// The figures that the project holds itself to stand in parentheses.
void printOwnRates(SimulatedGpu& gpu);

} // namespace warpbench::bench
