// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes_text.h"
#include "core/base/error.h"
#include "core/run/run_input.h"
#include "core/run/struct_layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace warpbench::session {

namespace {

DeviceArgument addressArgument(const project::LaunchPlan& plan,
                               const project::PlannedBufferArg& from) {
    DeviceArgument argument;
    argument.bytes.resize(8);
    argument.addresses.push_back({0, from.buffer, from.byteOffset});
    argument.description = "buffer " + plan.buffers[from.buffer].name;
    return argument;
}

/// The buffer's shape as texture dimensions. A vector type's lanes are the channels; with a scalar
/// type the last dimension is, if there is more than one channel.
void setImageShape(DeviceImageArgument& image, const project::PlannedBuffer& buffer, int channels,
                   const Place& place) {
    if (buffer.bytes == 0)
        throw Error(
            ErrorKind::project,
            fmt::format(
                "buffer \"{}\" is empty, but a texture or surface needs at least one element",
                buffer.name),
            "make its shape larger, or give the kernel the buffer itself", place);
    image.extent = buffer.shape;
    image.scalar = buffer.dtype.scalar();
    image.channels = buffer.dtype.lanes();
    if (buffer.dtype.lanes() > 1 || channels == 1)
        return;
    if (buffer.shape.size() < 2 || buffer.shape.back() != channels)
        throw Error(
            ErrorKind::project,
            fmt::format("the last dimension of buffer \"{}\" must be {}, the number of channels",
                        buffer.name, channels),
            "change its shape, or use a vector type", place);
    if (buffer.pitch > 0)
        throw Error(ErrorKind::project,
                    fmt::format("the rows of buffer \"{}\" are its texels, so it cannot be pitched",
                                buffer.name),
                    "use a vector type for the channels, or remove its \"memory\"", place);
    image.channels = channels;
    image.extent.pop_back();
}

/// Plain memory has one dimension, or rows.
void requireRows(const DeviceImageArgument& image, const project::TextureArg& settings,
                 const project::PlannedBuffer& buffer, const Place& place) {
    const std::size_t wanted = settings.memory == "linear"    ? 1
                               : settings.memory == "pitched" ? 2
                                                              : 0;
    if (wanted == 0)
        return;
    if (image.extent.size() != wanted)
        throw Error(
            ErrorKind::project,
            fmt::format("a texture of {} memory has {} dimension{}, and buffer \"{}\" has {}",
                        settings.memory, wanted, wanted == 1 ? "" : "s", buffer.name,
                        image.extent.size()),
            "change its shape, or remove \"memory\"", place);
    if (!settings.levels.empty())
        throw Error(ErrorKind::project, "mip levels must be in CUDA arrays",
                    "remove \"memory\" or \"levels\"", place);
}

/// Each level is half as large as the previous one, and at least one texel.
void addLevels(DeviceImageArgument& image, const project::LaunchPlan& plan,
               const project::PlannedTexture& from, const Place& place) {
    if (from.levels.empty())
        return;
    if (!from.settings.normalized)
        throw Error(ErrorKind::project, "mip levels need normalized coordinates",
                    "set \"normalized\" to true", place);
    std::vector<std::int64_t> extent = image.extent;
    for (const std::size_t index : from.levels) {
        for (std::int64_t& length : extent)
            length = std::max<std::int64_t>(length / 2, 1);
        const project::PlannedBuffer& level = plan.buffers[index];
        DeviceImageArgument own;
        setImageShape(own, level, from.settings.channels, place);
        if (own.extent != extent || own.scalar != image.scalar || own.channels != image.channels)
            throw Error(
                ErrorKind::project,
                fmt::format(
                    "buffer \"{}\" does not fit as a mip level of \"{}\": it needs shape {} and "
                    "the same type",
                    level.name, plan.buffers[from.buffer].name, fmt::join(extent, " × ")),
                "each level is half as large as the one before it", place);
        image.levels.push_back(index);
    }
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
    requireRows(image, from.settings, plan.buffers[from.buffer], place);
    addLevels(image, plan, from, place);
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

/// A scalar of a different class than the parameter's may have the same size but is always an
/// error: the bits of an integer are meaningless as a float.
void checkScalar(const memory::DType& given, const compile::Parameter& parameter,
                 std::size_t position, const std::string& kernel, const Place& place) {
    const auto wanted = scalarOf(parameter.type, parameter.size);
    if (!wanted || given.kind() != memory::DType::Kind::scalar)
        return;
    if (memory::isInteger(*wanted) != memory::isInteger(given.scalar()))
        throw Error(ErrorKind::project,
                    fmt::format("argument {} of kernel \"{}\" is {}, but the parameter is {}",
                                position + 1, kernel, given.name(), describe(parameter)),
                    fmt::format("write {{\"scalar\": \"{}\", …}}", memory::nameOf(*wanted)), place);
}

void checkSize(const DeviceArgument& argument, const compile::Parameter& parameter,
               std::size_t position, const std::string& kernel, const Place& place) {
    if (parameter.size == 0 || parameter.size == argument.bytes.size())
        return;
    throw Error(ErrorKind::project,
                fmt::format("argument {} of kernel \"{}\" has {}, but the parameter {} has {}",
                            position + 1, kernel, byteCount(argument.bytes.size()),
                            describe(parameter), byteCount(parameter.size)),
                "use the type that the kernel declares", place);
}

} // namespace

std::vector<DeviceArgument> layOutBuffers(const project::LaunchPlan& plan,
                                          const project::PlannedLaunch& call) {
    std::vector<DeviceArgument> buffers;
    for (const project::PlannedArgument& argument : call.args)
        buffers.push_back(
            addressArgument(plan, std::get<project::PlannedBufferArg>(argument.value)));
    return buffers;
}

std::vector<DeviceArgument> layOutArguments(const project::LaunchPlan& plan,
                                            const project::PlannedLaunch& launch,
                                            const compile::KernelInfo& kernel) {
    const auto& parameters = kernel.parameters;
    if (launch.args.size() != parameters.size())
        throw Error(ErrorKind::project,
                    fmt::format("kernel \"{}\" has {} parameter{} ({}), but the launch gives {} "
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
            argument = layOutStruct(*fields, parameter, planned.place);
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
