// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpbench {

/// The text of a file as UTF-8 without a byte-order mark. Converts UTF-16 of either byte order,
/// known by its mark or by the zero bytes of its first two letters, and drops UTF-8's mark and the
/// Ctrl-Z that ends files of DOS. Other bytes, of binary files too, stay as they are.
std::string utf8Text(std::string bytes);

/// A character of UTF-8 text and its length in bytes.
struct Utf8Character {
    std::uint32_t code = 0;
    std::size_t bytes = 1; ///< 1 for a byte that is not UTF-8, whose code is the byte
};
/// \param at  a place in the text
Utf8Character utf8CharacterAt(std::string_view text, std::size_t at);

void appendUtf8(std::string& text, std::uint32_t code);

} // namespace warpbench
