// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"

#include <cstdint>
#include <string>

namespace warpbench {

/// A human-readable size with three digits, or an integer if exact: "512 B", "48 KiB", "1.50 KiB",
/// "141 GiB".
std::string bytesText(std::uint64_t bytes);
/// An exact byte count, for comparisons by the reader: "1 byte", "1600 bytes".
std::string byteCount(std::uint64_t bytes);
/// The same as a value of an error's text.
ErrorText saidByteCount(std::uint64_t bytes);

} // namespace warpbench
