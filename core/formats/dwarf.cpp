// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/dwarf.h"

#include "core/formats/elf_reader.h"

#include <optional>

namespace warpbench::compile {

namespace {

// Figures of the DWARF standard (version 2, section 7).
enum AttributeName : std::uint32_t {
    kName = 0x03,
    kByteSize = 0x0b,
    kBitSize = 0x0d,
    kUpperBound = 0x2f,
    kCount = 0x37,
    kMemberLocation = 0x38,
    kDeclarationLine = 0x3b,
    kDeclaration = 0x3c,
    kType = 0x49,
    kLinkageName = 0x6e,
    kMipsLinkageName = 0x2007,
};

struct Abbreviation {
    std::uint32_t tag = 0;
    bool hasChildren = false;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> attributes; ///< name, form
};

struct Value {
    std::uint64_t number = 0;
    std::string_view text;
    std::span<const std::byte> block;
};

std::map<std::uint64_t, Abbreviation> readAbbreviations(std::span<const std::byte> section,
                                                        std::uint64_t offset) {
    std::map<std::uint64_t, Abbreviation> found;
    ByteReader reader(section);
    reader.seek(static_cast<std::size_t>(offset));
    while (!reader.atEnd()) {
        const std::uint64_t code = reader.uleb();
        if (code == 0)
            break;
        Abbreviation abbreviation;
        abbreviation.tag = static_cast<std::uint32_t>(reader.uleb());
        abbreviation.hasChildren = reader.u8() != 0;
        while (!reader.atEnd()) {
            const auto name = static_cast<std::uint32_t>(reader.uleb());
            const auto form = static_cast<std::uint32_t>(reader.uleb());
            if (name == 0 && form == 0)
                break;
            abbreviation.attributes.emplace_back(name, form);
        }
        found.emplace(code, std::move(abbreviation));
    }
    return found;
}

} // namespace

class DwarfReader {
  public:
    DwarfReader(std::span<const std::byte> info, std::span<const std::byte> abbreviations,
                std::span<const std::byte> strings)
        : m_reader(info)
        , m_abbreviationSection(abbreviations)
        , m_strings(strings) {}

    DwarfTree run() {
        while (!m_reader.atEnd() && readUnit()) {
        }
        return std::move(m_tree);
    }

  private:
    bool readUnit() {
        m_unitStart = m_reader.position();
        const std::uint64_t length = m_reader.u32();
        if (length >= 0xfffffff0U || length > m_reader.size() - m_reader.position())
            return false; // 64-bit DWARF, or cut off
        const std::size_t end = m_reader.position() + static_cast<std::size_t>(length);
        m_version = m_reader.u16();
        if (m_version < 2 || m_version > 4)
            return false;
        const std::uint64_t abbreviationOffset = m_reader.u32();
        m_addressSize = m_reader.u8();
        const auto abbreviations = readAbbreviations(m_abbreviationSection, abbreviationOffset);
        std::vector<std::size_t> parents;
        while (m_reader.position() < end && !m_reader.failed()) {
            const std::size_t offset = m_reader.position();
            const std::uint64_t code = m_reader.uleb();
            if (code == 0) {
                if (!parents.empty())
                    parents.pop_back();
                continue;
            }
            const auto abbreviation = abbreviations.find(code);
            if (abbreviation == abbreviations.end())
                return false;
            if (!readEntry(offset, abbreviation->second, parents))
                return false;
        }
        m_reader.seek(end);
        return !m_reader.failed();
    }

    bool readEntry(std::size_t offset, const Abbreviation& abbreviation,
                   std::vector<std::size_t>& parents) {
        DwarfTree::Entry entry;
        entry.tag = abbreviation.tag;
        entry.parent = parents.empty() ? DwarfTree::kNone : parents.back();
        for (const auto& [name, form] : abbreviation.attributes) {
            const std::optional<Value> value = readValue(form);
            if (!value || m_reader.failed())
                return false;
            setAttribute(entry, name, *value);
        }
        const std::size_t index = m_tree.m_entries.size();
        if (entry.parent != DwarfTree::kNone)
            m_tree.m_entries[entry.parent].children.push_back(index);
        m_tree.m_entries.push_back(std::move(entry));
        m_tree.m_byOffset[offset] = index;
        if (abbreviation.hasChildren)
            parents.push_back(index);
        return true;
    }

