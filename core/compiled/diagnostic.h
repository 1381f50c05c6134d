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
    Place place;      ///< column in bytes from 1; 0 if the compiler does not report it
    std::string code; ///< "177-D"; empty if the compiler does not report it
    std::string text;
    /// "ptxas", "nvrtc" or "linker"
    std::string source = "nvrtc";
    std::vector<Diagnostic> notes; ///< its notes and "detected during" lines

    bool operator==(const Diagnostic&) const = default;
};

} // namespace warpbench::compile
