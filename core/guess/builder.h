// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/follow/host_program.h"
#include "core/guess/pointer_use.h"
#include "core/guess/program.h"
#include "core/guess/shared_arrays.h"
#include "core/sources/source_scan.h"

#include <map>
#include <string>
#include <vector>

namespace warpbench::guess {

/// For each kernel's parameters; see pointerUses().
using PointerUses = std::map<std::string, std::vector<PointerUse>>;

/// Creates parameters, buffers and launches for a followed program, in a project without any.
ProgramGuess buildSetUp(project::Project start, const HostProgram& program,
                        const std::vector<compile::ScannedKernel>& kernels, const PointerUses& uses,
                        const DynamicShared& shared);

} // namespace warpbench::guess
