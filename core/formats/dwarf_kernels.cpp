// SPDX-License-Identifier: GPL-3.0-or-later
// Types as DWARF describes them, as C++ spells them.
#include "core/formats/dwarf.h"
#include "core/formats/elf_reader.h"

#include <algorithm>

namespace warpbench::compile {

namespace {

using Entry = DwarfTree::Entry;

enum Tag : std::uint32_t {
    kArray = 0x01,
    kClass = 0x02,
    kEnumeration = 0x04,
    kFormalParameter = 0x05,
    kMember = 0x0d,
    kPointer = 0x0f,
    kReference = 0x10,
    kStructure = 0x13,
    kFunctionType = 0x15,
    kTypedef = 0x16,
    kUnion = 0x17,
    kInheritance = 0x1c,
    kSubrange = 0x21,
    kConst = 0x26,
    kSubprogram = 0x2e,
    kVolatile = 0x35,
    kRestrict = 0x37,
    kNamespace = 0x39,
    kRvalueReference = 0x42,
};

/// Deeper than any type that a person writes; a damaged tree may hold circles.
constexpr int kMaxDepth = 24;
/// Of all members of all parameters together, against damaged trees.
constexpr int kMaxMembers = 20000;

class TypeReader {
  public:
    explicit TypeReader(const DwarfTree& tree)
        : m_tree(tree) {}

    Parameter parameter(const Entry& entry) {
        Parameter made;
        made.name = entry.name;
        describe(entry.type, made, 0);
        return made;
    }

  private:
    enum class Typedefs { kept, resolved };

    const Entry* resolved(std::uint64_t offset) const {
        const Entry* entry = m_tree.at(offset);
        for (int depth = 0; entry && depth < kMaxDepth; ++depth) {
            const bool skipped = entry->tag == kTypedef || entry->tag == kConst ||
                                 entry->tag == kVolatile || entry->tag == kRestrict;
            if (!skipped)
                return entry;
            entry = m_tree.at(entry->type);
        }
        return nullptr;
    }

    void describe(std::uint64_t type, Parameter& parameter, int depth) {
        parameter.type = spell(type, "", Typedefs::kept, 0);
        parameter.canonical = spell(type, "", Typedefs::resolved, 0);
        parameter.size = static_cast<std::size_t>(sizeOf(type, 0));
        const Entry* entry = resolved(type);
        if (!entry)
            return;
        if (entry->tag == kPointer) {
            const Entry* target = resolved(entry->type);
            parameter.pointer = !target || target->tag != kFunctionType;
            if (parameter.pointer) {
                describePointee(entry->type, parameter);
                describeTarget(target, entry->type, parameter, depth);
            }
        } else if (isRecord(*entry) && depth < kMaxDepth) {
            for (std::size_t child : entry->children)
                addMember(m_tree.entries()[child], parameter, depth);
        } else if (entry->tag == kArray) {
            describeArray(*entry, parameter, depth);
        }
    }

    /// DWARF has one entry for all dimensions of an array.
    void describeArray(const Entry& array, Parameter& parameter, int depth) {
        std::vector<std::size_t> counts;
        for (std::size_t child : array.children)
            if (const Entry& range = m_tree.entries()[child]; range.tag == kSubrange)
                counts.push_back(static_cast<std::size_t>(range.count));
        const bool empty = std::find(counts.begin(), counts.end(), 0u) != counts.end();
        if (counts.empty() || empty || counts.size() > kMaxDepth || depth >= kMaxDepth)
            return;
        Parameter element;
        describe(array.type, element, depth + 1);
        for (std::size_t i = counts.size() - 1; i > 0; --i) {
            Parameter row;
            row.type = arrayOf(element.type, counts[i]);
            row.canonical = arrayOf(element.canonical, counts[i]);
            row.size = element.size * counts[i];
            row.count = counts[i];
            row.element = {std::move(element)};
            element = std::move(row);
        }
        parameter.count = counts.front();
        parameter.element = {std::move(element)};
    }

    /// "float [2]" and 3: "float [3][2]".
    static std::string arrayOf(const std::string& type, std::size_t count) {
        const std::string dimension = "[" + std::to_string(count) + "]";
        const std::size_t bracket = type.find('[');
        return bracket == std::string::npos ? type + " " + dimension
                                            : std::string(type).insert(bracket, dimension);
    }

    /// The target of a pointer, without typedefs, const and volatile.
    void describePointee(std::uint64_t type, Parameter& parameter) const {
        const Entry* entry = m_tree.at(type);
        for (int depth = 0; entry && depth < kMaxDepth; ++depth) {
            if (entry->tag == kConst)
                parameter.pointeeConst = true;
            else if (entry->tag != kTypedef && entry->tag != kVolatile && entry->tag != kRestrict)
                break;
            type = entry->type;
            entry = m_tree.at(type);
        }
        parameter.pointee = spell(type, "", Typedefs::resolved, 0);
    }

    /// A list node points to a node: targets of pointers in a target are left out.
    void describeTarget(const Entry* target, std::uint64_t type, Parameter& parameter, int depth) {
        if (!target || !isRecord(*target) || m_isTarget || depth >= kMaxDepth)
            return;
        m_isTarget = true;
        describe(type, parameter.target.emplace_back(), depth + 1);
        m_isTarget = false;
    }

