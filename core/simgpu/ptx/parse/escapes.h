// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace warpbench::simgpu::ptx {

/// Decodes a PTX string. The compiler writes file names as assemblers do: quotes and backslashes
/// are preceded by a backslash, and every byte outside ASCII is written as three octal digits.
/// \param text  without quotes; other escapes are unchanged
std::string unescaped(std::string_view text);

/// The reverse; also without the quotes.
std::string escaped(std::string_view text);

} // namespace warpbench::simgpu::ptx
