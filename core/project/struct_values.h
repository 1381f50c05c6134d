// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/plan.h"
#include "core/project/project.h"

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// The values of structs that are passed by value and may be nested.
namespace warpbench::project {

/// Calls `use` with each number (an Expression, or a Number of a plan) and each address (a
/// BufferArg, or a PlannedBufferArg) in a StructArg or PlannedStruct, at any depth.
template <class Structure, class Use>
void forEachLeaf(Structure& structure, const Use& use) {
    const auto visit = [&](const auto& self, auto& member) -> void {
        std::visit(
            [&](auto& value) {
                using Value = std::remove_cvref_t<decltype(value)>;
                if constexpr (std::is_same_v<Value, StructArg> ||
                              std::is_same_v<Value, PlannedStruct>) {
                    for (auto& [name, field] : value.fields)
                        self(self, field);
                } else if constexpr (std::is_same_v<Value, MemberList> ||
                                     std::is_same_v<Value, PlannedList>) {
                    for (auto& element : value)
                        self(self, element);
                } else {
                    use(value);
                }
            },
            member.variant());
    };
    for (auto& [name, field] : structure.fields)
        visit(visit, field);
}

/// Only the addresses.
template <class Structure, class Use>
void forEachAddress(Structure& structure, const Use& use) {
    forEachLeaf(structure, [&](auto& leaf) {
        using Leaf = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (std::is_same_v<Leaf, BufferArg> || std::is_same_v<Leaf, PlannedBufferArg>)
            use(leaf);
    });
}

/// The value at a path of names and indices ("lens.at", "eyes[1].zoom"); null if it does not exist.
const MemberValue* memberAt(const StructArg& structure, std::string_view path);
/// Sets the value there and creates missing structs and lists; new elements before it are zero.
/// Empty: removes it, along with structs that this leaves empty.
void setMember(StructArg& structure, std::string_view path, std::optional<MemberValue> value);

} // namespace warpbench::project
