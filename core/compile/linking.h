// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <string>
#include <string_view>
#include <vector>

/// Sources that are compiled separately and linked by the driver.
namespace warpbench::compile {

/// compile() for a request with linked sources: each is compiled with `-rdc=true` and cached
/// separately. Errors that the linker would report are found here already, with their place in a
/// source. The result contains the kernels of all sources. With `lto`, nvJitLink optimizes and
/// links them together here; its errors are found in the same way. If nothing is optimized (-G),
/// `lto` has no effect.
/// \throws Error (environment) if nvJitLink is missing, or older than NVRTC
CompileResult compileLinked(const CompileRequest& request);

/// Whether PTX launches kernels itself, through the device runtime.
bool launchesKernels(std::string_view ptx);

/// The functions and variables that a PTX text exports or imports.
struct PtxSymbols {
    std::vector<std::string> defined; ///< `.visible`; weak ones may be defined several times
    std::vector<std::string> weak;
    std::vector<std::string> wanted; ///< `.extern` and not defined in the text
};
PtxSymbols readPtxSymbols(std::string_view ptx);

} // namespace warpbench::compile
