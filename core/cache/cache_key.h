// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/content_hash.h"
#include "core/cache/dependencies.h"
#include "core/compiled/compile_request.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::compile {

/// The compiler's part of a key.
struct CompilerIdentity {
    std::string version; ///< of NVRTC: file name, size and time
    std::vector<std::filesystem::path> includeDirs;
    std::string headerVersion; ///< of the toolkit's headers, "13000"
};

/// XXH3-128 over the request, the compiler and the contents of all included files, also the
/// toolkit's. Every part is hashed with its length, so that parts cannot be confused.
CacheKey cacheKey(const CompileRequest& request, const Dependencies& dependencies,
                  const CompilerIdentity& compiler);

} // namespace warpbench::compile
