// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/number.h"
#include "core/simgpu/include/wbsim.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warpbench::session {

/// A type of C++ as a debugger knows it.
struct StepType {
    std::string name; ///< as sources spell it; empty: unknown
    wbsimEncoding encoding = WBSIM_ENCODING_UNKNOWN;
    std::uint32_t bytes = 4;
};

/// A type by its name in a source; of a name that is not known, words of four bytes.
StepType stepType(const std::string& name);

/// Whether an encoding is of something that has a value by itself.
bool hasValue(wbsimEncoding encoding, std::uint32_t bytes);

/// A value for expressions; empty where it is none.
/// \param bits  of at most 8 bytes
std::optional<project::Number> stepNumber(wbsimEncoding encoding, std::uint32_t bytes,
                                          std::uint64_t bits);

/// A value as C++ spells it; empty where it is none.
std::string stepText(wbsimEncoding encoding, std::uint32_t bytes, std::uint64_t bits);

} // namespace warpbench::session
