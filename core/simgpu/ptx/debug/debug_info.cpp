// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/debug/debug_info.h"

#include "core/simgpu/ptx/debug/debug_entries.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace warpbench::simgpu::ptx {

namespace {

constexpr int kDeepest = 64; ///< nested types and scopes; deeper ones are left out

/// The name that NVIDIA packs into the number of a register: its characters, the last one lowest.
std::string registerName(std::uint64_t number) {
    std::string name;
    for (; number; number >>= 8)
        name.insert(name.begin(), static_cast<char>(number & 0xff));
    return name;
}

/// Structs of cuda_fp16.h, cuda_bf16.h and cuda_fp8.h that are one number.
DebugType::Narrow narrowFormat(std::string_view name) {
    using Narrow = DebugType::Narrow;
    static constexpr std::pair<std::string_view, Narrow> kNames[] = {
        {"__half", Narrow::float16},           {"__nv_bfloat16", Narrow::bfloat16},
        {"__nv_fp8_e4m3", Narrow::float8E4m3}, {"__nv_fp8_e5m2", Narrow::float8E5m2},
        {"__nv_fp8_e8m0", Narrow::float8E8m0},
    };
    const auto found = std::find_if(std::begin(kNames), std::end(kNames),
                                    [&](const auto& row) { return row.first == name; });
    return found == std::end(kNames) ? Narrow::none : found->second;
}

/// "__nv_fp8_e4m3" and 4 for "__nv_fp8x4_e4m3", whose only member contains the bits of all.
std::pair<std::string, std::uint64_t> packedNumbers(const std::string& name) {
    static constexpr std::string_view kBegin = "__nv_fp8x";
    if (name.rfind(kBegin, 0) != 0 || name.size() < kBegin.size() + 2)
        return {};
    return {"__nv_fp8" + name.substr(kBegin.size() + 1),
            static_cast<std::uint64_t>(name[kBegin.size()] - '0')};
}

class Builder {
  public:
    Builder(const DebugSection& info, const DebugSection& locations,
            std::vector<DebugEntry> entries)
        : m_info(info)
        , m_locations(locations)
        , m_entries(std::move(entries)) {
        for (std::size_t i = 0; i < m_entries.size(); ++i)
            m_byOffset.emplace(m_entries[i].offset, static_cast<std::int32_t>(i));
    }

    DebugInfo build() {
        for (const DebugEntry& entry : m_entries) {
            if (entry.tag == dwarf::kFunction && !textOf(entry, dwarf::kLowPc).empty()) {
                DebugFunction function;
                function.begin = textOf(entry, dwarf::kLowPc);
                addScope(entry, {}, 0, 0, function.variables);
                m_result.functions.push_back(std::move(function));
            }
            const bool ofUnit = entry.parent >= 0 && at(entry.parent).tag == dwarf::kCompileUnit;
            if (entry.tag == dwarf::kVariable && ofUnit)
                addVariable(entry, {}, 0, 0, m_result.globals);
        }
        return std::move(m_result);
    }

  private:
    struct Scope {
        std::string begin, end;
    };

    const DebugEntry& at(std::int32_t index) const {
        return m_entries[static_cast<std::size_t>(index)];
    }

    static std::string textOf(const DebugEntry& entry, std::uint32_t attribute) {
        const DebugValue* value = entry.find(attribute);
        return value ? value->text : std::string();
    }
    static std::uint64_t numberOf(const DebugEntry& entry, std::uint32_t attribute) {
        const DebugValue* value = entry.find(attribute);
        return value ? value->number : 0;
    }

    const DebugEntry* referred(const DebugEntry& entry, std::uint32_t attribute) const {
        const DebugValue* value = entry.find(attribute);
        const auto found = value ? m_byOffset.find(value->number) : m_byOffset.end();
        return found == m_byOffset.end() ? nullptr : &at(found->second);
    }

    /// Attributes missing from an inlined function's variable are in its original.
    const DebugEntry& original(const DebugEntry& entry) const {
        const DebugEntry* origin = referred(entry, dwarf::kAbstractOrigin);
        if (!origin)
            origin = referred(entry, dwarf::kSpecification);
        return origin ? *origin : entry;
    }

