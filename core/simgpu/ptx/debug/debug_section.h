// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpbench::simgpu::ptx {

/// A DWARF section in PTX: bytes and numbers, some of which represent addresses. PTX does not know
/// addresses, so these are names of variables and labels.
struct DebugSection {
    std::vector<std::uint8_t> bytes;
    std::unordered_map<std::uint64_t, std::string> symbols; ///< by offset: "$L__tmp3", "counter"
    std::unordered_map<std::string, std::uint64_t> labels;  ///< in the section itself
};

/// Parses lines like `.b8 1,2`, `.b64 $L__tmp3`, `.b32 .debug_loc+39`, `$L__debug_loc0:`. A section
/// plus a number becomes the number, a difference of labels becomes 0.
DebugSection readDebugSection(std::string_view text);

/// Reads consecutive numbers from a section. Past the end, everything is 0.
class DebugReader {
  public:
    DebugReader(const DebugSection& section, std::uint64_t at)
        : m_section(section)
        , m_at(at) {}

    std::uint64_t position() const { return m_at; }
    bool atEnd() const { return m_at >= m_section.bytes.size(); }
    void skip(std::uint64_t bytes) {
        const std::uint64_t left = atEnd() ? 0 : m_section.bytes.size() - m_at;
        m_at += bytes < left ? bytes : left;
    }
    /// \param bytes  1, 2, 4 or 8; little-endian
    std::uint64_t number(unsigned bytes);
    std::uint64_t unsignedLeb();
    std::int64_t signedLeb();
    std::string text();
    /// The symbol in place of an 8-byte number; empty if it is a number.
    std::string symbol();

  private:
    const DebugSection& m_section;
    std::uint64_t m_at;
};

} // namespace warpbench::simgpu::ptx
