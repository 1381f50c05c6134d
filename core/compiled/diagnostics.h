// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpbench::compile {

/// What a log of NVRTC says, as typed messages.
///
/// NVRTC gives no column: it is taken from the caret line (its length less the two blanks that
/// NVRTC sets before it), in bytes, tabs counting one. Notes, "detected during" contexts and
/// ptxas's closing "fatal" line go to the message that they belong to. ptxas's plain usage lines
/// (`-v`) are no messages. Measured on NVRTC 13.0.
/// \param fileName  represents the file where a message has a line but no file
std::vector<Diagnostic> parseLog(std::string_view log, const std::string& fileName);

/// The place in the PTX that a ptxas message names: "ptxas application ptx input, line 29". It is
/// kept in the message's place with the file kPtxFile until it is translated to the source.
extern const char* const kPtxFile;

/// The options of a log's `nvrtc: error: unrecognized option --foo found`.
std::vector<std::string> unknownOptions(std::string_view log);

/// Translates places in the PTX to places in the source by the `.loc` and `.file` directives above
/// them; `ptx` is one compiled with -lineinfo. Messages that cannot be translated lose their line.
void translatePtxPlaces(std::vector<Diagnostic>& diagnostics, std::string_view ptx,
                        const std::string& fileName);

} // namespace warpbench::compile
