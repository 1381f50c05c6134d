// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/compile/nvjitlink.h"

/// Link-time optimization: NVRTC compiles each source to LTO-IR; nvJitLink turns all of them into
/// one PTX, and that into machine code.
namespace warpbench::compile {

/// Links the sources' LTO-IR with nvJitLink: the result has its PTX, machine code if the
/// architecture is a real one, and kernels with their resource usage and lines. The PTX is
/// complete: there are no separate parts.
/// \param each  results of compile() with -dlto, all successful, in the request's order
/// \returns a result with an error of source "linker" if linking fails
CompileResult linkLto(const CompileRequest& request, const std::vector<LinkedSource>& sources,
                      const std::vector<CompileResult>& each, const NvJitLink& linker);

} // namespace warpbench::compile
