// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/content_hash.h"
#include "core/compiled/compile_request.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::compile {

/// The files that a compile reads besides its source, found by scanning #include lines.
///
/// NVRTC reads included files itself and does not report which. So this follows every #include and
/// __has_include, regardless of any #if around it, in NVRTC's own search order (measured): a quoted
/// name next to the including file, then both forms in the user's folders, then in the toolkit's.
/// Everything that a toolkit file includes is covered by one digest. Names that are not found are
/// remembered as missing, so that a new file counts as a change.
struct Dependencies {
    struct File {
        std::filesystem::path path;
        std::string content;
        std::string includedBy = {}; ///< the file with the first such #include
        int line = 0;                ///< of the #include; 0: named by an option
        /// Why it was not read, to follow its name in a sentence: it is outside the folders of a
        /// confined request, is too large, or is not a regular file. Empty: it was read.
        std::string refused = {};
    };

    /// A toolkit header that a user's file includes.
    struct ToolkitHeader {
        std::filesystem::path path;
        CacheKey content; ///< including everything that it includes
    };

    std::vector<File> files;            ///< the user's, in order of discovery
    std::vector<ToolkitHeader> toolkit; ///< also in order of discovery
    std::vector<std::string> missing;
    /// False if a macro names an included file, there are too many, or a toolkit header is
    /// shadowed: do not cache then.
    bool known = true;
    /// The user has a header with a name that a toolkit header includes: NVRTC reads it instead,
    /// and the toolkit's digest does not cover it. `known` is false.
    bool shadowed = false;
};

Dependencies findDependencies(const CompileRequest& request,
                              const std::vector<std::filesystem::path>& toolkitIncludes);

/// Whether a request may read a file: any file, unless it is confined to its folders.
bool mayRead(const CompileRequest& request, const std::filesystem::path& path);

/// Whether all files named in a PTX text (`.file`, with -lineinfo) are the source or a part of
/// it named by `#line`, a dependency, or a toolkit file. Validates the scan: if false, do not
/// cache.
bool coversPtxFiles(const Dependencies& dependencies, const CompileRequest& request,
                    const std::vector<std::filesystem::path>& toolkitIncludes,
                    const std::string& ptx);

} // namespace warpbench::compile
