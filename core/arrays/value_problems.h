// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"

#include <string>

/// Errors about values that several files of this folder report.
namespace warpbench::arrays {

/// Of a file whose size is not that of its buffer.
inline constexpr const char* kFitRemedy = "make the shape or the file fit";

ErrorText complexHasNoOrder();
/// \param name  of a buffer
ErrorText holdsStructs(const std::string& name);
ErrorText csvHoldsNoStructs();

} // namespace warpbench::arrays
