// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/layout_type.h"

#include <algorithm>
#include <set>

namespace warpbench::layouts {

namespace {

constexpr std::size_t kMostBytes = std::size_t(1) << 30; // of a record

std::size_t roundUp(std::size_t value, std::size_t alignment) {
    return (value + alignment - 1) / alignment * alignment;
}

std::string joined(const std::string& name, const std::string& inner) {
    const bool separate = !name.empty() && !inner.empty() && inner.front() != '[';
    return name + (separate ? "." : "") + inner;
}

[[noreturn]] void failTooMany(int line) {
    fail(line, {"WB1283",
                "a record has more than {most} numbers",
                "describe a part of it, and the rest with pad",
                {{"most", kMostColumns}}});
}

[[noreturn]] void failTooLarge(int line) {
    fail(line, {"WB1284", "a record is larger than 1 GiB", "make its arrays smaller"});
}

/// `char name[16]` is a text.
bool isText(const Member& member) {
    const std::vector<Column>& columns = member.type.columns;
    return !member.extents.empty() && !member.hexadecimal && columns.size() == 1 &&
           columns[0].isText && columns[0].length == 1;
}

/// Turns a member's array into a struct of its elements, innermost dimension first.
Type withExtents(const Member& member) {
    Type type = member.type;
    std::vector<std::size_t> extents = member.extents;
    if (isText(member)) {
        type.columns[0].length = extents.back();
        type.size = extents.back();
        extents.pop_back();
    }
    for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent) {
        if (type.columns.size() * *extent > kMostColumns)
            failTooMany(member.line);
        if (type.size * *extent > kMostBytes)
            failTooLarge(member.line);
        Type array{type.size * *extent, type.alignment, {}};
        array.columns.reserve(type.columns.size() * *extent);
        for (std::size_t i = 0; i < *extent; ++i) {
            for (const Column& column : type.columns) {
                Column& added = array.columns.emplace_back(column);
                added.name = joined("[" + std::to_string(i) + "]", column.name);
                added.offset += i * type.size;
            }
        }
        type = std::move(array);
    }
    return type;
}

} // namespace

void fail(int line, const ErrorText& said) {
    throw Error(ErrorKind::project, said, {"", line, 0});
}

Type typeOf(const arrays::DType& type) {
    Type made{type.size(), type.alignment(), {}};
    if (type.kind() == arrays::DType::Kind::scalar)
        made.columns.push_back({"", type.scalar(), 0});
    for (int lane = 0; type.kind() == arrays::DType::Kind::vector && lane < type.lanes(); ++lane)
        made.columns.push_back({std::string(1, "xyzw"[lane]), type.scalar(),
                                std::size_t(lane) * arrays::sizeOf(type.scalar())});
    if (type.kind() != arrays::DType::Kind::structure)
        return made;
    for (const arrays::Field& field : type.fields()) {
        Member member{field.name, typeOf(*field.type), {}, {}};
        if (field.count > 1)
            member.extents = {field.count};
        for (Column& column : withExtents(member).columns) {
            column.name = joined(field.name, column.name);
            column.offset += field.offset;
            made.columns.push_back(std::move(column));
            if (made.columns.size() > kMostColumns)
                failTooMany(0);
        }
    }
    return made;
}

std::optional<Type> typeNamed(std::string_view name) {
    if (name == "char")
        return Type{1, 1, {{"", arrays::Scalar::int8, 0, 1, false, true}}};
    for (const std::string_view address :
         {"cudaTextureObject_t", "cudaSurfaceObject_t", "CUdeviceptr", "uintptr_t", "intptr_t"}) {
        if (name == address)
            return pointerType();
    }
    while (name.starts_with("_") && !arrays::DType::parse(name))
        name.remove_prefix(1); // __half2
    const auto type = arrays::DType::parse(name);
    return type ? std::optional(typeOf(*type)) : std::nullopt;
}

Type pointerType() {
    return {8, 8, {{"", arrays::Scalar::uint64, 0, 1, true}}};
}

Type composed(const std::vector<Member>& members, bool isUnion, std::size_t pack) {
    Type type;
    std::set<std::string> names;
    std::size_t end = 0;
    for (const Member& member : members) {
        if (!member.name.empty() && !names.insert(member.name).second)
            fail(member.line, {"WB1285",
                               "there are two members named '{member}'",
                               "rename one of them",
                               {{"member", member.name}}});
        const Type inner = member.padding ? Type{*member.padding, 1, {}} : withExtents(member);
        const std::size_t natural = pack == 0 ? inner.alignment : std::min(inner.alignment, pack);
        const std::size_t alignment = std::max(natural, member.alignment);
        const std::size_t offset = isUnion ? 0 : roundUp(end, alignment);
        end = std::max(end, offset + inner.size);
        type.alignment = std::max(type.alignment, alignment);
        if (end > kMostBytes)
            failTooLarge(member.line);
        if (type.columns.size() + inner.columns.size() > kMostColumns)
            failTooMany(member.line);
        for (const Column& column : inner.columns) {
            Column& added = type.columns.emplace_back(column);
            added.name = joined(member.name, column.name);
            added.offset += offset;
            added.hexadecimal |= member.hexadecimal;
        }
    }
    type.size = roundUp(end, type.alignment);
    return type;
}

} // namespace warpbench::layouts
