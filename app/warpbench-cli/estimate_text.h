// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"
#include "core/report/run_report.h"

#include <string>

namespace warpbench::cli {

/// What launches would take on the GPU that a simulated device simulates, as a table. Nothing where
/// no launch has an estimate.
void printEstimates(Console& console, const session::RunReport& report);

/// "DRAM 81 %, latency 12 %": what has at least a tenth.
std::string boundsText(const estimate::TimeEstimate& estimate);

} // namespace warpbench::cli