    /// Inner scopes precede the enclosing ones.
    void addScope(const DebugEntry& entry, const Scope& scope, std::uint32_t inlined, int depth,
                  std::vector<DebugVariable>& out) {
        if (depth > kDeepest)
            return;
        for (const std::int32_t child : entry.children) {
            const DebugEntry& inner = at(child);
            if (inner.tag != dwarf::kLexicalBlock && inner.tag != dwarf::kInlined)
                continue;
            Scope range{textOf(inner, dwarf::kLowPc), textOf(inner, dwarf::kHighPc)};
            if (range.begin.empty())
                range = scope;
            addScope(inner, range, inlined + (inner.tag == dwarf::kInlined ? 1 : 0), depth + 1,
                     out);
        }
        std::uint32_t parameters = 0; // unnamed ones also count
        for (const std::int32_t child : entry.children) {
            const std::uint32_t tag = at(child).tag;
            if (tag == dwarf::kParameter || tag == dwarf::kVariable)
                addVariable(at(child), scope, inlined, parameters, out);
            if (tag == dwarf::kParameter)
                ++parameters;
        }
    }

    void addVariable(const DebugEntry& entry, const Scope& scope, std::uint32_t inlined,
                     std::uint32_t parameterIndex, std::vector<DebugVariable>& out) {
        const DebugEntry& origin = original(entry);
        DebugVariable variable;
        variable.name = textOf(origin, dwarf::kName);
        if (variable.name.empty())
            return;
        variable.type = typeAt(referred(origin, dwarf::kType), 0);
        variable.parameter = entry.tag == dwarf::kParameter;
        variable.parameterIndex = parameterIndex;
        variable.inlined = inlined;
        variable.begin = scope.begin;
        variable.end = scope.end;
        if (const DebugValue* location = entry.find(dwarf::kLocation))
            variable.locations = locationsOf(*location);
        out.push_back(std::move(variable));
    }

    std::vector<DebugLocation> locationsOf(const DebugValue& value) const {
        std::vector<DebugLocation> all;
        if (value.block) {
            all.push_back(expression(m_info, value.block, value.length));
            return all;
        }
        // A list: begin, end, an expression; zeros end it.
        DebugReader reader(m_locations, value.number);
        while (!reader.atEnd()) {
            const std::string begin = reader.symbol(), end = reader.symbol();
            if (begin.empty() && end.empty())
                break;
            const std::uint64_t length = reader.number(2);
            DebugLocation location = expression(m_locations, reader.position(), length);
            reader.skip(length);
            location.begin = begin;
            location.end = end;
            all.push_back(std::move(location));
        }
        return all;
    }

    /// The expressions that compilers write for PTX: a register, or an address and an offset.
    static DebugLocation expression(const DebugSection& section, std::uint64_t begin,
                                    std::uint64_t length) {
        DebugLocation location;
        DebugReader reader(section, begin);
        while (reader.position() < begin + length && !reader.atEnd()) {
            switch (reader.number(1)) {
            case 0x03: // addr
                location.symbol = reader.symbol();
                break;
            case 0x23: // plus_uconst
                location.offset += reader.unsignedLeb();
                break;
            case 0x90: // regx
                location.inRegister = true;
                location.symbol = registerName(reader.unsignedLeb());
                break;
            default: // unknown: better no value than a wrong one
                return {};
            }
        }
        return location;
    }

    /// \return index of the type; -1: none
    std::int32_t typeAt(const DebugEntry* entry, int depth) {
        if (!entry || depth > kDeepest)
            return -1;
        const auto [known, isNew] =
            m_types.try_emplace(entry->offset, static_cast<std::int32_t>(m_result.types.size()));
        const std::int32_t index = known->second;
        if (!isNew)
            return index;
        m_result.types.emplace_back();
        DebugType type = makeType(*entry, depth);
        m_result.types[static_cast<std::size_t>(index)] = std::move(type);
        return index;
    }

