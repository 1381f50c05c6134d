// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace warpbench {

/// A size for people, with three digits unless it is whole: "512 B", "48 KiB", "1.50 KiB",
/// "141 GiB".
std::string bytesText(std::uint64_t bytes);
/// A count to the byte, where a reader compares: "1 byte", "1600 bytes".
std::string byteCount(std::uint64_t bytes);

} // namespace warpbench
