// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/compile/nvjitlink.h"

/// Sources that are optimised as one: NVRTC makes LTO-IR of each, nvJitLink one PTX of all, and
/// machine code of that.
namespace warpbench::compile {

/// What nvJitLink made of the sources' LTO-IR, `each` in the order of the request: its PTX, machine
/// code where the architecture is a real one, kernels with their usage and lines. The PTX is whole:
/// there are no parts.
/// \param each  results of compile() with -dlto, all of which succeeded
/// \returns a result with an error of source "linker" where it cannot be linked
CompileResult linkLto(const CompileRequest& request, const std::vector<LinkedSource>& sources,
                      const std::vector<CompileResult>& each, const NvJitLink& linker);

} // namespace warpbench::compile
