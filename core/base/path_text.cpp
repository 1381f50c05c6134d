// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/path_text.h"

#include <system_error>

namespace warpbench {

/// Parts of a Windows name that are not valid Unicode become U+FFFD.
std::string utf8(const std::filesystem::path& path) {
    std::u8string text;
    try {
        text = path.u8string();
    } catch (const std::system_error&) { // on Windows, of halves of surrogate pairs
        std::wstring name = path.wstring();
        for (wchar_t& unit : name) {
            if (unit >= 0xD800 && unit < 0xE000)
                unit = 0xFFFD;
        }
        text = std::filesystem::path(name).u8string();
    }
    return {reinterpret_cast<const char*>(text.data()), text.size()};
}

/// Bytes that are not UTF-8, as in a source in another code page, can name a file on Linux; on
/// Windows they cannot, so each byte beyond ASCII becomes U+FFFD.
std::filesystem::path pathFromUtf8(std::string_view text) {
    const std::u8string name(reinterpret_cast<const char8_t*>(text.data()), text.size());
    try {
        return name;
    } catch (const std::system_error&) { // on Windows, whose names are UTF-16
        std::u8string named;
        for (const char8_t byte : name) {
            if (byte < 0x80)
                named += byte;
            else
                named += u8"\uFFFD";
        }
        return named;
    }
}

} // namespace warpbench
