// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"

#include <cstdint>
#include <string>
#include <vector>

/// Pieces of Python scripts.
namespace warpbench::exporting {

/// A text as Python has it, in its quotes.
std::string pythonText(const std::string& text);

/// A bytes object.
std::string bytesText(const std::vector<std::uint8_t>& bytes);

/// numpy's type of a buffer's scalars; what numpy has no type for is compared to the bit.
std::string numpyType(const memory::DType& dtype);

} // namespace warpbench::exporting
