// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compile_request.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::compile {

/// NVRTC's option to give LTO-IR alone, which nvJitLink makes code of.
inline constexpr const char* kLinkTimeOptimisation = "-dlto";

/// The options for NVRTC, one argument each, the user's own last. What the user's options already
/// say (the standard, -G) is not said twice: NVRTC warns about that.
/// \param toolkitIncludes  after the request's own folders
/// \param noOwnCache  asks NVRTC to leave out its own cache, which would load the driver
std::vector<std::string> makeOptions(const CompileRequest& request,
                                     const std::vector<std::filesystem::path>& toolkitIncludes,
                                     bool noOwnCache);

/// Whether the target has machine code ("sm_90", "sm_90a") rather than PTX alone.
bool isRealArchitecture(const std::string& arch);

/// "compute_90" for "sm_90"; others unchanged.
std::string virtualArchitecture(const std::string& arch);

/// Options as a POSIX shell would take them, for showing and copying.
std::string commandLine(const std::vector<std::string>& options);

/// The include folders that the request gives, in the order in which NVRTC searches: includeDirs,
/// then -I and --include-path among the options.
std::vector<std::filesystem::path> userIncludeDirs(const CompileRequest& request);

/// Files that `-include` and `--pre-include` among the options name.
std::vector<std::string> preIncludes(const CompileRequest& request);

} // namespace warpbench::compile
