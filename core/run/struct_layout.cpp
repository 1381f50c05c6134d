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

using memory::Scalar;

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
    [[noreturn]] void fail(const std::string& text, const std::string& remedy) const {
        throw Error(ErrorKind::project, text, remedy, m_place);
    }
    /// member "lens.at[2]" of Scene s
    std::string at(const std::string& path) const {
        return fmt::format("member \"{}\" of {}", path, describe(m_parameter));
    }

    void fields(const project::PlannedStruct& from, const Parameter& type, std::size_t offset,
                const std::string& path) {
        for (const auto& [name, value] : from.fields) {
            const auto found = std::ranges::find(type.members, name, &Parameter::name);
            if (found == type.members.end())
                fail(fmt::format("{} has no member \"{}\"",
                                 path.empty() ? describe(m_parameter) : at(path), name),
                     "it has " + describeAll(type.members));
            member(value, *found, offset + found->offset, path.empty() ? name : path + "." + name);
        }
    }

    void member(const project::PlannedMember& value, const Parameter& type, std::size_t offset,
                const std::string& path) {
        if (const auto* address = std::get_if<project::PlannedBufferArg>(&value)) {
            if (!type.pointer)
                fail(at(path) + " is not a pointer", "give it a number");
            m_argument.addresses.push_back({offset, address->buffer, address->byteOffset});
        } else if (const auto* structure = std::get_if<project::PlannedStruct>(&value)) {
            if (type.members.empty())
                fail(fmt::format("{} is {}, not a struct", at(path), type.type),
                     type.count > 0 ? "give it a list of its elements" : "give it a number");
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
            fail(fmt::format("{} is {}, which a list cannot fill", at(path), type.type),
                 "give it one value");
        const std::size_t room = type.count > 0 ? type.count : type.members.size();
        if (list.size() > room)
            fail(
                fmt::format("{} has room for {}, but the list has {}", at(path), room, list.size()),
                "remove the rest");
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (type.count > 0) {
                const Parameter& element = type.element.front();
                member(list[i], element, offset + i * element.size, fmt::format("{}[{}]", path, i));
                continue;
            }
            const Parameter& one = type.members[i];
            if (i > 0 && one.offset <= type.members[i - 1].offset)
                fail(at(path) + " has members in one place", "write {\"name\": value} for one");
            member(list[i], one, offset + one.offset, path + "." + one.name);
        }
    }

    /// One for each scalar of an array or a vector type.
    void number(const Number& value, const Parameter& type, std::size_t offset,
                const std::string& path) {
        const std::string& name = type.canonical.empty() ? type.type : type.canonical;
        const auto scalar = scalarFor(type, name, value);
        const auto vector = memory::DType::parse(name);
        if (type.pointer && value == Number(std::int64_t(0)))
            return; // the null pointer
        if (scalar && memory::sizeOf(*scalar) == type.size) {
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
            fail(fmt::format("{} is of a type that a number cannot fill", at(path)),
                 "give its members: " + describeAll(type.members));
        } else if (type.pointer) {
            fail(at(path) + " is a pointer", "give it {\"buffer\": …}, or 0 for none");
        } else {
            fail(fmt::format("{} is of a type that a number cannot fill", at(path)),
                 "give the argument as {\"bytes\": …}");
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
        if (memory::isInteger(scalar))
            project::writeInteger(scalar, bytes, *project::asInteger(number));
        else
            memory::writeDouble(scalar, bytes, project::toDouble(number));
    }

    void check(const Number& number, Scalar scalar, const std::string& path) const {
        if (!memory::isInteger(scalar)) {
            std::array<std::byte, 8> bits{};
            const double value = project::toDouble(number);
            memory::writeDouble(scalar, bits.data(), value);
            if (std::isfinite(value) && !std::isfinite(memory::readDouble(scalar, bits.data())))
                fail(fmt::format("{} is a {}, but {} is too large for it", at(path),
                                 memory::nameOf(scalar), project::toString(number)),
                     "use another value");
            return;
        }
        const auto whole = project::asInteger(number);
        if (!whole)
            fail(
                fmt::format("{} is an integer, but {} is not", at(path), project::toString(number)),
                "round it, for instance with //");
        const auto [low, high] = project::limitsOf(scalar);
        if (!project::holds(scalar, *whole))
            fail(fmt::format("{} holds {} to {}, but its value is {}", at(path), low.toString(),
                             high.toString(), whole->toString()),
                 "use another value, or a wider member");
    }

    const Parameter& m_parameter;
    const Place& m_place;
    DeviceArgument m_argument;
};

} // namespace

DeviceArgument layOutStruct(const project::PlannedStruct& from, const Parameter& parameter,
                            const Place& place) {
    // A struct without members, such as a function object, has one unused byte.
    const bool scalar = parameter.pointer || memory::DType::parse(parameter.canonical) ||
                        memory::DType::parse(parameter.type);
    const bool empty = !scalar && parameter.size == 1 && from.fields.empty();
    if (parameter.members.empty() && !empty)
        throw Error(
            ErrorKind::project,
            fmt::format("the compiler does not report the layout of {}", describe(parameter)),
            "give the argument as {\"bytes\": …}", place);
    return StructLayout(parameter, place).fill(from);
}

} // namespace warpbench::session
