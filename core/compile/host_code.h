// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::compile {

/// A program without its host code, for NVRTC. Lines and columns of the user's files are preserved;
/// docs/decisions/host-code.md explains what is kept and what is removed.
struct DeviceCode {
    std::string source; ///< of the request, with host code replaced by blanks
    /// The user's headers that were changed or are not saved, by absolute path, and substitutes for
    /// a few host headers that NVIDIA's own headers include.
    std::vector<std::pair<std::string, std::string>> headers;
    /// Definitions of names from nvcc's host headers (INFINITY, uint32_t, std::min), as text to be
    /// read before the source; empty if none is used.
    std::string prelude;
    std::vector<SetAside> setAside;   ///< in order of files and lines
    std::vector<std::string> missing; ///< headers that were not found; their lines were blanked
    bool hasHostCode = false;         ///< false: source is the request's unchanged text
    /// Some remaining code has no __host__ or __device__ but works on both (constexpr functions,
    /// defaulted members): NVRTC must treat it as device code.
    bool defaultDevice = false;
    bool wideIntegers =
        false; ///< `__int128` occurs, which nvcc supports by default but NVRTC only on request
};

/// Never fails: accepts any text. Reads the user's headers.
DeviceCode setHostCodeAside(const CompileRequest& request,
                            const std::vector<std::filesystem::path>& toolkitIncludes);

/// The program's own files, the source first: path and text, found in the same way as by NVRTC.
std::vector<std::pair<std::string, std::string>> programFiles(const CompileRequest& request);

/// Adds to errors about removed names why they are unknown, and to errors about headers that they
/// are missing. Drops warnings about names that only removed code uses.
/// \param request  what was compiled, including the host code
void explainHostCode(std::vector<Diagnostic>& diagnostics, const DeviceCode& code,
                     const CompileRequest& request);

} // namespace warpbench::compile
