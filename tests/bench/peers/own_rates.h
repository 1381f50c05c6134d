// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::bench {

class SimulatedGpu;

/// Rates without a peer to compare with: half precision and tensor products (relative to the
/// simulated GPU's own float rate), approximate functions, scattered loads, grid-wide barriers,
/// small launches. Target values are in parentheses.
void printOwnRates(SimulatedGpu& gpu);

} // namespace warpbench::bench
