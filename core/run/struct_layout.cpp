// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/struct_layout.h"

#include "core/arrays/element.h"
#include "core/arrays/integer_range.h"
#include "core/base/bytes_text.h"
#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>

namespace warpbench::session {

using arrays::Scalar;

/// C++ spellings of the scalar types that a parameter or member may have, as compilers write
/// them. "long" has 8 bytes on Linux and 4 on Windows, distinguished by its size.
std::optional<Scalar> scalarOf(std::string type, std::size_t size) {
    for (const char* qualifier : {"const ", "volatile "}) {
        if (type.starts_with(qualifier))
            type = type.substr(std::strlen(qualifier));
    }
    static const std::map<std::string, std::array<Scalar, 2>> kinds = {
        // spelling → the type of 4 bytes, or of 8 bytes if both exist
        {"bool", {Scalar::boolean, Scalar::boolean}},
        {"char", {Scalar::int8, Scalar::int8}},
        {"signed char", {Scalar::int8, Scalar::int8}},
        {"unsigned char", {Scalar::uint8, Scalar::uint8}},
        {"short", {Scalar::int16, Scalar::int16}},
        {"unsigned short", {Scalar::uint16, Scalar::uint16}},
        {"int", {Scalar::int32, Scalar::int32}},
        {"unsigned int", {Scalar::uint32, Scalar::uint32}},
        {"unsigned", {Scalar::uint32, Scalar::uint32}},
        {"long", {Scalar::int32, Scalar::int64}},
        {"unsigned long", {Scalar::uint32, Scalar::uint64}},
        {"long long", {Scalar::int64, Scalar::int64}},
        {"unsigned long long", {Scalar::uint64, Scalar::uint64}},
        {"size_t", {Scalar::uint32, Scalar::uint64}},
        {"float", {Scalar::float32, Scalar::float32}},
        {"double", {Scalar::float64, Scalar::float64}},
        {"__half", {Scalar::float16, Scalar::float16}},
        {"__nv_bfloat16", {Scalar::bfloat16, Scalar::bfloat16}},
    };
    const auto found = kinds.find(type);
    if (found == kinds.end())
        return std::nullopt;
    return found->second[size == 8 ? 1 : 0];
}

std::string describe(const compile::Parameter& parameter) {
    std::string text = parameter.type.empty() ? byteCount(parameter.size) : parameter.type;
    if (!parameter.name.empty())
        text += " " + parameter.name;
    return text;
}

std::string describeAll(const std::vector<compile::Parameter>& parameters) {
    std::string text;
    for (const compile::Parameter& parameter : parameters)
        text += (text.empty() ? "" : ", ") + describe(parameter);
    return text;
}

namespace {

using compile::Parameter;
using project::Number;

/// Fills the bytes of one struct, member by member.
class StructLayout {
  public:
    StructLayout(const Parameter& parameter, const Place& place)
        : m_parameter(parameter)
        , m_place(place) {
        m_argument.description = "struct for " + describe(parameter);
        m_argument.bytes.resize(parameter.size);
    }

    DeviceArgument fill(const project::PlannedStruct& from) {
        fields(from, m_parameter, 0, "");
        return std::move(m_argument);
    }

  private:
    [[noreturn]] void fail(const ErrorText& said) const {
        throw Error(ErrorKind::project, said, m_place);
    }
    /// member "lens.at[2]" of Scene s
    ErrorText at(const std::string& path) const {
        return phrase("member \"{name}\" of {struct}",
                      {{"name", path}, {"struct", describe(m_parameter)}});
    }

    ErrorText noNumber(const std::string& path) const {
        return {"WB1933",
                "{member} is of a type that a number cannot fill",
                {},
                {{"member", at(path)}}};
    }

    void fields(const project::PlannedStruct& from, const Parameter& type, std::size_t offset,
                const std::string& path) {
        for (const auto& [name, value] : from.fields) {
            const auto found = std::ranges::find(type.members, name, &Parameter::name);
            if (found == type.members.end())
                fail({"WB1927",
                      "{struct} has no member \"{name}\"",
                      "it has {members}",
                      {{"struct", path.empty() ? ErrorText(describe(m_parameter)) : at(path)},
                       {"name", name},
                       {"members", describeAll(type.members)}}});
            member(value, *found, offset + found->offset, path.empty() ? name : path + "." + name);
        }
    }

    void member(const project::PlannedMember& value, const Parameter& type, std::size_t offset,
                const std::string& path) {
        if (const auto* address = std::get_if<project::PlannedBufferArg>(&value)) {
            if (!type.pointer)
                fail({"WB1928",
                      "{member} is not a pointer",
                      "give it a number",
                      {{"member", at(path)}}});
            m_argument.addresses.push_back({offset, address->buffer, address->byteOffset});
        } else if (const auto* structure = std::get_if<project::PlannedStruct>(&value)) {
            if (type.members.empty())
                fail(ErrorText("WB1929", "{member} is {type}, not a struct", {},
                               {{"member", at(path)}, {"type", type.type}})
                         .advised(type.count > 0 ? phrase("give it a list of its elements")
                                                 : phrase("give it a number")));
            fields(*structure, type, offset, path);
        } else if (const auto* list = std::get_if<project::PlannedList>(&value)) {
            elements(*list, type, offset, path);
        } else {
            number(std::get<Number>(value), type, offset, path);
        }
    }

