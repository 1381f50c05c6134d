// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::compile {

/// Reads little-endian values from bytes that may be truncated or invalid. A read past the end
/// returns zero and sets the reader to failed permanently, so that a parser need only check once
/// per step.
class ByteReader {
  public:
    ByteReader() = default;
    explicit ByteReader(std::span<const std::byte> bytes)
        : m_bytes(bytes) {}

    bool failed() const noexcept { return m_failed; }
    bool atEnd() const noexcept { return m_failed || m_at >= m_bytes.size(); }
    std::size_t position() const noexcept { return m_at; }
    std::size_t size() const noexcept { return m_bytes.size(); }
    void seek(std::size_t position);
    void skip(std::uint64_t bytes);

    std::uint8_t u8() { return static_cast<std::uint8_t>(fixed(1)); }
    std::uint16_t u16() { return static_cast<std::uint16_t>(fixed(2)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(fixed(4)); }
    std::uint64_t u64() { return fixed(8); }
    /// An unsigned value of 1, 2, 4 or 8 bytes.
    std::uint64_t fixed(unsigned width);
    /// LEB128, as in DWARF.
    std::uint64_t uleb();
    std::int64_t sleb();
    /// Text up to the next zero byte.
    std::string_view text();
    std::span<const std::byte> take(std::uint64_t bytes);

  private:
    std::span<const std::byte> m_bytes;
    std::size_t m_at = 0;
    bool m_failed = false;
};

/// A 64-bit little-endian ELF file, such as a cubin. Every access is checked against the file's
/// size: a truncated or invalid file yields empty results, never an out-of-bounds read. Views point
/// into the given bytes, which must outlive the object.
class ElfFile {
  public:
    struct Section {
        std::string_view name;
        std::uint32_t type = 0;
        std::uint32_t link = 0;
        std::uint32_t info = 0;
        std::uint64_t flags = 0;
        std::uint64_t size = 0;             ///< also of sections without bytes in the file
        std::span<const std::byte> content; ///< empty for those, and if out of bounds
    };
    struct Symbol {
        std::string_view name;
        std::uint8_t info = 0;
        std::uint8_t other = 0;
        std::uint16_t section = 0;
        std::uint64_t value = 0;
        std::uint64_t size = 0;
    };
    struct Relocation {
        std::uint64_t offset = 0;
        std::uint32_t symbol = 0;
        std::int64_t addend = 0;
    };

    static constexpr std::uint16_t kMachineCuda = 190;

    /// \param machine  required machine; empty: any
    /// \returns empty if the bytes are not such a 64-bit little-endian ELF file
    static std::optional<ElfFile> parse(std::span<const std::byte> bytes,
                                        std::optional<std::uint16_t> machine = kMachineCuda);

    std::uint32_t flags() const noexcept { return m_flags; }
    std::uint8_t abiVersion() const noexcept { return m_abiVersion; }
    const std::vector<Section>& sections() const noexcept { return m_sections; }
    const std::vector<Symbol>& symbols() const noexcept { return m_symbols; }
    /// The first section with a name, or null.
    const Section* section(std::string_view name) const noexcept;
    /// Relocations (REL and RELA) that apply to a section.
    std::vector<Relocation> relocationsOf(std::size_t sectionIndex) const;

  private:
    void readSymbols();

    std::uint32_t m_flags = 0;
    std::uint8_t m_abiVersion = 0;
    std::vector<Section> m_sections;
    std::vector<Symbol> m_symbols;
};

} // namespace warpbench::compile
