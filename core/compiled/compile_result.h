// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/diagnostic.h"
#include "core/compiled/kernel_info.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace warpbench::compile {

/// A part of the program that is the host's and that no kernel gets: Warpbench launches the
/// kernels itself. See host_code.h.
struct SetAside {
    enum class Kind { include, function, variable, declaration };

    Kind kind = Kind::declaration;
    std::string file;
    int line = 0; ///< the first
    int endLine = 0;
    std::string name; ///< of the function, the header, …; empty where it has none

    bool operator==(const SetAside&) const = default;
};

/// What came of a further source.
struct CodePart {
    std::string fileName;
    std::string ptx;
    std::shared_ptr<const std::vector<std::byte>> cubin; ///< may be null
};

/// What came of it. A failed compile is a value, not an exception.
struct CompileResult {
    bool succeeded = false;
    std::string ptx;
    /// The device code, immutable and shared; null for a compute_XX target or a failed compile.
    std::shared_ptr<const std::vector<std::byte>> cubin;
    /// Of the linked sources, in their order: the source's own code is whole only with them.
    std::vector<CodePart> parts;
    std::string log; ///< NVRTC's log, verbatim
    std::vector<Diagnostic> diagnostics;
    std::vector<KernelInfo> kernels;
    std::string arch;        ///< as compiled for
    std::string commandLine; ///< options as NVRTC got them, to be shown and copied
    std::string compiler;    ///< "NVRTC 13.0"; of a given one what it is: "PTX 8.4"
    /// The source is PTX or machine code, and nothing was compiled.
    bool given = false;
    /// It was to be confined, and the system could not keep the compiler from other files.
    bool unconfined = false;
    double milliseconds = 0; ///< the time this call took, whether cached or not
    bool cached = false;
    /// Why it was not cached: "the source changed"; empty where it was, or nothing was compiled.
    std::string missReason;
    std::vector<std::string> droppedOptions; ///< options that this NVRTC does not know
    std::vector<SetAside> setAside;          ///< host code that was left out
    /// Another process of a run of several, as "rank 1 on node7"; empty: this one's compilers.
    std::string compiledBy;

    const KernelInfo* kernel(const std::string& name) const;
};

} // namespace warpbench::compile
