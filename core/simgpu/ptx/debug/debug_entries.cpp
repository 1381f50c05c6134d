// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/debug/debug_entries.h"

#include <utility>

namespace warpbench::simgpu::ptx {

namespace {

struct Abbreviation {
    std::uint32_t tag = 0;
    bool children = false;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> attributes; ///< attribute, form
};
using Abbreviations = std::map<std::uint64_t, Abbreviation>;

Abbreviations readAbbreviations(const DebugSection& section) {
    Abbreviations all;
    DebugReader reader(section, 0);
    while (!reader.atEnd()) {
        const std::uint64_t code = reader.unsignedLeb();
        if (code == 0)
            break;
        Abbreviation& one = all[code];
        one.tag = static_cast<std::uint32_t>(reader.unsignedLeb());
        one.children = reader.number(1) != 0;
        while (!reader.atEnd()) {
            const auto attribute = static_cast<std::uint32_t>(reader.unsignedLeb());
            const auto form = static_cast<std::uint32_t>(reader.unsignedLeb());
            if (attribute == 0 && form == 0)
                break;
            one.attributes.emplace_back(attribute, form);
        }
    }
    return all;
}

/// A unit's entries, read one after the other.
class UnitReader {
  public:
    UnitReader(DebugReader& reader, const DebugSection& strings, std::uint64_t start)
        : m_reader(reader)
        , m_strings(strings)
        , m_start(start) {}

    /// False for an unknown form: nothing after it can be read.
    bool read(std::uint32_t form, DebugValue& value) {
        switch (form) {
        case 0x01: // addr
            value.text = m_reader.symbol();
            return true;
        case 0x0a: // block1
            return block(m_reader.number(1), value);
        case 0x03: // block2
            return block(m_reader.number(2), value);
        case 0x04: // block4
            return block(m_reader.number(4), value);
        case 0x09: // block
        case 0x18: // exprloc
            return block(m_reader.unsignedLeb(), value);
        case 0x0b: // data1
        case 0x0c: // flag
            value.number = m_reader.number(1);
            return true;
        case 0x05: // data2
            value.number = m_reader.number(2);
            return true;
        case 0x06: // data4
        case 0x17: // sec_offset
            value.number = m_reader.number(4);
            return true;
        case 0x07: // data8
            value.number = m_reader.number(8);
            return true;
        case 0x08: // string
            value.text = m_reader.text();
            return true;
        case 0x0e: { // strp
            DebugReader text(m_strings, m_reader.number(4));
            value.text = text.text();
            return true;
        }
        case 0x0d: // sdata
            value.number = static_cast<std::uint64_t>(m_reader.signedLeb());
            return true;
        case 0x0f: // udata
            value.number = m_reader.unsignedLeb();
            return true;
        case 0x10: // ref_addr
            value.number = m_reader.number(4);
            return true;
        case 0x11: // ref1, ref2, ref4, ref8
            return reference(m_reader.number(1), value);
        case 0x12:
            return reference(m_reader.number(2), value);
        case 0x13:
            return reference(m_reader.number(4), value);
        case 0x14:
            return reference(m_reader.number(8), value);
        case 0x15: // ref_udata
            return reference(m_reader.unsignedLeb(), value);
        case 0x19: // flag_present
            value.number = 1;
            return true;
        default:
            return false;
        }
    }

  private:
    bool block(std::uint64_t length, DebugValue& value) {
        value.block = m_reader.position();
        value.length = length;
        m_reader.skip(length);
        return true;
    }
    bool reference(std::uint64_t offset, DebugValue& value) {
        value.number = m_start + offset;
        return true;
    }

    DebugReader& m_reader;
    const DebugSection& m_strings;
    std::uint64_t m_start;
};

} // namespace

std::vector<DebugEntry> readDebugEntries(const DebugSection& info,
                                         const DebugSection& abbreviations,
                                         const DebugSection& strings) {
    std::vector<DebugEntry> all;
    const Abbreviations known = readAbbreviations(abbreviations);
    DebugReader reader(info, 0);
    while (!reader.atEnd()) {
        const std::uint64_t start = reader.position();
        const std::uint64_t end = start + 4 + reader.number(4);
        const std::uint64_t version = reader.number(2);
        reader.skip(5); // the abbreviations' offset: PTX has one table; the size of an address
        if (version < 2 || version > 4)
            return all;
        UnitReader unit(reader, strings, start);
        std::int32_t parent = -1;
        while (reader.position() < end && !reader.atEnd()) {
            DebugEntry entry;
            entry.offset = reader.position();
            const std::uint64_t code = reader.unsignedLeb();
            if (code == 0) { // the end of a list of children
                if (parent < 0)
                    break;
                parent = all[static_cast<std::size_t>(parent)].parent;
                continue;
            }
            const auto abbreviation = known.find(code);
            if (abbreviation == known.end())
                return all;
            entry.tag = abbreviation->second.tag;
            entry.parent = parent;
            for (const auto& [attribute, form] : abbreviation->second.attributes) {
                if (!unit.read(form, entry.values[attribute]))
                    return all;
            }
            const auto index = static_cast<std::int32_t>(all.size());
            if (parent >= 0)
                all[static_cast<std::size_t>(parent)].children.push_back(index);
            all.push_back(std::move(entry));
            if (abbreviation->second.children)
                parent = index;
        }
        reader.skip(end > reader.position() ? end - reader.position() : 0);
    }
    return all;
}

} // namespace warpbench::simgpu::ptx