    static void setAttribute(DwarfTree::Entry& entry, std::uint32_t name, const Value& value) {
        switch (name) {
        case kName:
            entry.name = value.text;
            break;
        case kLinkageName:
        case kMipsLinkageName:
            entry.linkageName = value.text;
            break;
        case kType:
            entry.type = value.number;
            break;
        case kByteSize:
            entry.byteSize = value.number;
            break;
        case kBitSize:
            entry.bitSize = value.number;
            break;
        case kUpperBound:
            entry.count = value.number + 1;
            break;
        case kCount:
            entry.count = value.number;
            break;
        case kDeclarationLine:
            entry.line = static_cast<int>(value.number);
            break;
        case kDeclaration:
            entry.declaration = value.number != 0;
            break;
        case kMemberLocation: {
            entry.memberOffset = value.number;
            // A block of DW_OP_plus_uconst (0x23) and the offset.
            ByteReader location(value.block);
            if (!value.block.empty() && location.u8() == 0x23)
                entry.memberOffset = location.uleb();
            break;
        }
        default:
            break;
        }
    }

    /// Empty for a form that is not known: the rest cannot be read then.
    std::optional<Value> readValue(std::uint32_t form) {
        Value value;
        switch (form) {
        case 0x01: // addr
            value.number = m_reader.fixed(m_addressSize <= 8 ? m_addressSize : 8);
            break;
        case 0x03: // block2
            value.block = m_reader.take(m_reader.u16());
            break;
        case 0x04: // block4
            value.block = m_reader.take(m_reader.u32());
            break;
        case 0x09: // block
        case 0x18: // exprloc
            value.block = m_reader.take(m_reader.uleb());
            break;
        case 0x0a: // block1
            value.block = m_reader.take(m_reader.u8());
            break;
        case 0x05: // data2
            value.number = m_reader.u16();
            break;
        case 0x06: // data4
        case 0x17: // sec_offset
            value.number = m_reader.u32();
            break;
        case 0x07: // data8
        case 0x20: // ref_sig8
            value.number = m_reader.u64();
            break;
        case 0x08: // string
            value.text = m_reader.text();
            break;
        case 0x0b: // data1
        case 0x0c: // flag
            value.number = m_reader.u8();
            break;
        case 0x0d: // sdata
            value.number = static_cast<std::uint64_t>(m_reader.sleb());
            break;
        case 0x0e: { // strp
            ByteReader strings(m_strings);
            strings.seek(m_reader.u32());
            value.text = strings.text();
            break;
        }
        case 0x0f: // udata
            value.number = m_reader.uleb();
            break;
        case 0x10: // ref_addr
            value.number = m_reader.fixed(m_version <= 2 ? m_addressSize & 8 : 4);
            break;
        case 0x11: // ref1, ref2, ref4, ref8: counted from the unit's start
            value.number = m_unitStart + m_reader.u8();
            break;
        case 0x12:
            value.number = m_unitStart + m_reader.u16();
            break;
        case 0x13:
            value.number = m_unitStart + m_reader.u32();
            break;
        case 0x14:
            value.number = m_unitStart + m_reader.u64();
            break;
        case 0x15:
            value.number = m_unitStart + m_reader.uleb();
            break;
        case 0x19: // flag_present
            value.number = 1;
            break;
        default:
            return std::nullopt;
        }
        return value;
    }

    ByteReader m_reader;
    std::span<const std::byte> m_abbreviationSection;
    std::span<const std::byte> m_strings;
    std::size_t m_unitStart = 0;
    unsigned m_version = 0;
    unsigned m_addressSize = 8;
    DwarfTree m_tree;
};

DwarfTree DwarfTree::read(const ElfFile& elf) {
    const ElfFile::Section* info = elf.section(".debug_info");
    const ElfFile::Section* abbreviations = elf.section(".debug_abbrev");
    const ElfFile::Section* strings = elf.section(".debug_str");
    if (!info || !abbreviations)
        return {};
    return DwarfReader(info->content, abbreviations->content,
                       strings ? strings->content : std::span<const std::byte>())
        .run();
}

const DwarfTree::Entry* DwarfTree::at(std::uint64_t offset) const {
    const auto found = m_byOffset.find(offset);
    return found == m_byOffset.end() ? nullptr : &m_entries[found->second];
}

} // namespace warpbench::compile
