// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compile_request.h"
#include "core/compiled/compile_result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::compile {

/// Compiles, using the cache in memory and on disk. A source whose name marks it as PTX or a cubin
/// is read instead (device_code.h). Thread-safe and concurrent.
/// \throws Error (environment) if NVRTC cannot be loaded, naming the searched places and how to get
///         it
CompileResult compile(const CompileRequest& request);

/// The kernels of a request with exact parameter types: struct layouts, typedefs, templates.
/// Compiles again with -G for the debugging entries (as slow as any compile; cached), and checks
/// sizes against the cubin. Registers etc. are left empty, because those of a debug build would be
/// misleading. Empty if the source does not compile.
/// \throws Error (environment) like compile()
std::vector<KernelInfo> describeKernels(const CompileRequest& request);

/// The NVRTC in use, or why there is none; never throws.
struct CompilerInfo {
    bool available = false;
    std::string version;                 ///< "13.0"
    std::filesystem::path library;       ///< the file that was loaded
    std::filesystem::path includeFolder; ///< the toolkit's headers; empty if not found
    std::vector<int> architectures;      ///< 75, 80, …: possible targets
    std::string problem;                 ///< why there is none, with the remedy
    std::filesystem::path disassembler;  ///< nvdisasm or cuobjdump; empty: no SASS listings
    std::filesystem::path cacheFolder;   ///< of compiled kernels; empty: turned off
};
CompilerInfo compilerInfo();

} // namespace warpbench::compile
