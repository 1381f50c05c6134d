// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/number.h"
#include "core/simgpu/include/wbsim.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warpbench::session {

/// A C++ type as a debugger knows it.
struct StepType {
    std::string name; ///< as written in sources; empty: unknown
    wbsimEncoding encoding = WBSIM_ENCODING_UNKNOWN;
    std::uint32_t bytes = 4;
};

/// A type by its name in a source; for an unknown name, words of four bytes.
StepType stepType(const std::string& name);

/// Whether values of this encoding stand on their own.
bool hasValue(wbsimEncoding encoding, std::uint32_t bytes);

/// A value for expressions; empty if it is not a number.
/// \param bits  of at most 8 bytes
std::optional<project::Number> stepNumber(wbsimEncoding encoding, std::uint32_t bytes,
                                          std::uint64_t bits);

/// A value in C++ notation; empty if it has none.
std::string stepText(wbsimEncoding encoding, std::uint32_t bytes, std::uint64_t bits);

} // namespace warpbench::session
