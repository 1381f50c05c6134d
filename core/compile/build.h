// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/compile/nvrtc.h"

namespace warpbench::compile {

/// Compiles with NVRTC, past every cache: what compile() does on a miss. Milliseconds are not set.
/// \throws Error (internal) where NVRTC fails in a way that is not the source's fault
CompileResult build(const CompileRequest& request, const Nvrtc& nvrtc);

} // namespace warpbench::compile
