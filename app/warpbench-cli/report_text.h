// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"
#include "core/report/run_report.h"

#include <string>

namespace warpbench::cli {

/// Prints the report as tables.
void printReport(Console& console, const session::RunReport& report);

/// Prints a line on standard error for each problem and for the compiler's warnings.
/// \param projectFile  the place of errors without one
void printProblems(Console& console, const session::RunReport& report,
                   const std::string& projectFile);

/// The text after a compile's time: where the result came from, or why it was compiled again.
std::string cacheText(bool cached, const std::string& missReason);

/// Prints ptxas's figures per kernel.
void printKernels(Console& console, const std::vector<compile::KernelInfo>& kernels);

/// "warps, registers".
std::string limitersText(const occupancy::Occupancy& occupancy);

} // namespace warpbench::cli
