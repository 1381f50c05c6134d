// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpbench {

/// The text of a file as UTF-8 without a byte-order mark. Converts UTF-16 of either byte order,
/// detected by its mark or by the zero bytes of its first two letters, and removes UTF-8's mark and
/// the Ctrl-Z at the end of DOS files. Other bytes, including binary files, are unchanged.
std::string utf8Text(std::string bytes);

/// A character of UTF-8 text and its length in bytes.
struct Utf8Character {
    std::uint32_t code = 0;
    std::size_t bytes = 1; ///< 1 for a byte that is not valid UTF-8; its code is then the byte
};
/// \param at  a position in the text
Utf8Character utf8CharacterAt(std::string_view text, std::size_t at);

void appendUtf8(std::string& text, std::uint32_t code);

} // namespace warpbench
