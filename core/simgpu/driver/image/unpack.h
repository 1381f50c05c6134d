// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpbench::simgpu::driver {

/// Unpacks one LZ4 block (lz4.org, "LZ4 Block format description").
/// \param bytes  exact unpacked size
/// \returns false if it is damaged
bool unpackLz4(std::string_view packed, std::size_t bytes, std::string& out);

/// Unpacks Zstandard frames (RFC 8878).
/// \param bytes  exact unpacked size of all frames
/// \returns false if they are damaged
bool unpackZstd(std::string_view packed, std::size_t bytes, std::string& out);

} // namespace warpbench::simgpu::driver
