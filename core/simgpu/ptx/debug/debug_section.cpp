// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/debug/debug_section.h"

#include <cctype>
#include <charconv>

namespace warpbench::simgpu::ptx {

namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
        text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
        text.remove_suffix(1);
    return text;
}

bool isNumber(std::string_view text) {
    return !text.empty() && (std::isdigit(static_cast<unsigned char>(text.front())) ||
                             (text.front() == '-' && text.size() > 1));
}

std::uint64_t numberOf(std::string_view text) {
    const bool negative = !text.empty() && text.front() == '-';
    if (negative)
        text.remove_prefix(1);
    const bool hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (hex)
        text.remove_prefix(2);
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
    return negative ? 0 - value : value;
}

void append(DebugSection& section, std::string_view value, unsigned bytes) {
    std::uint64_t number = 0;
    if (isNumber(value)) {
        number = numberOf(value);
    } else if (value.front() == '.') {
        const std::size_t plus = value.find('+');
        number = plus == std::string_view::npos ? 0 : numberOf(trimmed(value.substr(plus + 1)));
    } else if (value.find_first_of("+-") == std::string_view::npos) {
        section.symbols.emplace(section.bytes.size(), std::string(value));
    }
    for (unsigned b = 0; b < bytes; ++b)
        section.bytes.push_back(static_cast<std::uint8_t>(number >> (8 * b)));
}

} // namespace

DebugSection readDebugSection(std::string_view text) {
    DebugSection section;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        line = trimmed(line.substr(0, line.find("//")));
        if (line.empty())
            continue;
        if (line.back() == ':') {
            section.labels.emplace(std::string(line.substr(0, line.size() - 1)),
                                   section.bytes.size());
            continue;
        }
        const unsigned bytes = line.substr(0, 3) == ".b8"    ? 1
                               : line.substr(0, 4) == ".b16" ? 2
                               : line.substr(0, 4) == ".b32" ? 4
                               : line.substr(0, 4) == ".b64" ? 8
                                                             : 0;
        if (bytes == 0)
            continue;
        line.remove_prefix(bytes == 1 ? 3 : 4);
        while (!line.empty()) {
            const std::size_t comma = std::min(line.find(','), line.size());
            if (const std::string_view value = trimmed(line.substr(0, comma)); !value.empty())
                append(section, value, bytes);
            line.remove_prefix(std::min(comma + 1, line.size()));
        }
    }
    return section;
}

std::uint64_t DebugReader::number(unsigned bytes) {
    std::uint64_t value = 0;
    for (unsigned b = 0; b < bytes; ++b, ++m_at) {
        if (m_at < m_section.bytes.size())
            value |= std::uint64_t{m_section.bytes[m_at]} << (8 * b);
    }
    return value;
}

std::uint64_t DebugReader::unsignedLeb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; !atEnd(); shift += 7) {
        const std::uint64_t byte = number(1);
        if (shift < 64)
            value |= (byte & 0x7f) << shift;
        if (!(byte & 0x80))
            break;
    }
    return value;
}

std::int64_t DebugReader::signedLeb() {
    std::uint64_t value = 0;
    unsigned shift = 0;
    std::uint64_t byte = 0;
    do {
        byte = number(1);
        if (shift < 64)
            value |= (byte & 0x7f) << shift;
        shift += 7;
    } while ((byte & 0x80) && !atEnd());
    if (shift < 64 && (byte & 0x40))
        value |= ~std::uint64_t{0} << shift;
    return static_cast<std::int64_t>(value);
}

std::string DebugReader::text() {
    std::string value;
    while (!atEnd()) {
        const auto byte = static_cast<char>(number(1));
        if (byte == 0)
            break;
        value += byte;
    }
    return value;
}

std::string DebugReader::symbol() {
    const auto found = m_section.symbols.find(m_at);
    skip(8);
    return found == m_section.symbols.end() ? std::string() : found->second;
}

} // namespace warpbench::simgpu::ptx
