// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"
#include "core/report/run_report.h"

#include <string>

namespace warpbench::cli {

/// The report as tables.
void printReport(Console& console, const session::RunReport& report);

/// A line on standard error for each thing that went wrong, and for the compiler's warnings.
/// \param projectFile  the place of errors that have none of their own
void printProblems(Console& console, const session::RunReport& report,
                   const std::string& projectFile);

/// Behind a compile's time: where it came from, or why it was made again.
std::string cacheText(bool cached, const std::string& missReason);

/// ptxas's figures per kernel.
void printKernels(Console& console, const std::vector<compile::KernelInfo>& kernels);

/// "warps, registers".
std::string limitersText(const occupancy::Occupancy& occupancy);

} // namespace warpbench::cli
