// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace warpbench {

/// A path as UTF-8, the encoding of messages, JSON, CBOR and command lines in this program.
/// std::filesystem::path::string() would use the user's code page on some Windows compilers.
std::string utf8(const std::filesystem::path& path);

/// The reverse.
std::filesystem::path pathFromUtf8(std::string_view text);

} // namespace warpbench
