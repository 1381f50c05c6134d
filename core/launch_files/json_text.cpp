// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch_files/json_text.h"

#include <cstdio>

namespace warpbench::launch_files {

std::string jsonText(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        char escaped[8];
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (code < 0x20) {
            std::snprintf(escaped, sizeof escaped, "\\u%04x", code);
            result += escaped;
        } else {
            result += c;
        }
    }
    return result + "\"";
}

} // namespace warpbench::launch_files
