// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace warpbench {

/// A path as UTF-8, which is what messages, JSON, CBOR and command lines of this program hold.
/// std::filesystem::path::string() would be the code page of the user on some Windows compilers.
std::string utf8(const std::filesystem::path& path);

/// The way back, for text from such a place.
std::filesystem::path pathFromUtf8(std::string_view text);

} // namespace warpbench
