// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <string>

namespace warpbench::compile {

/// The machine code of PTX with line information, as the driver would make it. Cached; registers
/// and shared memory of its kernels are known. A failed result's log says why.
/// \param arch  "sm_90"; PTX for sm_90a and the like is assembled for its own target
/// \throws Error (environment) if nvJitLink cannot be loaded
CompileResult assemble(const std::string& ptx, const std::string& arch);

} // namespace warpbench::compile
