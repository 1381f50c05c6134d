// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/debug/debug_section.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warpbench::simgpu::ptx {

/// The DWARF constants that are needed (DWARF 4, section 7.5).
namespace dwarf {
enum Tag : std::uint32_t {
    kArray = 0x01,
    kClass = 0x02,
    kEnumeration = 0x04,
    kParameter = 0x05,
    kLexicalBlock = 0x0b,
    kMember = 0x0d,
    kPointer = 0x0f,
    kReference = 0x10,
    kCompileUnit = 0x11,
    kStructure = 0x13,
    kTypedef = 0x16,
    kUnion = 0x17,
    kInheritance = 0x1c,
    kInlined = 0x1d,
    kSubrange = 0x21,
    kBase = 0x24,
    kConst = 0x26,
    kEnumerator = 0x28,
    kFunction = 0x2e,
    kVariable = 0x34,
    kVolatile = 0x35,
    kRightReference = 0x42,
};
enum Attribute : std::uint32_t {
    kLocation = 0x02,
    kName = 0x03,
    kByteSize = 0x0b,
    kLowPc = 0x11,
    kHighPc = 0x12,
    kConstValue = 0x1c,
    kUpperBound = 0x2f,
    kAbstractOrigin = 0x31,
    kCount = 0x37,
    kMemberLocation = 0x38,
    kEncoding = 0x3e,
    kSpecification = 0x47,
    kType = 0x49,
};
} // namespace dwarf

struct DebugValue {
    std::uint64_t number = 0; ///< a reference: offset of the entry
    std::string text;         ///< of a string; for an address: its symbol
    std::uint64_t block = 0;  ///< offset of a block's first byte in the section
    std::uint64_t length = 0; ///< bytes of a block; 0: the value is not a block
};

/// A debugging information entry.
struct DebugEntry {
    std::uint64_t offset = 0;
    std::uint32_t tag = 0;
    std::int32_t parent = -1;
    std::vector<std::int32_t> children;
    std::map<std::uint32_t, DebugValue> values;

    const DebugValue* find(std::uint32_t attribute) const {
        const auto it = values.find(attribute);
        return it == values.end() ? nullptr : &it->second;
    }
};

/// All entries of a .debug_info section, in order. Stops at anything it does not understand.
std::vector<DebugEntry> readDebugEntries(const DebugSection& info,
                                         const DebugSection& abbreviations,
                                         const DebugSection& strings);

} // namespace warpbench::simgpu::ptx
