// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/record_json.h"

#include "core/expression/integer_math.h"

#include <cmath>

namespace warpbench::project {

namespace {

template <class... Handlers>
struct Overloaded : Handlers... {
    using Handlers::operator()...;
};
template <class... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;

json memberToJson(const MemberValue& member) {
    return std::visit(Overloaded{[](const StructArg& structure) {
                                     json fields = toJson(structure);
                                     const bool needsWord =
                                         fields.contains("buffer") || fields.contains("struct");
                                     return needsWord ? json{{"struct", fields}} : fields;
                                 },
                                 [](const MemberList& list) {
                                     json array = json::array();
                                     for (const MemberValue& element : list) {
                                         array.push_back(memberToJson(element));
                                     }
                                     return array;
                                 },
                                 [](const auto& leaf) { return toJson(leaf); }},
                      member.variant());
}

} // namespace

json toJson(const Expression& expression) {
    json parsed = json::parse(expression.text, nullptr, false);
    if ((parsed.is_number() || parsed.is_boolean()) && parsed.dump() == expression.text) {
        return parsed;
    }
    return expression.text;
}

json toJson(double value) {
    const auto whole = exactInteger(value);
    return whole && !(value == 0 && std::signbit(value)) ? json(*whole) : json(value);
}

json toJson(const std::array<float, 4>& border) {
    json array = json::array();
    for (const float channel : border) {
        array.push_back(toJson(double(channel)));
    }
    return array;
}

json toJson(const arrays::DType& type) {
    return type.name();
}

json toJson(const NullArg& /*arg*/) {
    return true;
}

json toJson(const StructArg& arg) {
    json fields = json::object();
    for (const auto& [name, member] : arg.fields) {
        fields[name] = memberToJson(member);
    }
    return fields;
}

json toJson(const BytesArg& arg) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : arg.bytes) {
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return text;
}

json toJson(const AddressModes<const std::string>& modes) {
    if (modes.y.empty() && modes.z.empty()) {
        return modes.x;
    }
    json axes = {modes.x, modes.y.empty() ? modes.x : modes.y};
    if (!modes.z.empty()) {
        axes.push_back(modes.z);
    }
    return axes;
}

json toJson(const OneOrMore<const std::vector<Expression>>& values) {
    if (values.values.empty()) {
        return {};
    }
    return values.values.size() == 1 ? toJson(values.values[0]) : toJson(values.values);
}

json toJson(const Source& source) {
    return std::visit([](const auto& kind) { return toJson(kind); }, source);
}

void RowWriter::type(const arrays::DType& type) {
    const TypeKeys keys(type);
    const json standard = standardRows(keys);
    RowWriter rows(m_object, m_standard ? &standard : nullptr);
    fields(rows, keys);
}

} // namespace warpbench::project
