// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/layout.h"

#include "core/layouts/layout_type.h"

namespace warpbench::layouts {

std::int64_t Layout::recordsIn(std::uint64_t bytes) const noexcept {
    return bytes > first && size > 0 ? std::int64_t((bytes - first) / size) : 0;
}

namespace {

std::string memberText(const arrays::DType& type, const std::string& name, std::size_t count,
                       const std::string& indent) {
    std::string text = indent + type.name();
    if (type.kind() == arrays::DType::Kind::structure) {
        text = indent + "struct {\n";
        for (const arrays::Field& field : type.fields())
            text += memberText(*field.type, field.name, field.count, indent + "    ");
        text += indent + "}";
    }
    return text + " " + name + (count > 1 ? "[" + std::to_string(count) + "]" : "") + ";\n";
}

} // namespace

std::string textOf(const arrays::DType& type) {
    if (type.kind() != arrays::DType::Kind::structure)
        return memberText(type, "value", 1, "");
    std::string text;
    for (const arrays::Field& field : type.fields())
        text += memberText(*field.type, field.name, field.count, "");
    return text;
}

Layout layoutOf(const arrays::DType& type) {
    return {0, type.size(), typeOf(type).columns};
}

} // namespace warpbench::layouts
