// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/parse/escapes.h"

namespace warpbench::simgpu::ptx {

namespace {

constexpr std::size_t kOctalDigits = 3;

bool isOctal(char c) {
    return c >= '0' && c <= '7';
}

} // namespace

std::string unescaped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '\\' || at + 1 == text.size()) {
            out += text[at];
            continue;
        }
        const char next = text[at + 1];
        if (next == '\\' || next == '"') {
            out += next;
            ++at;
        } else if (isOctal(next)) {
            unsigned byte = 0;
            std::size_t digits = 0;
            for (; digits < kOctalDigits && at + 1 < text.size() && isOctal(text[at + 1]); ++digits)
                byte = byte * 8 + static_cast<unsigned>(text[++at] - '0');
            out += static_cast<char>(byte & 0xff);
        } else {
            out += text[at];
        }
    }
    return out;
}

std::string escaped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\\' || c == '"') {
            out += '\\';
            out += c;
        } else if (byte < ' ' || byte >= 0x7f) {
            out += '\\';
            for (const unsigned shift : {6u, 3u, 0u})
                out += static_cast<char>('0' + ((byte >> shift) & 7));
        } else {
            out += c;
        }
    }
    return out;
}

} // namespace warpbench::simgpu::ptx
