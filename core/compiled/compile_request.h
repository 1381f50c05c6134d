// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::compile {

/// An additional source that is compiled separately and linked: CUDA C++, or PTX by its name.
struct LinkedSource {
    std::string fileName; ///< as in CompileRequest
    std::string text;

    bool operator==(const LinkedSource&) const = default;
};

/// Everything that a compile depends on.
struct CompileRequest {
    std::string source;   ///< the text; the bytes of a cubin
    std::string fileName; ///< for messages; its folder is searched for "…" includes
    std::string arch;     ///< "sm_90" or "compute_90"; never "auto"
    std::string std = "c++17";
    std::vector<std::string> options;
    std::map<std::string, std::optional<std::string>> defines;
    std::vector<std::filesystem::path> includeDirs; ///< absolute
    std::vector<std::string> nameExpressions;       ///< templates to instantiate, "scale<float, 4>"
    /// Compiled with the same settings as relocatable code (-rdc=true), to be linked by the
    /// driver.
    std::vector<LinkedSource> linked;
    /// The linked sources are optimized together (-dlto) and linked here by nvJitLink.
    bool lto = false;
    /// Texts that replace included files, by absolute path, whether or not these exist: unsaved
    /// changes in an editor.
    std::map<std::string, std::string> unsaved;
    bool lineInfo = true;
    bool debug = false; ///< -G
    bool useCache = true;
    /// Rejects files outside of `readable` and the toolkit: the source is untrusted.
    bool confined = false;
    /// Does not compile if the system cannot block the compiler's access to such files.
    bool mustConfine = false;
    std::vector<std::filesystem::path> readable; ///< absolute folders
    /// Also fills in the details of parameters that describeKernels() finds (struct members,
    /// typedefs), which takes a second compile unless it is cached.
    bool describeParameters = false;

    bool operator==(const CompileRequest&) const = default;
};

} // namespace warpbench::compile
