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
            {"WB1895",
             "buffer \"{buffer}\" is empty, but a texture or surface needs at least one element",
             "make its shape larger, or give the kernel the buffer itself",
             {{"buffer", buffer.name}}},
            place);
    image.extent = buffer.shape;
    image.scalar = buffer.dtype.scalar();
    image.channels = buffer.dtype.lanes();
    if (buffer.dtype.lanes() > 1 || channels == 1)
        return;
    if (buffer.shape.size() < 2 || buffer.shape.back() != channels)
        throw Error(
            ErrorKind::project,
            {"WB1896",
             "the last dimension of buffer \"{buffer}\" must be {count}, the number of channels",
             "change its shape, or use a vector type",
             {{"buffer", buffer.name}, {"count", channels}}},
            place);
    if (buffer.pitch > 0)
        throw Error(ErrorKind::project,
                    {"WB1897",
                     "the rows of buffer \"{buffer}\" are its texels, so it cannot be pitched",
                     "use a vector type for the channels, or remove its \"memory\"",
                     {{"buffer", buffer.name}}},
                    place);
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
            {"WB1898",
             "a texture of {memory} memory has {expected}, and buffer \"{buffer}\" has {found}",
             "change its shape, or remove \"memory\"",
             {{"memory", settings.memory},
              {"expected", wanted == 1 ? phrase("1 dimension")
                                       : phrase("{count} dimensions", {{"count", wanted}})},
              {"buffer", buffer.name},
              {"found", image.extent.size()}}},
            place);
    if (!settings.levels.empty())
        throw Error(
            ErrorKind::project,
            {"WB1899", "mip levels must be in CUDA arrays", "remove \"memory\" or \"levels\""},
            place);
}

/// Each level is half as large as the previous one, and at least one texel.
void addLevels(DeviceImageArgument& image, const project::LaunchPlan& plan,
               const project::PlannedTexture& from, const Place& place) {
    if (from.levels.empty())
        return;
    if (!from.settings.normalized)
        throw Error(
            ErrorKind::project,
            {"WB1910", "mip levels need normalized coordinates", "set \"normalized\" to true"},
            place);
    std::vector<std::int64_t> extent = image.extent;
    for (const std::size_t index : from.levels) {
        for (std::int64_t& length : extent)
            length = std::max<std::int64_t>(length / 2, 1);
        const project::PlannedBuffer& level = plan.buffers[index];
        DeviceImageArgument own;
        setImageShape(own, level, from.settings.channels, place);
        if (own.extent != extent || own.scalar != image.scalar || own.channels != image.channels)
            throw Error(ErrorKind::project,
                        {"WB1911",
                         "buffer \"{buffer}\" does not fit as a mip level of \"{texture}\": it "
                         "needs shape {shape} and the same type",
                         "each level is half as large as the one before it",
                         {{"buffer", level.name},
                          {"texture", plan.buffers[from.buffer].name},
                          {"shape", fmt::format("{}", fmt::join(extent, " × "))}}},
                        place);
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
void checkScalar(const arrays::DType& given, const compile::Parameter& parameter,
                 std::size_t position, const std::string& kernel, const Place& place) {
    const auto wanted = scalarOf(parameter.type, parameter.size);
    if (!wanted || given.kind() != arrays::DType::Kind::scalar)
        return;
    if (arrays::isInteger(*wanted) != arrays::isInteger(given.scalar()))
        throw Error(
            ErrorKind::project,
            {"WB1912",
             "argument {index} of kernel \"{kernel}\" is {found}, but the parameter is {expected}",
             "write {\"scalar\": \"{type}\", …}",
             {{"index", position + 1},
              {"kernel", kernel},
              {"found", given.name()},
              {"expected", describe(parameter)},
              {"type", arrays::nameOf(*wanted)}}},
            place);
}

void checkSize(const DeviceArgument& argument, const compile::Parameter& parameter,
               std::size_t position, const std::string& kernel, const Place& place) {
    if (parameter.size == 0 || parameter.size == argument.bytes.size())
        return;
    throw Error(ErrorKind::project,
                {"WB1913",
                 "argument {index} of kernel \"{kernel}\" has {found}, but the parameter "
                 "{parameter} has {expected}",
                 "use the type that the kernel declares",
                 {{"index", position + 1},
                  {"kernel", kernel},
                  {"found", saidByteCount(argument.bytes.size())},
                  {"parameter", describe(parameter)},
                  {"expected", saidByteCount(parameter.size)}}},
                place);
}

ErrorText saidParameters(std::size_t count) {
    return count == 1 ? phrase("1 parameter") : phrase("{count} parameters", {{"count", count}});
}

ErrorText saidArguments(std::size_t count) {
    return count == 1 ? phrase("1 argument") : phrase("{count} arguments", {{"count", count}});
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
        throw Error(
            ErrorKind::project,
            {"WB1914",
             "kernel \"{kernel}\" has {expected} ({parameters}), but the launch gives {found}",
             "give one argument for each parameter, in the order of the declaration",
             {{"kernel", launch.kernel},
              {"expected", saidParameters(parameters.size())},
              {"parameters", describeAll(parameters)},
              {"found", saidArguments(launch.args.size())}}},
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
