// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/content_hash.h"
#include "core/cache/dependencies.h"
#include "core/compiled/compile_request.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::compile {

/// The compiler's own part in a key.
struct CompilerIdentity {
    std::string version; ///< of NVRTC: its file's name, size and time
    std::vector<std::filesystem::path> includeDirs;
    std::string headerVersion; ///< of the toolkit's headers, "13000"
};

/// XXH3-128 over request, compiler and the content of the included files, the toolkit's too. Every
/// part goes in with its length, so that parts cannot run into one another.
CacheKey cacheKey(const CompileRequest& request, const Dependencies& dependencies,
                  const CompilerIdentity& compiler);

} // namespace warpbench::compile