    /// Of an array, or of a vector or struct in the order of its members. The rest is zero.
    void elements(const project::PlannedList& list, const Parameter& type, std::size_t offset,
                  const std::string& path) {
        if (type.count == 0 && type.members.empty())
            fail({"WB1930",
                  "{member} is {type}, which a list cannot fill",
                  "give it one value",
                  {{"member", at(path)}, {"type", type.type}}});
        const std::size_t room = type.count > 0 ? type.count : type.members.size();
        if (list.size() > room)
            fail({"WB1931",
                  "{member} has room for {limit}, but the list has {count}",
                  "remove the rest",
                  {{"member", at(path)}, {"limit", room}, {"count", list.size()}}});
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (type.count > 0) {
                const Parameter& element = type.element.front();
                member(list[i], element, offset + i * element.size, fmt::format("{}[{}]", path, i));
                continue;
            }
            const Parameter& one = type.members[i];
            if (i > 0 && one.offset <= type.members[i - 1].offset)
                fail({"WB1932",
                      "{member} has members in one place",
                      "write {\"name\": value} for one",
                      {{"member", at(path)}}});
            member(list[i], one, offset + one.offset, path + "." + one.name);
        }
    }

    /// One for each scalar of an array or a vector type.
    void number(const Number& value, const Parameter& type, std::size_t offset,
                const std::string& path) {
        const std::string& name = type.canonical.empty() ? type.type : type.canonical;
        const auto scalar = scalarFor(type, name, value);
        const auto vector = arrays::DType::parse(name);
        if (type.pointer && value == Number(std::int64_t(0)))
            return; // the null pointer
        if (scalar && arrays::sizeOf(*scalar) == type.size) {
            check(value, *scalar, path);
            writeNumber(*scalar, m_argument.bytes.data() + offset, value);
        } else if (type.count > 0) {
            const Parameter& element = type.element.front();
            for (std::size_t i = 0; i < type.count; ++i)
                number(value, element, offset + i * element.size, fmt::format("{}[{}]", path, i));
        } else if (vector && vector->lanes() > 1 && !type.members.empty()) {
            for (const Parameter& lane : type.members)
                number(value, lane, offset + lane.offset, path + "." + lane.name);
        } else if (!type.members.empty()) {
            fail(noNumber(path).advised(
                phrase("give its members: {members}", {{"members", describeAll(type.members)}})));
        } else if (type.pointer) {
            fail({"WB1934",
                  "{member} is a pointer",
                  "give it {\"buffer\": …}, or 0 for none",
                  {{"member", at(path)}}});
        } else {
            fail(noNumber(path).advised(phrase("give the argument as {\"bytes\": …}")));
        }
    }

    /// The compiler reports only an enumeration's name and size.
    static std::optional<Scalar> scalarFor(const Parameter& type, const std::string& name,
                                           const Number& value) {
        if (const auto known = scalarOf(name, type.size))
            return known;
        const bool plain = type.members.empty() && type.count == 0 && !type.pointer &&
                           !name.empty() && name.find_first_of("*&[(?") == std::string::npos &&
                           name.find(" : ") == std::string::npos; // a bit-field
        if (!plain)
            return std::nullopt;
        const bool below = project::toDouble(value) < 0;
        switch (type.size) {
        case 1:
            return below ? Scalar::int8 : Scalar::uint8;
        case 2:
            return below ? Scalar::int16 : Scalar::uint16;
        case 4:
            return below ? Scalar::int32 : Scalar::uint32;
        case 8:
            return below ? Scalar::int64 : Scalar::uint64;
        default:
            return std::nullopt;
        }
    }

    static void writeNumber(Scalar scalar, std::uint8_t* to, const Number& number) {
        auto* bytes = reinterpret_cast<std::byte*>(to);
        if (arrays::isInteger(scalar))
            arrays::writeInteger(scalar, bytes, *project::asInteger(number));
        else
            arrays::writeDouble(scalar, bytes, project::toDouble(number));
    }

    void check(const Number& number, Scalar scalar, const std::string& path) const {
        if (!arrays::isInteger(scalar)) {
            std::array<std::byte, 8> bits{};
            const double value = project::toDouble(number);
            arrays::writeDouble(scalar, bits.data(), value);
            if (std::isfinite(value) && !std::isfinite(arrays::readDouble(scalar, bits.data())))
                fail({"WB1935",
                      "{member} is a {type}, but {value} is too large for it",
                      "use another value",
                      {{"member", at(path)},
                       {"type", arrays::nameOf(scalar)},
                       {"value", project::toString(number)}}});
            return;
        }
        const auto whole = project::asInteger(number);
        if (!whole)
            fail({"WB1936",
                  "{member} is an integer, but {value} is not",
                  "round it, for instance with //",
                  {{"member", at(path)}, {"value", project::toString(number)}}});
        const auto [low, high] = arrays::limitsOf(scalar);
        if (!arrays::holds(scalar, *whole))
            fail({"WB1937",
                  "{member} holds {low} to {high}, but its value is {value}",
                  "use another value, or a wider member",
                  {{"member", at(path)},
                   {"low", low.toString()},
                   {"high", high.toString()},
                   {"value", whole->toString()}}});
    }

    const Parameter& m_parameter;
    const Place& m_place;
    DeviceArgument m_argument;
};

} // namespace

DeviceArgument layOutStruct(const project::PlannedStruct& from, const Parameter& parameter,
                            const Place& place) {
    // A struct without members, such as a function object, has one unused byte.
    const bool scalar = parameter.pointer || arrays::DType::parse(parameter.canonical) ||
                        arrays::DType::parse(parameter.type);
    const bool empty = !scalar && parameter.size == 1 && from.fields.empty();
    if (parameter.members.empty() && !empty)
        throw Error(ErrorKind::project,
                    {"WB1938",
                     "the compiler does not report the layout of {parameter}",
                     "give the argument as {\"bytes\": …}",
                     {{"parameter", describe(parameter)}}},
                    place);
    return StructLayout(parameter, place).fill(from);
}

} // namespace warpbench::session
