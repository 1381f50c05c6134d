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

/// Reads little-endian values from bytes that may be cut off or wrong. A read past the end gives
/// zero and sets the reader to failed for good, so that a parser can run to the end of a step and
/// ask once.
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
    /// LEB128, as DWARF has it.
    std::uint64_t uleb();
    std::int64_t sleb();
    /// Up to the next zero byte.
    std::string_view text();
    std::span<const std::byte> take(std::uint64_t bytes);

  private:
    std::span<const std::byte> m_bytes;
    std::size_t m_at = 0;
    bool m_failed = false;
};

/// A 64-bit little-endian ELF file, as cubins are. Every access is checked against the file's
/// size: a cut or wrong file gives empty results, never a read outside. Views point into the
/// bytes given, which must outlive the object.
class ElfFile {
  public:
    struct Section {
        std::string_view name;
        std::uint32_t type = 0;
        std::uint32_t link = 0;
        std::uint32_t info = 0;
        std::uint64_t flags = 0;
        std::uint64_t size = 0;             ///< also of sections without bytes in the file
        std::span<const std::byte> content; ///< empty for those, and for ones out of bounds
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

    /// \param machine  that the file must be for; none: any
    /// \returns nothing where the bytes are not such a 64-bit little-endian ELF file
    static std::optional<ElfFile> parse(std::span<const std::byte> bytes,
                                        std::optional<std::uint16_t> machine = kMachineCuda);

    std::uint32_t flags() const noexcept { return m_flags; }
    std::uint8_t abiVersion() const noexcept { return m_abiVersion; }
    const std::vector<Section>& sections() const noexcept { return m_sections; }
    const std::vector<Symbol>& symbols() const noexcept { return m_symbols; }
    /// The first section of a name; null where there is none.
    const Section* section(std::string_view name) const noexcept;
    /// Relocations (REL and RELA) that apply to the section of an index.
    std::vector<Relocation> relocationsOf(std::size_t sectionIndex) const;

  private:
    void readSymbols();

    std::uint32_t m_flags = 0;
    std::uint8_t m_abiVersion = 0;
    std::vector<Section> m_sections;
    std::vector<Symbol> m_symbols;
};

} // namespace warpbench::compile
