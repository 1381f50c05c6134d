// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/diagnostic.h"
#include "core/compiled/kernel_info.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace warpbench::compile {

/// A part of the program that only concerns the host and is not compiled: Warpbench launches the
/// kernels itself. See host_code.h.
struct SetAside {
    enum class Kind { include, function, variable, declaration };

    Kind kind = Kind::declaration;
    std::string file;
    int line = 0; ///< the first line
    int endLine = 0;
    std::string name; ///< of the function, the header, …; empty if it has none

    bool operator==(const SetAside&) const = default;
};

/// The result for an additional source.
struct CodePart {
    std::string fileName;
    std::string ptx;
    std::shared_ptr<const std::vector<std::byte>> cubin; ///< may be null
};

/// The result of a compile. A failed compile is a value, not an exception.
struct CompileResult {
    bool succeeded = false;
    std::string ptx;
    /// The device code, immutable and shared; null for a compute_XX target or a failed compile.
    std::shared_ptr<const std::vector<std::byte>> cubin;
    /// For the linked sources, in order: the source's own code is only complete with them.
    std::vector<CodePart> parts;
    std::string log; ///< NVRTC's log, verbatim
    std::vector<Diagnostic> diagnostics;
    std::vector<KernelInfo> kernels;
    std::string arch;        ///< the compiled target
    std::string commandLine; ///< options as passed to NVRTC, for display and copying
    std::string compiler;    ///< "NVRTC 13.0"; for compiled sources their format: "PTX 8.4"
    /// The source was PTX or machine code and has not been compiled.
    bool given = false;
    /// It should have been confined, but the system could not block access to other files.
    bool unconfined = false;
    double milliseconds = 0; ///< the time of this call, whether cached or not
    bool cached = false;
    /// Why it was not cached: "the source changed"; empty if it was, or nothing was compiled.
    std::string missReason;
    std::vector<std::string> droppedOptions; ///< options unknown to this NVRTC
    std::vector<SetAside> setAside;          ///< omitted host code
    /// Another process of a multi-process run, as "rank 1 on node7"; empty: this process.
    std::string compiledBy;

    const KernelInfo* kernel(const std::string& name) const;
};

} // namespace warpbench::compile
