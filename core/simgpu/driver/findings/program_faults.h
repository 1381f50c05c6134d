// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"

#include <cstdint>
#include <string>

namespace warpbench::simgpu::driver {

/// Faults of programs that do not know wbsim.h. With WARPBENCH_SIMGPU_CHECK=faults in the
/// environment every check is on from the start. Each fault is printed on standard error when it is
/// found, so that a crash after it loses nothing, and appended as a line of JSON to the file that
/// WARPBENCH_SIMGPU_REPORT names.

/// The checks (wbsimCheck) that the environment asks for; 0: none.
std::uint32_t checksOfEnvironment();

enum class Severity {
    fault,
    finding ///< legal on hardware, but almost certainly a mistake; printed as a warning, not
            ///< counted
};

/// Whether faults are printed.
bool programFaultsAreSaid();
void sayProgramFault(const engine::Fault& fault, Severity severity);

/// Whether a failed assertion is printed as a GPU prints it: in programs that neither know wbsim.h
/// nor have their faults printed.
bool saysAssertions();
/// The program has asked for wbsim.h's interface.
void noteClientOfWbsim();

/// "racy.cu:8: race in …: kernel sum, block (0,0,0), thread (3,0,0)"
std::string programFaultLine(const engine::Fault& fault);

} // namespace warpbench::simgpu::driver
