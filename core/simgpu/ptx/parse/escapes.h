// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace warpbench::simgpu::ptx {

/// What a string of PTX represents. The compiler writes a file's name as assemblers do: quotes and
/// backslashes behind a backslash, every byte outside of ASCII as three octal digits.
/// \param text  what is between the quotes; an escape that is none of these stays as it is
std::string unescaped(std::string_view text);

/// The inverse, without the quotes around it.
std::string escaped(std::string_view text);

} // namespace warpbench::simgpu::ptx
