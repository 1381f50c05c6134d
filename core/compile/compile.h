// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compile_request.h"
#include "core/compiled/compile_result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::compile {

/// Compiles; uses the cache in memory and on disk. A source that is PTX or a cubin by its name is
/// read, not compiled (device_code.h). Any thread; several at once are fine.
/// \throws Error (environment) where no NVRTC can be loaded, naming where it was looked for and
///         how to get it
CompileResult compile(const CompileRequest& request);

/// The kernels of a request with exact parameter types: struct layouts, typedefs, templates. This
/// compiles once more, with -G, for its debugging entries (as slow as any compile; cached), and
/// checks sizes against the cubin. Registers and the like are left empty: those of a debug build
/// would mislead. Empty where the source does not compile.
/// \throws Error (environment) as compile() does
std::vector<KernelInfo> describeKernels(const CompileRequest& request);

/// Which NVRTC is in use, or why there is none; never throws.
struct CompilerInfo {
    bool available = false;
    std::string version;                 ///< "13.0"
    std::filesystem::path library;       ///< the file that was loaded
    std::filesystem::path includeFolder; ///< the toolkit's headers; empty where none were found
    std::vector<int> architectures;      ///< 75, 80, … that it can compile for
    std::string problem;                 ///< why not, with the remedy
    std::filesystem::path disassembler;  ///< nvdisasm or cuobjdump; empty: no SASS listings
    std::filesystem::path cacheFolder;   ///< of compiled kernels; empty: switched off
};
CompilerInfo compilerInfo();

} // namespace warpbench::compile
