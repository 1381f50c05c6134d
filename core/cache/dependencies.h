// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/content_hash.h"
#include "core/compiled/compile_request.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::compile {

/// The files that a compile reads besides its source, found by a light scan of #include lines.
///
/// NVRTC reads included files itself and does not say which. So this follows every #include and
/// __has_include, whether or not an #if around it holds, in NVRTC's own search order (measured):
/// a quoted name beside the file that includes it, then both kinds in the user's folders, then in
/// the toolkit's. What a file of the toolkit includes is known by one digest. A name that is
/// found nowhere is remembered as missing, so that the file's appearing counts as a change.
struct Dependencies {
    struct File {
        std::filesystem::path path;
        std::string content;
        std::string includedBy = {}; ///< the file with the #include that was met first
        int line = 0;                ///< of the #include; 0: an option names the file
        /// Why it was not read, after its name in a sentence: it is where a confined request may
        /// not read, is too large, or is no ordinary file. Empty: it was.
        std::string refused = {};
    };

    /// One that a file of the user's includes.
    struct ToolkitHeader {
        std::filesystem::path path;
        CacheKey content; ///< with all that it includes
    };

    std::vector<File> files;            ///< the user's, in the order met
    std::vector<ToolkitHeader> toolkit; ///< likewise
    std::vector<std::string> missing;
    /// False where a macro names an included file, there are too many, or one is shadowed: do not
    /// cache then.
    bool known = true;
    /// The user has a header by whose name one of the toolkit's asks for another: it is read then,
    /// and no digest of the toolkit's knows it. `known` is false.
    bool shadowed = false;
};

Dependencies findDependencies(const CompileRequest& request,
                              const std::vector<std::filesystem::path>& toolkitIncludes);

/// Whether a request may read a file: any, unless it is confined to its folders.
bool mayRead(const CompileRequest& request, const std::filesystem::path& path);

/// Whether all files that a PTX text names (`.file`, with -lineinfo) are the source or a part of it
/// that `#line` names, one of the dependencies, or a file of the toolkit. A check on the scan:
/// where it says no, do not cache.
bool coversPtxFiles(const Dependencies& dependencies, const CompileRequest& request,
                    const std::vector<std::filesystem::path>& toolkitIncludes,
                    const std::string& ptx);

} // namespace warpbench::compile
