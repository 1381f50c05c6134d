// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpbench::compile {

/// Parses a log of NVRTC into messages.
///
/// NVRTC does not report columns: they are taken from the caret line (its length minus the two
/// blanks that NVRTC puts before it), in bytes, tabs counting as one. Notes, "detected during"
/// contexts and ptxas's closing "fatal" line are added to their message. ptxas's plain usage lines
/// (`-v`) are ignored. Measured on NVRTC 13.0.
/// \param fileName  used if a message has a line but no file
std::vector<Diagnostic> parseLog(std::string_view log, const std::string& fileName);

/// The place in the PTX in a ptxas message: "ptxas application ptx input, line 29". Stored as the
/// message's place with the file kPtxFile until it is translated to the source.
extern const char* const kPtxFile;

/// The options of a log's `nvrtc: error: unrecognized option --foo found`.
std::vector<std::string> unknownOptions(std::string_view log);

/// Translates places in the PTX to the source by the `.loc` and `.file` directives above them;
/// `ptx` must be compiled with -lineinfo. Messages that cannot be translated lose their line.
void translatePtxPlaces(std::vector<Diagnostic>& diagnostics, std::string_view ptx,
                        const std::string& fileName);

} // namespace warpbench::compile
