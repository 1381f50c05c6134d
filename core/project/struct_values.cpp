// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/struct_values.h"

#include <algorithm>
#include <charconv>

namespace warpbench::project {

namespace {

/// A name, or an index where `name` is empty.
struct PathPart {
    std::string name;
    std::size_t index = 0;
};

/// "eyes[1].zoom": eyes, 1, zoom.
std::vector<PathPart> partsOf(std::string_view path) {
    std::vector<PathPart> parts;
    while (!path.empty()) {
        if (path.front() == '[') {
            PathPart part;
            const char* end = path.data() + path.size();
            const auto read = std::from_chars(path.data() + 1, end, part.index);
            parts.push_back(part);
            path.remove_prefix(std::min(std::size_t(read.ptr - path.data()) + 1, path.size()));
        } else {
            path.remove_prefix(path.front() == '.' ? 1 : 0);
            const std::size_t length = std::min(path.find_first_of(".["), path.size());
            parts.push_back({std::string(path.substr(0, length)), 0});
            path.remove_prefix(length);
        }
    }
    return parts;
}

constexpr std::size_t kMostElements = 1u << 16;

bool isEmpty(const MemberValue& value) {
    const auto* structure = std::get_if<StructArg>(&value);
    const auto* list = std::get_if<MemberList>(&value);
    return (structure && structure->fields.empty()) || (list && list->empty());
}

void setIn(MemberValue& into, const std::vector<PathPart>& parts, std::size_t at,
           std::optional<MemberValue>& value);

void setField(StructArg& structure, const std::vector<PathPart>& parts, std::size_t at,
              std::optional<MemberValue>& value) {
    const std::string& name = parts[at].name;
    const bool last = at + 1 == parts.size();
    if (!value && (last || !structure.fields.contains(name))) {
        structure.fields.erase(name);
        return;
    }
    MemberValue& field = structure.fields[name];
    if (last) {
        field = std::move(*value);
        return;
    }
    setIn(field, parts, at + 1, value);
    if (isEmpty(field))
        structure.fields.erase(name);
}

void setElement(MemberList& list, const std::vector<PathPart>& parts, std::size_t at,
                std::optional<MemberValue>& value) {
    const std::size_t index = parts[at].index;
    const bool last = at + 1 == parts.size();
    const bool inStruct = !last && !parts[at + 1].name.empty();
    const MemberValue zeros = last       ? MemberValue(Expression{"0", {}})
                              : inStruct ? MemberValue(StructArg{})
                                         : MemberValue(MemberList{});
    if (index >= kMostElements || (!value && index >= list.size()))
        return;
    if (list.size() <= index)
        list.resize(index + 1, zeros);
    if (!last)
        setIn(list[index], parts, at + 1, value);
    else
        list[index] = value ? std::move(*value) : zeros;
    while (!list.empty() && (list.back() == zeros || isEmpty(list.back())))
        list.pop_back();
}

void setIn(MemberValue& into, const std::vector<PathPart>& parts, std::size_t at,
           std::optional<MemberValue>& value) {
    if (!parts[at].name.empty()) {
        if (!std::holds_alternative<StructArg>(into))
            into = StructArg{};
        setField(std::get<StructArg>(into), parts, at, value);
    } else {
        if (!std::holds_alternative<MemberList>(into))
            into = MemberList{};
        setElement(std::get<MemberList>(into), parts, at, value);
    }
}

} // namespace

const MemberValue* memberAt(const StructArg& structure, std::string_view path) {
    const StructArg* fields = &structure;
    const MemberList* list = nullptr;
    const MemberValue* at = nullptr;
    for (const PathPart& part : partsOf(path)) {
        at = nullptr;
        if (!part.name.empty() && fields) {
            const auto found = fields->fields.find(part.name);
            at = found == fields->fields.end() ? nullptr : &found->second;
        } else if (part.name.empty() && list && part.index < list->size()) {
            at = &(*list)[part.index];
        }
        if (!at)
            return nullptr;
        fields = std::get_if<StructArg>(at);
        list = std::get_if<MemberList>(at);
    }
    return at;
}

void setMember(StructArg& structure, std::string_view path, std::optional<MemberValue> value) {
    const std::vector<PathPart> parts = partsOf(path);
    if (!parts.empty() && !parts.front().name.empty())
        setField(structure, parts, 0, value);
}

} // namespace warpbench::project
