// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/elf_reader.h"

#include <algorithm>
#include <array>

namespace warpbench::compile {

namespace {

// Figures of the ELF specification (System V ABI, chapter 4).
constexpr std::uint32_t kSectionSymbols = 2;
constexpr std::uint32_t kSectionRela = 4;
constexpr std::uint32_t kSectionNoBits = 8;
constexpr std::uint32_t kSectionRel = 9;
constexpr std::size_t kSectionHeaderSize = 64;
constexpr std::size_t kSymbolSize = 24;

std::string_view textAt(std::span<const std::byte> table, std::uint64_t offset) {
    if (offset >= table.size())
        return {};
    const char* begin = reinterpret_cast<const char*>(table.data()) + offset;
    const char* end = reinterpret_cast<const char*>(table.data()) + table.size();
    const char* zero = std::find(begin, end, '\0');
    return zero == end ? std::string_view() : std::string_view(begin, zero);
}

} // namespace

void ByteReader::seek(std::size_t position) {
    if (position > m_bytes.size())
        m_failed = true;
    else
        m_at = position;
}

void ByteReader::skip(std::uint64_t bytes) {
    take(bytes);
}

std::uint64_t ByteReader::fixed(unsigned width) {
    const std::span<const std::byte> raw = take(width);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < raw.size(); ++i)
        value |= std::to_integer<std::uint64_t>(raw[i]) << (8 * i);
    return value;
}

std::uint64_t ByteReader::uleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const std::uint8_t byte = u8();
        if (m_failed)
            return 0;
        if (shift < 64)
            value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0)
            return value;
    }
}

std::int64_t ByteReader::sleb() {
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (;;) {
        const std::uint8_t byte = u8();
        if (m_failed)
            return 0;
        if (shift < 64)
            value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
        shift += 7;
        if ((byte & 0x80) == 0) {
            if (shift < 64 && (byte & 0x40) != 0)
                value |= ~std::uint64_t{0} << shift;
            return static_cast<std::int64_t>(value);
        }
    }
}

std::string_view ByteReader::text() {
    if (m_failed)
        return {};
    const auto rest = m_bytes.subspan(m_at);
    const auto zero = std::find(rest.begin(), rest.end(), std::byte{0});
    if (zero == rest.end()) {
        m_failed = true;
        return {};
    }
    const auto length = static_cast<std::size_t>(zero - rest.begin());
    m_at += length + 1;
    return {reinterpret_cast<const char*>(rest.data()), length};
}

std::span<const std::byte> ByteReader::take(std::uint64_t bytes) {
    if (m_failed || bytes > m_bytes.size() - m_at) {
        m_failed = true;
        return {};
    }
    const auto part = m_bytes.subspan(m_at, static_cast<std::size_t>(bytes));
    m_at += static_cast<std::size_t>(bytes);
    return part;
}

std::optional<ElfFile> ElfFile::parse(std::span<const std::byte> bytes,
                                      std::optional<std::uint16_t> machine) {
    constexpr std::array magic = {std::byte{0x7f}, std::byte{'E'}, std::byte{'L'},
                                  std::byte{'F'},  std::byte{2},   std::byte{1}};
    if (bytes.size() < 64 || !std::equal(magic.begin(), magic.end(), bytes.begin()))
        return std::nullopt;
    ElfFile file;
    file.m_abiVersion = std::to_integer<std::uint8_t>(bytes[8]);
    ByteReader header(bytes);
    header.seek(18);
    if (const std::uint16_t of = header.u16(); machine && of != *machine)
        return std::nullopt;
    header.seek(40);
    const std::uint64_t tableOffset = header.u64();
    file.m_flags = header.u32();
    header.seek(58);
    const std::uint16_t entrySize = header.u16();
    const std::uint16_t count = header.u16();
    const std::uint16_t namesIndex = header.u16();
    if (entrySize != kSectionHeaderSize || tableOffset > bytes.size())
        return file;

    ByteReader table(bytes.subspan(static_cast<std::size_t>(tableOffset)));
    std::vector<std::uint32_t> nameOffsets;
    for (std::uint16_t i = 0; i < count; ++i) {
        Section section;
        const std::uint32_t nameOffset = table.u32();
        section.type = table.u32();
        section.flags = table.u64();
        table.skip(8); // address
        const std::uint64_t offset = table.u64();
        section.size = table.u64();
        section.link = table.u32();
        section.info = table.u32();
        table.skip(16); // alignment, entry size
        if (table.failed())
            break;
        const bool inside = offset <= bytes.size() && section.size <= bytes.size() - offset;
        if (section.type != kSectionNoBits && inside)
            section.content = bytes.subspan(static_cast<std::size_t>(offset),
                                            static_cast<std::size_t>(section.size));
        nameOffsets.push_back(nameOffset);
        file.m_sections.push_back(section);
    }
    if (namesIndex < file.m_sections.size()) {
        const auto names = file.m_sections[namesIndex].content;
        for (std::size_t i = 0; i < file.m_sections.size(); ++i)
            file.m_sections[i].name = textAt(names, nameOffsets[i]);
    }
    file.readSymbols();
    return file;
}

void ElfFile::readSymbols() {
    const auto table = std::find_if(m_sections.begin(), m_sections.end(),
                                    [](const Section& s) { return s.type == kSectionSymbols; });
    if (table == m_sections.end() || table->link >= m_sections.size())
        return;
    const auto names = m_sections[table->link].content;
    ByteReader reader(table->content);
    for (std::size_t i = 0; i < table->content.size() / kSymbolSize; ++i) {
        Symbol symbol;
        symbol.name = textAt(names, reader.u32());
        symbol.info = reader.u8();
        symbol.other = reader.u8();
        symbol.section = reader.u16();
        symbol.value = reader.u64();
        symbol.size = reader.u64();
        m_symbols.push_back(symbol);
    }
}

const ElfFile::Section* ElfFile::section(std::string_view name) const noexcept {
    const auto found = std::find_if(m_sections.begin(), m_sections.end(),
                                    [&](const Section& s) { return s.name == name; });
    return found == m_sections.end() ? nullptr : &*found;
}

std::vector<ElfFile::Relocation> ElfFile::relocationsOf(std::size_t sectionIndex) const {
    std::vector<Relocation> found;
    for (const Section& section : m_sections) {
        const bool withAddend = section.type == kSectionRela;
        if ((!withAddend && section.type != kSectionRel) || section.info != sectionIndex)
            continue;
        ByteReader reader(section.content);
        const std::size_t entrySize = withAddend ? 24 : 16;
        for (std::size_t i = 0; i < section.content.size() / entrySize; ++i) {
            Relocation relocation;
            relocation.offset = reader.u64();
            relocation.symbol = static_cast<std::uint32_t>(reader.u64() >> 32);
            relocation.addend = withAddend ? static_cast<std::int64_t>(reader.u64()) : 0;
            found.push_back(relocation);
        }
    }
    return found;
}

} // namespace warpbench::compile
