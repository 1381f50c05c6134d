// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compile_request.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::compile {

/// NVRTC's option to generate only LTO-IR, which nvJitLink compiles to machine code.
inline constexpr const char* kLinkTimeOptimisation = "-dlto";

/// The options for NVRTC, one argument each, the user's own last. An option that the user gives
/// (the standard, -G) is not repeated, because NVRTC warns about that.
/// \param toolkitIncludes  searched after the request's own folders
/// \param noOwnCache  disables NVRTC's own cache, which would load the driver
std::vector<std::string> makeOptions(const CompileRequest& request,
                                     const std::vector<std::filesystem::path>& toolkitIncludes,
                                     bool noOwnCache);

/// Whether the target is machine code ("sm_90", "sm_90a") rather than only PTX.
bool isRealArchitecture(const std::string& arch);

/// "compute_90" for "sm_90"; others unchanged.
std::string virtualArchitecture(const std::string& arch);

/// The options as a POSIX shell command line, for display and copying.
std::string commandLine(const std::vector<std::string>& options);

/// The request's include folders in NVRTC's search order: includeDirs, then -I and --include-path
/// in the options.
std::vector<std::filesystem::path> userIncludeDirs(const CompileRequest& request);

/// Files given by the options `-include` and `--pre-include`.
std::vector<std::string> preIncludes(const CompileRequest& request);

} // namespace warpbench::compile
