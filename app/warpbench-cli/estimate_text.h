// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"
#include "core/report/run_report.h"

#include <string>
#include <string_view>

namespace warpbench::cli {

/// The estimated times of launches on the GPU that a simulated device models, as a table. Prints
/// nothing if no launch has an estimate.
void printEstimates(Console& console, const session::RunReport& report);

/// "L2 cache".
std::string_view boundText(estimate::Bound bound);

/// "DRAM 81 %, latency 12 %": the bounds with a share of at least a tenth.
std::string boundsText(const estimate::TimeEstimate& estimate);

} // namespace warpbench::cli
