// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"

#include <cuda.h>

#include <cstdint>
#include <string>

namespace warpbench::simgpu::driver {

/// Faults of programs that do not use wbsim.h. With WARPBENCH_SIMGPU_CHECK=faults in the
/// environment, all checks are on from the start. Each fault is printed on standard error as soon
/// as it is found, so a later crash loses nothing, and appended as a line of JSON to the file named
/// by WARPBENCH_SIMGPU_REPORT.

/// The checks (wbsimCheck) that the environment requests; 0: none.
std::uint32_t checksOfEnvironment();

enum class Severity {
    fault,
    finding ///< legal on hardware, but almost certainly a mistake; printed as a warning and not
            ///< counted
};

/// Whether faults are printed.
bool programFaultsAreSaid();
void sayProgramFault(const engine::Fault& fault, Severity severity);
/// Prints, for the first kernel of the program, that it accessed memory outside of its allocations.
void sayStray(const std::string& kernel);
/// Prints, once for each kernel, that it ended with a fault: programs often look at no error, and
/// go on with results of which nothing is right.
void sayEnd(const std::string& kernel, CUresult error);

/// Prints once why code cannot be executed, in programs that do not use wbsim.h: they may not look
/// at the error of its launch.
void sayCannotRun(const std::string& why);

/// Whether a program gets what a GPU would give it: failed assertions on standard error, and
/// mistakes that hardware lets pass. In programs that neither use wbsim.h nor have their faults
/// printed.
bool behavesAsHardware();
/// Called when the program requests the wbsim.h interface.
void noteClientOfWbsim();

/// "racy.cu:8: race in …: kernel sum, block (0,0,0), thread (3,0,0)"
std::string programFaultLine(const engine::Fault& fault);

} // namespace warpbench::simgpu::driver