    DebugType makeType(const DebugEntry& entry, int depth) {
        DebugType type;
        type.name = textOf(entry, dwarf::kName);
        type.size = numberOf(entry, dwarf::kByteSize);
        const DebugEntry* of = referred(entry, dwarf::kType);
        switch (entry.tag) {
        case dwarf::kBase:
            type.kind = DebugType::Kind::base;
            type.encoding = static_cast<std::uint8_t>(numberOf(entry, dwarf::kEncoding));
            break;
        case dwarf::kPointer:
        case dwarf::kReference:
        case dwarf::kRightReference:
            type.kind = entry.tag == dwarf::kPointer ? DebugType::Kind::pointer
                                                     : DebugType::Kind::reference;
            type.size = 8;
            type.element = typeAt(of, depth + 1);
            break;
        case dwarf::kEnumeration:
            type.kind = DebugType::Kind::enumeration;
            type.isUnsigned = isUnsigned(entry, type.size);
            break;
        case dwarf::kStructure:
        case dwarf::kClass:
        case dwarf::kUnion:
            type.kind = DebugType::Kind::structure;
            type.narrow = narrowFormat(type.name);
            if (const auto [element, count] = packedNumbers(type.name); count > 0)
                addNumbers(element, count, type);
            else
                addMembers(entry, depth, type);
            break;
        case dwarf::kArray:
            return makeArray(entry, depth);
        case dwarf::kTypedef:
        case dwarf::kConst:
        case dwarf::kVolatile:
            if (const std::int32_t inner = typeAt(of, depth + 1); inner >= 0) {
                DebugType same = m_result.types[static_cast<std::size_t>(inner)];
                if (same.name.empty())
                    same.name = m_result.nameOf(inner);
                same.name = entry.tag == dwarf::kTypedef ? type.name
                            : entry.tag == dwarf::kConst ? "const " + same.name
                                                         : "volatile " + same.name;
                return same;
            }
            break;
        default:
            break;
        }
        return type;
    }

    void addMembers(const DebugEntry& entry, int depth, DebugType& type) {
        for (const std::int32_t child : entry.children) {
            const DebugEntry& member = at(child);
            if (member.tag != dwarf::kMember && member.tag != dwarf::kInheritance)
                continue;
            const DebugValue* place = member.find(dwarf::kMemberLocation);
            std::uint64_t offset = place ? place->number : 0;
            if (place && place->length) { // DW_OP_plus_uconst
                DebugReader reader(m_info, place->block + 1);
                offset = reader.unsignedLeb();
            }
            const std::int32_t of = typeAt(referred(member, dwarf::kType), depth + 1);
            std::string name = textOf(member, dwarf::kName);
            // NVRTC has a base as a member "__b_4Base".
            const bool isSeenThrough =
                member.tag == dwarf::kInheritance || name.empty() || name.rfind("__b_", 0) == 0;
            if (isSeenThrough && of >= 0) {
                for (const auto& inner : m_result.types[static_cast<std::size_t>(of)].members)
                    type.members.push_back({inner.name, inner.type, inner.offset + offset});
            } else if (!name.empty()) {
                // It hides a base's of the same name.
                std::erase_if(type.members, [&](const auto& other) { return other.name == name; });
                type.members.push_back({std::move(name), of, offset});
            }
        }
    }

    /// The packed numbers of a vector: x, y, z, w.
    void addNumbers(const std::string& element, std::uint64_t count, DebugType& type) {
        DebugType number;
        number.kind = DebugType::Kind::structure;
        number.name = element;
        number.size = count ? type.size / count : 0;
        number.narrow = narrowFormat(element);
        const auto index = static_cast<std::int32_t>(m_result.types.size());
        m_result.types.push_back(std::move(number));
        static constexpr const char* kNames[] = {"x", "y", "z", "w"};
        for (std::size_t i = 0; i < std::min<std::size_t>(count, std::size(kNames)); ++i)
            type.members.push_back({kNames[i], index, i * (type.size / count)});
    }

    /// DWARF 2 does not record the type of an enumeration. A negative value makes it signed. Small
    /// ones are bytes and words, which usually are unsigned; others are `int` unless a value is
    /// larger.
    bool isUnsigned(const DebugEntry& entry, std::uint64_t size) const {
        std::int64_t least = 0, most = 0;
        for (const std::int32_t child : entry.children) {
            if (at(child).tag != dwarf::kEnumerator)
                continue;
            const auto value = static_cast<std::int64_t>(numberOf(at(child), dwarf::kConstValue));
            least = std::min(least, value);
            most = std::max(most, value);
        }
        constexpr std::uint64_t kWord = 2;
        return least == 0 && (size <= kWord || (size < 8 && most >> (8 * size - 1) != 0));
    }

    /// An array of several dimensions is an array of arrays.
    DebugType makeArray(const DebugEntry& entry, int depth) {
        std::vector<std::uint64_t> counts;
        for (const std::int32_t child : entry.children) {
            const DebugEntry& range = at(child);
            if (range.tag != dwarf::kSubrange)
                continue;
            if (range.find(dwarf::kCount))
                counts.push_back(numberOf(range, dwarf::kCount));
            else
                counts.push_back(
                    range.find(dwarf::kUpperBound) ? numberOf(range, dwarf::kUpperBound) + 1 : 0);
        }
        if (counts.empty())
            counts.push_back(0);
        std::int32_t element = typeAt(referred(entry, dwarf::kType), depth + 1);
        for (std::size_t d = counts.size();; --d) {
            DebugType array;
            array.kind = DebugType::Kind::array;
            array.element = element;
            array.count = counts[d - 1];
            array.size = element < 0
                             ? 0
                             : array.count * m_result.types[static_cast<std::size_t>(element)].size;
            if (d == 1)
                return array;
            element = static_cast<std::int32_t>(m_result.types.size());
            m_result.types.push_back(std::move(array));
        }
    }

