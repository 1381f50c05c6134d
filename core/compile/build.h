// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/compile/nvrtc.h"

namespace warpbench::compile {

/// Compiles with NVRTC, bypassing every cache: what compile() does on a miss. Times are not set.
/// \throws Error (internal) if NVRTC fails for a reason other than the source
CompileResult build(const CompileRequest& request, const Nvrtc& nvrtc);

} // namespace warpbench::compile
