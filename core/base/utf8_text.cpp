// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8_text.h"

#include <utility>

namespace warpbench {

namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;
constexpr char kCtrlZ = '\x1A';

/// The 16-bit units of UTF-16 text.
class Utf16Reader {
  public:
    Utf16Reader(std::string_view bytes, bool bigEndian)
        : m_bytes(bytes)
        , m_bigEndian(bigEndian) {}

    std::string read() {
        std::string text;
        text.reserve(m_bytes.size() / 2);
        while (m_at + 1 < m_bytes.size())
            appendUtf8(text, next());
        return text;
    }

  private:
    std::uint32_t unit(std::size_t at) const {
        const auto byte = [&](std::size_t i) {
            return std::uint32_t(static_cast<unsigned char>(m_bytes[i]));
        };
        return m_bigEndian ? byte(at) << 8 | byte(at + 1) : byte(at + 1) << 8 | byte(at);
    }

    std::uint32_t next() {
        const std::uint32_t first = unit(m_at);
        m_at += 2;
        if (first < 0xD800 || first > 0xDFFF)
            return first;
        const std::uint32_t second = m_at + 1 < m_bytes.size() ? unit(m_at) : 0;
        if (first > 0xDBFF || second < 0xDC00 || second > 0xDFFF)
            return kReplacement;
        m_at += 2;
        return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
    }

    std::string_view m_bytes;
    bool m_bigEndian;
    std::size_t m_at = 0;
};

/// Two ASCII characters as 16-bit units, which begin no text of bytes and no binary format.
bool beginsWithUnits(std::string_view bytes, bool bigEndian) {
    if (bytes.size() < 4)
        return false;
    const auto isAscii = [](char c) { return c > '\0' && c <= '\x7E'; };
    const std::size_t low = bigEndian ? 1 : 0;
    return isAscii(bytes[low]) && isAscii(bytes[low + 2]) && bytes[1 - low] == '\0' &&
           bytes[3 - low] == '\0';
}

std::string decoded(std::string bytes) {
    const std::string_view view = bytes;
    if (view.starts_with("\xEF\xBB\xBF"))
        return bytes.substr(3);
    if (view.starts_with("\xFF\xFE"))
        return Utf16Reader(view.substr(2), false).read();
    if (view.starts_with("\xFE\xFF"))
        return Utf16Reader(view.substr(2), true).read();
    if (beginsWithUnits(view, false))
        return Utf16Reader(view, false).read();
    if (beginsWithUnits(view, true))
        return Utf16Reader(view, true).read();
    return bytes;
}

} // namespace

std::string utf8Text(std::string bytes) {
    std::string text = decoded(std::move(bytes));
    if (text.ends_with(kCtrlZ) && text.find('\0') == std::string::npos)
        text.pop_back();
    return text;
}

Utf8Character utf8CharacterAt(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? std::uint32_t(static_cast<unsigned char>(text[i])) : 0;
    };
    const std::uint32_t first = byte(at);
    const std::size_t bytes = first >= 0xF0 && first < 0xF8 ? 4
                              : first >= 0xE0               ? 3
                              : first >= 0xC2               ? 2
                                                            : 1;
    if (bytes == 1 || first >= 0xF8)
        return {first, 1};
    std::uint32_t code = first & (0x7Fu >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(at + i) & 0xC0) != 0x80)
            return {first, 1};
        code = code << 6 | (byte(at + i) & 0x3F);
    }
    return {code, bytes};
}

void appendUtf8(std::string& text, std::uint32_t code) {
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0 | code >> 6);
        add(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        add(0xE0 | code >> 12);
        add(0x80 | (code >> 6 & 0x3F));
        add(0x80 | (code & 0x3F));
    } else {
        add(0xF0 | code >> 18);
        add(0x80 | (code >> 12 & 0x3F));
        add(0x80 | (code >> 6 & 0x3F));
        add(0x80 | (code & 0x3F));
    }
}

} // namespace warpbench
