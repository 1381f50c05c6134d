// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/element.h"
#include "core/arrays/integer_range.h"
#include "core/base/bytes_text.h"
#include "core/base/error.h"
#include "core/session/run_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>

namespace warpbench::session {

namespace {

using memory::Scalar;

/// C++ spellings of the scalar types that a parameter or member may have, as the compiler writes
/// them. "long" has 8 bytes on Linux and 4 on Windows, which its size tells.
std::optional<Scalar> scalarOf(std::string type, std::size_t size) {
    for (const char* qualifier : {"const ", "volatile "}) {
        if (type.starts_with(qualifier))
            type = type.substr(std::strlen(qualifier));
    }
    static const std::map<std::string, std::array<Scalar, 2>> kinds = {
        // spelling → the type of 4 bytes, the type of 8 bytes where both occur
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

DeviceArgument addressArgument(const project::LaunchPlan& plan,
                               const project::PlannedBufferArg& from) {
    DeviceArgument argument;
    argument.bytes.resize(8);
    argument.addresses.push_back({0, from.buffer, from.byteOffset});
    argument.description = "buffer " + plan.buffers[from.buffer].name;
    return argument;
}

void writeNumber(Scalar scalar, std::uint8_t* to, const project::Number& number) {
    auto* bytes = reinterpret_cast<std::byte*>(to);
    if (memory::isInteger(scalar))
        project::writeInteger(scalar, bytes, *project::asInteger(number));
    else
        memory::writeDouble(scalar, bytes, project::toDouble(number));
}

void checkMember(const compile::Parameter& structure, const compile::Parameter& member,
                 const project::Number& number, Scalar scalar, const Place& place) {
    if (!memory::isInteger(scalar)) {
        std::array<std::byte, 8> bits{};
        const double value = project::toDouble(number);
        memory::writeDouble(scalar, bits.data(), value);
        if (std::isfinite(value) && !std::isfinite(memory::readDouble(scalar, bits.data())))
            throw Error(ErrorKind::project,
                        fmt::format("member \"{}\" of {} is a {}, and {} is too large for it",
                                    member.name, describe(structure), memory::nameOf(scalar),
                                    project::toString(number)),
                        "use another value", place);
        return;
    }
    const auto whole = project::asInteger(number);
    if (!whole)
        throw Error(ErrorKind::project,
                    fmt::format("member \"{}\" of {} is an integer, and {} is not", member.name,
                                describe(structure), project::toString(number)),
                    "round it, for instance with //", place);
    const auto [low, high] = project::limitsOf(scalar);
    if (!project::holds(scalar, *whole))
        throw Error(ErrorKind::project,
                    fmt::format("member \"{}\" of {} holds {} to {}, and its value is {}",
                                member.name, describe(structure), low.toString(), high.toString(),
                                whole->toString()),
                    "use another value, or a wider member", place);
}

DeviceArgument structArgument(const project::PlannedStruct& from,
                              const compile::Parameter& parameter, const Place& place) {
    if (parameter.members.empty())
        throw Error(
            ErrorKind::project,
            fmt::format("the compiler does not tell how {} is laid out", describe(parameter)),
            "give the argument as {\"bytes\": …}", place);
    DeviceArgument argument;
    argument.description = "struct for " + describe(parameter);
    argument.bytes.resize(parameter.size);
    for (const auto& [name, value] : from.fields) {
        const auto member = std::ranges::find(parameter.members, name, &compile::Parameter::name);
        if (member == parameter.members.end())
            throw Error(ErrorKind::project,
                        fmt::format("{} has no member \"{}\"", describe(parameter), name),
                        "it has " + describeAll(parameter.members), place);
        if (const auto* address = std::get_if<project::PlannedBufferArg>(&value)) {
            if (!member->pointer)
                throw Error(
                    ErrorKind::project,
                    fmt::format("member \"{}\" of {} is not a pointer", name, describe(parameter)),
                    "give it a number", place);
            argument.addresses.push_back({member->offset, address->buffer, address->byteOffset});
            continue;
        }
        const std::string& type = member->canonical.empty() ? member->type : member->canonical;
        const auto scalar = scalarOf(type, member->size);
        if (!scalar || memory::sizeOf(*scalar) != member->size)
            throw Error(ErrorKind::project,
                        fmt::format("member \"{}\" of {} is of a type that a number cannot fill",
                                    name, describe(parameter)),
                        "give the argument as {\"bytes\": …}", place);
        const auto& number = std::get<project::Number>(value);
        checkMember(parameter, *member, number, *scalar, place);
        writeNumber(*scalar, argument.bytes.data() + member->offset, number);
    }
    return argument;
}

/// The buffer's shape as texture dimensions. A vector type's lanes are the channels; with a scalar
/// type the last dimension is, where there is more than one channel.
void setImageShape(DeviceImageArgument& image, const project::PlannedBuffer& buffer, int channels,
                   const Place& place) {
    if (buffer.bytes == 0)
        throw Error(ErrorKind::project,
                    fmt::format("buffer \"{}\" has no elements, and a texture or surface has at "
                                "least one",
                                buffer.name),
                    "make its shape larger, or give the kernel the buffer itself", place);
    image.extent = buffer.shape;
    image.scalar = buffer.dtype.scalar();
    image.channels = buffer.dtype.lanes();
    if (buffer.dtype.lanes() > 1 || channels == 1)
        return;
    if (buffer.shape.size() < 2 || buffer.shape.back() != channels)
        throw Error(ErrorKind::project,
                    fmt::format("buffer \"{}\" has no last dimension of {} for the channels",
                                buffer.name, channels),
                    "change its shape, or use a vector type", place);
    image.channels = channels;
    image.extent.pop_back();
}

DeviceArgument imageArgument(const project::LaunchPlan& plan, const project::PlannedTexture& from,
                             const Place& place) {
    DeviceArgument argument;
    argument.bytes.resize(8);
    argument.description = "texture of " + plan.buffers[from.buffer].name;
    DeviceImageArgument& image = argument.image.emplace();
    image.buffer = from.buffer;
    image.settings = from.settings;
    setImageShape(image, plan.buffers[from.buffer], from.settings.channels, place);
    return argument;
}

DeviceArgument imageArgument(const project::LaunchPlan& plan, const project::PlannedSurface& from,
                             const Place& place) {
    DeviceArgument argument;
    argument.bytes.resize(8);
    argument.description = "surface of " + plan.buffers[from.buffer].name;
    DeviceImageArgument& image = argument.image.emplace();
    image.surface = true;
    image.buffer = from.buffer;
    image.copyBack = from.settings.access != project::Access::in;
    setImageShape(image, plan.buffers[from.buffer], from.settings.channels, place);
    return argument;
}

/// A scalar of another class than the parameter's has the same size at best and is never meant:
/// the bits of an integer make no sense as a float.
void checkScalar(const memory::DType& given, const compile::Parameter& parameter,
                 std::size_t position, const std::string& kernel, const Place& place) {
    const auto wanted = scalarOf(parameter.type, parameter.size);
    if (!wanted || given.kind() != memory::DType::Kind::scalar)
        return;
    if (memory::isInteger(*wanted) != memory::isInteger(given.scalar()))
        throw Error(ErrorKind::project,
                    fmt::format("argument {} of kernel \"{}\" is {}, and the parameter is {}",
                                position + 1, kernel, given.name(), describe(parameter)),
                    fmt::format("write {{\"scalar\": \"{}\", …}}", memory::nameOf(*wanted)), place);
}

void checkSize(const DeviceArgument& argument, const compile::Parameter& parameter,
               std::size_t position, const std::string& kernel, const Place& place) {
    if (parameter.size == 0 || parameter.size == argument.bytes.size())
        return;
    throw Error(ErrorKind::project,
                fmt::format("argument {} of kernel \"{}\" has {}, and the parameter {} has {}",
                            position + 1, kernel, byteCount(argument.bytes.size()),
                            describe(parameter), byteCount(parameter.size)),
                "use the type that the kernel declares", place);
}

} // namespace

std::vector<DeviceArgument> layOutArguments(const project::LaunchPlan& plan,
                                            const project::PlannedLaunch& launch,
                                            const compile::KernelInfo& kernel) {
    const auto& parameters = kernel.parameters;
    if (launch.args.size() != parameters.size())
        throw Error(ErrorKind::project,
                    fmt::format("kernel \"{}\" has {} parameter{} ({}), and the launch gives {} "
                                "argument{}",
                                launch.kernel, parameters.size(), parameters.size() == 1 ? "" : "s",
                                describeAll(parameters), launch.args.size(),
                                launch.args.size() == 1 ? "" : "s"),
                    "give one argument for each parameter, in the order of the declaration",
                    launch.place);
    std::vector<DeviceArgument> arguments;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const compile::Parameter& parameter = parameters[i];
        const auto& planned = launch.args[i];
        DeviceArgument argument;
        if (const auto* buffer = std::get_if<project::PlannedBufferArg>(&planned.value)) {
            argument = addressArgument(plan, *buffer);
        } else if (const auto* bytes = std::get_if<project::PlannedBytes>(&planned.value)) {
            if (bytes->type)
                checkScalar(*bytes->type, parameter, i, launch.kernel, planned.place);
            const auto* data = reinterpret_cast<const std::uint8_t*>(bytes->bytes.data());
            argument.bytes.assign(data, data + bytes->bytes.size());
            argument.description = "a value of " + byteCount(bytes->bytes.size());
        } else if (std::holds_alternative<project::PlannedNull>(planned.value)) {
            argument.bytes.resize(8);
            argument.description = "null";
        } else if (const auto* fields = std::get_if<project::PlannedStruct>(&planned.value)) {
            argument = structArgument(*fields, parameter, planned.place);
        } else if (const auto* texture = std::get_if<project::PlannedTexture>(&planned.value)) {
            argument = imageArgument(plan, *texture, planned.place);
        } else if (const auto* surface = std::get_if<project::PlannedSurface>(&planned.value)) {
            argument = imageArgument(plan, *surface, planned.place);
        }
        checkSize(argument, parameter, i, launch.kernel, planned.place);
        arguments.push_back(std::move(argument));
    }
    return arguments;
}

} // namespace warpbench::session
