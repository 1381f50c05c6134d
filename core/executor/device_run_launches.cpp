// SPDX-License-Identifier: GPL-3.0-or-later
// For a run on one device: its launches and calls, from the project's description and the state of
// its buffers.
#include "core/compile/nvcc.h"
#include "core/cuda/driver.h"
#include "core/cuda/profiler.h"
#include "core/executor/device_run_phases.h"
#include "core/launch/validation.h"
#include "core/toolkit/toolkit.h"

#include <cstring>
#include <span>

namespace warpbench::session {

void DeviceRunPhases::makeLaunch(const DeviceLaunch& request) {
    m_imagesOfLaunch.emplace_back();
    if (request.library)
        return makeCall(request);
    const cuda::Kernel kernel = m_module->kernel(request.lowered);
    cuda::LaunchConfig config;
    config.grid = dim3(request.grid);
    config.block = dim3(request.block);
    config.sharedBytes = std::uint32_t(request.sharedBytes);
    config.cooperative = request.cooperative;
    config.programmatic = request.programmatic;
    if (request.cluster)
        config.cluster = dim3(*request.cluster);
    if (request.maxDynamicShared)
        config.maxDynamicShared = std::uint32_t(*request.maxDynamicShared);
    auto limits = launch::KernelLaunchLimits::of(kernel, config);
    limits.name = request.kernel;
    launch::validate(config, launch::DeviceLaunchLimits::of(m_device.device()), limits);

    std::vector<launch::ArgumentValue> values;
    for (const DeviceArgument& argument : request.arguments)
        values.push_back(valueOf(argument));
    const launch::PackedArguments* const arguments = packed(request, values);
    launch::ReadyLaunch& ready = m_launches.emplace_back(
        launch::ReadyLaunch{kernel, config, arguments, streamOf(request), int(request.repeat)});
    ready.joined = request.programmatic;
    ready.title = request.step.empty() ? request.kernel : request.step;

    DeviceLaunchResult& result = m_result.launches.emplace_back();
    const cuda::KernelAttributes attributes = kernel.attributes();
    result.registers = attributes.registers;
    result.staticShared = attributes.staticShared;
    result.maxThreads = attributes.maxThreadsPerBlock;
}

void DeviceRunPhases::makeCall(const DeviceLaunch& request) {
    std::vector<CUdeviceptr> pointers;
    for (const DeviceArgument& argument : request.arguments) {
        const DeviceArgument::Address& address = argument.addresses.at(0);
        pointers.push_back(m_buffers.at(address.buffer).pointer + address.byteOffset);
    }
    const cuda::Stream& stream = streamOf(request);
    const int driver = m_device.device().driver().version();
    libraries::LibraryPlaces places;
    places.files = [driver](const std::string& library) {
        return compile::libraryCandidates(library, driver / 1000,
                                          compile::ToolkitSearch::ofThisMachine());
    };
    places.build = [this](const std::string& source, const std::string& arch) {
        return compile::sharedLibrary(
            source, arch, compile::ToolkitSearch::ofThisMachine(), {},
            [this] { progress("Compiling with nvcc"); }, [this] { return m_control.stopped(); });
    };
    const auto& step = m_calls.emplace_back(
        libraries::makeLibraryStep(*request.library, stream, pointers, places));
    launch::ReadyLaunch ready{std::nullopt, {}, nullptr, stream, int(request.repeat)};
    ready.title = request.step;
    ready.call = [call = step.get()](const cuda::Stream& on) { call->queue(on); };
    m_launches.push_back(std::move(ready));
    m_result.launches.emplace_back().computedBy = step->computedBy();
}

const launch::PackedArguments*
DeviceRunPhases::packed(const DeviceLaunch& launch,
                        const std::vector<launch::ArgumentValue>& values) {
    std::vector<launch::ParameterSpec> parameters;
    for (std::size_t i = 0; i < values.size(); ++i)
        parameters.push_back({i < launch.parameterBytes.size() ? launch.parameterBytes[i] : 0, {}});
    return &m_arguments.emplace_back(launch.kernel, values, parameters);
}

launch::ArgumentValue DeviceRunPhases::valueOf(const DeviceArgument& argument, std::size_t turn) {
    launch::ArgumentValue value;
    value.description = argument.description;
    const auto bytes = std::as_bytes(std::span(argument.bytes));
    value.bytes.assign(bytes.begin(), bytes.end());
    for (const DeviceArgument::Address& address : argument.addresses) {
        const std::uint64_t pointer = pointerOf(address.buffer, turn) + address.byteOffset;
        std::memcpy(value.bytes.data() + address.at, &pointer, sizeof pointer);
    }
    if (argument.image) {
        std::vector<ImageMemory> memory;
        const auto add = [&](std::size_t index) {
            const Buffer& buffer = m_buffers.at(index);
            memory.push_back({buffer.pointer, std::size_t(buffer.request->pitch)});
        };
        add(argument.image->buffer);
        for (const std::size_t level : argument.image->levels)
            add(level);
        DeviceImage& image =
            m_images.emplace_back(m_device.context(), *argument.image, std::move(memory));
        m_imagesOfLaunch.back().push_back(&image);
        const std::uint64_t handle = image.handle();
        std::memcpy(value.bytes.data(), &handle, sizeof handle);
    }
    return value;
}

CUdeviceptr DeviceRunPhases::pointerOf(std::size_t index, std::size_t turn) const {
    const Buffer& buffer = m_buffers.at(index);
    return turn == 0 || buffer.rotated.empty()
               ? buffer.pointer
               : buffer.rotated.at(turn - 1).device.pointer() + buffer.request->before;
}

const cuda::Stream& DeviceRunPhases::streamOf(const DeviceLaunch& launch) {
    auto stream = m_streams.find(launch.stream);
    if (stream == m_streams.end())
        stream = m_streams.emplace(launch.stream, makeStream(launch)).first;
    return stream->second;
}

cuda::Stream DeviceRunPhases::makeStream(const DeviceLaunch& launch) const {
    const cuda::Context& context = m_device.context();
    if (launch.stream.empty())
        return cuda::Stream::defaultOf(context);
    const auto named = [&](const cuda::Stream& stream) {
        cuda::nameForProfiler(stream, launch.stream);
        return stream;
    };
    if (!launch.priority)
        return named(cuda::Stream::create(context));
    const cuda::Context::PriorityRange range = context.streamPriorities();
    if (*launch.priority > range.least || *launch.priority < range.greatest)
        throw Error(ErrorKind::device, {"WB1868",
                                        "stream \"{stream}\" cannot have the priority {priority}: "
                                        "{device} has {first} (goes first) "
                                        "to {last}",
                                        "give one of these, or remove \"priority\"",
                                        {{"stream", launch.stream},
                                         {"priority", *launch.priority},
                                         {"device", m_device.device().name()},
                                         {"first", range.greatest},
                                         {"last", range.least}}});
    return named(cuda::Stream::create(context, *launch.priority));
}

} // namespace warpbench::session
