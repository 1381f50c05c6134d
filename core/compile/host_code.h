// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::compile {

/// A program with its host code set aside: what NVRTC is to get. Lines and columns of the user's
/// files are kept; docs/decisions/host-code.md says how what stays is told from what goes.
struct DeviceCode {
    std::string source; ///< the request's, host code replaced by blanks
    /// The user's headers that changed or are not saved, by their absolute path, and stand-ins of a
    /// few headers of the host that NVIDIA's own include.
    std::vector<std::pair<std::string, std::string>> headers;
    /// Names that nvcc's host headers would bring (INFINITY, uint32_t, std::min), as text to be
    /// read before the source; empty where none is used.
    std::string prelude;
    std::vector<SetAside> setAside;   ///< in the order of files and lines
    std::vector<std::string> missing; ///< headers found nowhere whose lines were blanked
    bool hasHostCode = false;         ///< false: source is the request's own text
    /// Something stays that has no word for host or device and is fine on both (constexpr
    /// functions, defaulted members): NVRTC is to take it for the device's.
    bool defaultDevice = false;
    bool wideIntegers =
        false; ///< `__int128` occurs, which nvcc takes and NVRTC has to be asked for
};

/// Never fails: text of any kind gives something. Reads the user's headers.
DeviceCode setHostCodeAside(const CompileRequest& request,
                            const std::vector<std::filesystem::path>& toolkitIncludes);

/// The program's own files, the source first: path and text of each, found as NVRTC would.
std::vector<std::pair<std::string, std::string>> programFiles(const CompileRequest& request);

/// Says of errors about names that were set aside why they are unknown, and of headers that were
/// not found that they are missing. Leaves out warnings of names that only what was set aside uses.
/// \param request  what was compiled, its source with the host's code
void explainHostCode(std::vector<Diagnostic>& diagnostics, const DeviceCode& code,
                     const CompileRequest& request);

} // namespace warpbench::compile
