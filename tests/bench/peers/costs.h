// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/peers/simulated_gpu.h"

namespace warpbench::bench {

/// Seconds of processor time, of all threads of this process.
double processorSeconds();

/// Measures the simulated GPU against itself and prints the ratios with the ones that the project
/// holds itself to: metrics and race checks on and off, one thread and all, the time that a large
/// module takes to load. Runs alternate, and medians are taken.
void printOwnCosts(SimulatedGpu& gpu);

} // namespace warpbench::bench
