// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"

#include <cstdint>
#include <string>
#include <vector>

/// Parts of Python scripts.
namespace warpbench::exporting {

/// A text as a quoted Python string.
std::string pythonText(const std::string& text);

/// A bytes object.
std::string bytesText(const std::vector<std::uint8_t>& bytes);

/// numpy's type for a buffer's scalars; types that numpy lacks are compared by bits.
std::string numpyType(const arrays::DType& dtype);

} // namespace warpbench::exporting
