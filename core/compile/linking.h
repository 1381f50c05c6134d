// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <string>
#include <string_view>
#include <vector>

/// Sources that are compiled one by one and linked by the driver.
namespace warpbench::compile {

/// compile() of a request with linked sources: each is compiled with `-rdc=true` and cached by
/// itself, and what the linker would refuse is found here already, with its place in a source.
/// Kernels of all sources are the result's. With `lto`, nvJitLink optimises them as one and links
/// them here; what it would refuse is found the same way. Where nothing is optimised (-G), `lto`
/// is without effect.
/// \throws Error (environment) where nvJitLink is missing, or older than NVRTC
CompileResult compileLinked(const CompileRequest& request);

/// Whether PTX launches kernels itself, by the device's part of the CUDA runtime.
bool launchesKernels(std::string_view ptx);

/// The functions and variables that a PTX text shares with others.
struct PtxSymbols {
    std::vector<std::string> defined; ///< `.visible`; weak ones may be defined several times
    std::vector<std::string> weak;
    std::vector<std::string> wanted; ///< `.extern` and defined nowhere in the text
};
PtxSymbols readPtxSymbols(std::string_view ptx);

} // namespace warpbench::compile