    const DebugSection& m_info;
    const DebugSection& m_locations;
    const std::vector<DebugEntry> m_entries;
    std::map<std::uint64_t, std::int32_t> m_byOffset;
    std::map<std::uint64_t, std::int32_t> m_types;
    DebugInfo m_result;
};

/// The sections of one part of a linked module.
std::vector<DebugSection> sectionsNamed(const Module& module, std::size_t part,
                                        std::string_view name) {
    std::vector<DebugSection> all;
    for (std::size_t i = 0; i < module.sections.size(); ++i) {
        const std::vector<std::size_t>& parts = module.parts.sections;
        if (module.sections[i].first == name && (i < parts.size() ? parts[i] : 0) == part)
            all.push_back(readDebugSection(module.sections[i].second));
    }
    return all;
}

/// Empty if the part lacks these sections, or they are not understood.
DebugInfo readPart(const Module& module, std::size_t part) {
    const std::vector<DebugSection> infos = sectionsNamed(module, part, ".debug_info");
    const std::vector<DebugSection> abbreviations = sectionsNamed(module, part, ".debug_abbrev");
    if (infos.size() != 1 || abbreviations.size() != 1)
        return {};
    const std::vector<DebugSection> locations = sectionsNamed(module, part, ".debug_loc");
    const std::vector<DebugSection> strings = sectionsNamed(module, part, ".debug_str");
    const DebugSection none;
    return Builder(infos.front(), locations.empty() ? none : locations.front(),
                   readDebugEntries(infos.front(), abbreviations.front(),
                                    strings.empty() ? none : strings.front()))
        .build();
}

/// Adds a part's information to that of the earlier parts.
void addPart(DebugInfo info, const Module& module, std::size_t part, DebugInfo& result) {
    const auto first = static_cast<std::int32_t>(result.types.size());
    const auto move = [&](std::int32_t& type) { type += type >= 0 ? first : 0; };
    const auto take = [&](DebugVariable& variable) {
        move(variable.type);
        variable.part = part;
        for (DebugLocation& location : variable.locations) {
            for (const LinkedParts::Renamed& renamed : module.parts.variables) {
                if (!location.inRegister && renamed.part == part &&
                    renamed.before == location.symbol) {
                    location.symbol = renamed.now;
                    break;
                }
            }
        }
    };
    for (DebugType& type : info.types) {
        move(type.element);
        for (DebugType::Member& member : type.members)
            move(member.type);
        result.types.push_back(std::move(type));
    }
    for (DebugFunction& function : info.functions) {
        function.part = part;
        for (DebugVariable& variable : function.variables)
            take(variable);
        result.functions.push_back(std::move(function));
    }
    for (DebugVariable& variable : info.globals) {
        take(variable);
        result.globals.push_back(std::move(variable));
    }
}

} // namespace

std::string DebugInfo::nameOf(std::int32_t index) const {
    std::string behind;
    for (int depth = 0; depth < kDeepest; ++depth) {
        if (index < 0)
            return "void" + behind;
        const DebugType& type = types[static_cast<std::size_t>(index)];
        if (!type.name.empty())
            return type.name + behind;
        if (type.kind == DebugType::Kind::pointer)
            behind = "*" + behind;
        else if (type.kind == DebugType::Kind::reference)
            behind = "&" + behind;
        else if (type.kind == DebugType::Kind::array)
            behind += "[" + (type.count ? std::to_string(type.count) : std::string()) + "]";
        else
            return "?" + behind;
        index = type.element;
    }
    return "?" + behind;
}

DebugInfo readDebugInfo(const Module& module) {
    const std::vector<std::size_t>& sections = module.parts.sections;
    std::size_t parts = 1;
    for (const std::size_t part : sections)
        parts = std::max(parts, part + 1);
    DebugInfo result;
    for (std::size_t part = 0; part < parts; ++part)
        addPart(readPart(module, part), module, part, result);
    return result;
}

} // namespace warpbench::simgpu::ptx