    void addMember(const Entry& entry, Parameter& parameter, int depth) {
        if ((entry.tag != kMember && entry.tag != kInheritance) || m_members >= kMaxMembers)
            return;
        ++m_members;
        Parameter member;
        member.name = entry.name;
        describe(entry.type, member, depth + 1);
        member.offset = static_cast<std::size_t>(entry.memberOffset);
        if (entry.bitSize > 0) {
            const std::string bits = " : " + std::to_string(entry.bitSize);
            member.type += bits;
            member.canonical += bits;
        }
        // NVRTC writes a base class as a member called __b_<length><name>: its members are the
        // struct's own.
        const bool base = entry.tag == kInheritance || entry.name.starts_with("__b_");
        if (!base) {
            parameter.members.push_back(std::move(member));
            return;
        }
        for (Parameter& inherited : member.members) {
            inherited.offset += member.offset;
            parameter.members.push_back(std::move(inherited));
        }
    }

    static bool isRecord(const Entry& entry) {
        return entry.tag == kStructure || entry.tag == kClass || entry.tag == kUnion;
    }

    std::uint64_t sizeOf(std::uint64_t type, int depth) const {
        const Entry* entry = m_tree.at(type);
        if (!entry || depth > kMaxDepth)
            return 0;
        if (entry->byteSize > 0)
            return entry->byteSize;
        switch (entry->tag) {
        case kPointer:
        case kReference:
        case kRvalueReference:
            return 8;
        case kArray: {
            std::uint64_t size = sizeOf(entry->type, depth + 1);
            for (std::size_t child : entry->children)
                if (m_tree.entries()[child].tag == kSubrange)
                    size *= m_tree.entries()[child].count;
            return size;
        }
        case kTypedef:
        case kConst:
        case kVolatile:
        case kRestrict:
            return sizeOf(entry->type, depth + 1);
        default:
            return 0;
        }
    }

    /// C++ spells types around their target: `inner` is the part already spelled ("*", "[4]").
    std::string spell(std::uint64_t type, const std::string& inner, Typedefs typedefs,
                      int depth) const {
        const Entry* entry = m_tree.at(type);
        if (!entry)
            return named("void", inner);
        if (depth > kMaxDepth)
            return named("?", inner);
        const auto next = [&](const std::string& text) {
            return spell(entry->type, text, typedefs, depth + 1);
        };
        switch (entry->tag) {
        case kPointer:
            return next("*" + inner);
        case kReference:
            return next("&" + inner);
        case kRvalueReference:
            return next("&&" + inner);
        case kRestrict:
            return next(inner);
        case kConst:
        case kVolatile:
            return spellQualified(*entry, inner, typedefs, depth);
        case kArray: {
            std::string dimensions;
            for (std::size_t child : entry->children)
                if (const Entry& range = m_tree.entries()[child]; range.tag == kSubrange)
                    dimensions +=
                        "[" + (range.count ? std::to_string(range.count) : std::string()) + "]";
            return next(bracketed(inner) + dimensions);
        }
        case kFunctionType: {
            std::string list;
            for (std::size_t child : entry->children)
                if (const Entry& one = m_tree.entries()[child]; one.tag == kFormalParameter)
                    list += (list.empty() ? "" : ", ") + spell(one.type, "", typedefs, depth + 1);
            return next(bracketed(inner) + "(" + list + ")");
        }
        case kTypedef:
            if (typedefs == Typedefs::resolved)
                return next(inner);
            return named(std::string(entry->name), inner);
        default:
            return named(entry->name.empty() ? unnamed(*entry) : qualified(*entry), inner);
        }
    }

    std::string spellQualified(const Entry& entry, const std::string& inner, Typedefs typedefs,
                               int depth) const {
        const std::string word = entry.tag == kConst ? "const" : "volatile";
        const Entry* target = m_tree.at(entry.type);
        // A const pointer has `const` after the star, all other types before their name.
        if (target && (target->tag == kPointer || target->tag == kReference))
            return spell(entry.type, word + (inner.empty() ? "" : " " + inner), typedefs,
                         depth + 1);
        return word + " " + spell(entry.type, inner, typedefs, depth + 1);
    }

    static std::string bracketed(const std::string& inner) {
        return inner.starts_with('*') || inner.starts_with('&') ? "(" + inner + ")" : inner;
    }

    static std::string named(const std::string& name, const std::string& inner) {
        return inner.empty() ? name : name + " " + inner;
    }

    static std::string unnamed(const Entry& entry) {
        switch (entry.tag) {
        case kEnumeration:
            return "enum";
        case kUnion:
            return "union";
        default:
            return "struct";
        }
    }

    std::string qualified(const Entry& entry) const {
        std::string name(entry.name);
        std::size_t parent = entry.parent;
        for (int depth = 0; parent != DwarfTree::kNone && depth < kMaxDepth; ++depth) {
            const Entry& scope = m_tree.entries()[parent];
            if (scope.tag == kNamespace && !scope.name.empty())
                name = std::string(scope.name) + "::" + name;
            parent = scope.parent;
        }
        return name;
    }

    const DwarfTree& m_tree;
    int m_members = 0;
    bool m_isTarget = false; ///< describes the target of a pointer
};

} // namespace

std::vector<DwarfKernel> readDwarfKernels(std::span<const std::byte> cubin) {
    const std::optional<ElfFile> elf = ElfFile::parse(cubin);
    if (!elf)
        return {};
    const DwarfTree tree = DwarfTree::read(*elf);
    TypeReader types(tree);
    std::vector<DwarfKernel> kernels;
    for (const Entry& entry : tree.entries()) {
        if (entry.tag != kSubprogram || entry.declaration || entry.name.empty())
            continue;
        DwarfKernel kernel;
        kernel.name = entry.name;
        kernel.lowered = entry.linkageName.empty() ? entry.name : entry.linkageName;
        kernel.line = entry.line;
        for (std::size_t child : entry.children)
            if (tree.entries()[child].tag == kFormalParameter)
                kernel.parameters.push_back(types.parameter(tree.entries()[child]));
        kernels.push_back(std::move(kernel));
    }
    return kernels;
}

} // namespace warpbench::compile
