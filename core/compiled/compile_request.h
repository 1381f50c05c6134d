// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::compile {

/// A further source that is compiled by itself and linked: CUDA C++, or PTX by its name.
struct LinkedSource {
    std::string fileName; ///< as in CompileRequest
    std::string text;

    bool operator==(const LinkedSource&) const = default;
};

/// All that a compile depends on.
struct CompileRequest {
    std::string source;   ///< the text; of a cubin its bytes
    std::string fileName; ///< as it is to be in messages; the folder is searched for "…" includes
    std::string arch;     ///< "sm_90" or "compute_90"; never "auto"
    std::string std = "c++17";
    std::vector<std::string> options;
    std::map<std::string, std::optional<std::string>> defines;
    std::vector<std::filesystem::path> includeDirs; ///< absolute
    std::vector<std::string> nameExpressions;       ///< templates to instantiate, "scale<float, 4>"
    /// Compiled with the same settings, all of them relocatable (-rdc=true), for the driver to
    /// link.
    std::vector<LinkedSource> linked;
    /// The linked sources are optimised as one (-dlto) and linked here, by nvJitLink.
    bool lto = false;
    /// Texts that represent files which the source includes, by absolute path, whether these are
    /// there or not: what an editor holds and has not saved.
    std::map<std::string, std::string> unsaved;
    bool lineInfo = true;
    bool debug = false; ///< -G
    bool useCache = true;
    /// Refuses files that lie neither in `readable` nor in the toolkit: the source is a stranger's.
    bool confined = false;
    /// Does not compile where the system cannot keep the compiler from such files.
    bool mustConfine = false;
    std::vector<std::filesystem::path> readable; ///< absolute folders
    /// Fills in what describeKernels() knows of the parameters (members of structs, typedefs) as
    /// well, which takes a second compile where it is not cached.
    bool describeParameters = false;

    bool operator==(const CompileRequest&) const = default;
};

} // namespace warpbench::compile
