// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <string>
#include <vector>

namespace warpbench::compile {

enum class Severity { note, remark, warning, error };

/// One message of NVRTC or ptxas.
struct Diagnostic {
    Severity severity = Severity::error;
    Place place;      ///< column counts bytes from 1; 0 where the compiler gives none
    std::string code; ///< "177-D"; empty where the compiler gives none
    std::string text;
    /// "ptxas", "nvrtc" or "linker"
    std::string source = "nvrtc";
    std::vector<Diagnostic> notes; ///< notes and "detected during" lines that belong to it

    bool operator==(const Diagnostic&) const = default;
};

} // namespace warpbench::compile
