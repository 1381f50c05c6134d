// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/executor/run_launch.h"

#include "core/compile/nvcc.h"
#include "core/cuda/driver.h"
#include "core/cuda/profiler.h"
#include "core/executor/run_code.h"
#include "core/executor/run_context.h"
#include "core/launch/validation.h"
#include "core/toolkit/toolkit.h"

#include <map>
#include <span>
#include <string>
#include <utility>

namespace warpbench::session {

namespace {

cuda::Stream makeStream(const OpenDevice& device, const DeviceLaunch& launch) {
    const cuda::Context& context = device.context();
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
                                         {"device", device.device().name()},
                                         {"first", range.greatest},
                                         {"last", range.least}}});
    return named(cuda::Stream::create(context, *launch.priority));
}

/// The streams of a run, by name. The first launch on one says its priority.
class NamedStreams {
  public:
    explicit NamedStreams(const OpenDevice& device)
        : m_device(device) {}

    const cuda::Stream& of(const DeviceLaunch& launch) {
        auto stream = m_streams.find(launch.stream);
        if (stream == m_streams.end())
            stream = m_streams.emplace(launch.stream, makeStream(m_device, launch)).first;
        return stream->second;
    }

  private:
    const OpenDevice& m_device;
    std::map<std::string, cuda::Stream> m_streams;
};

cuda::LaunchConfig configOf(const DeviceLaunch& request) {
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
    return config;
}

std::vector<DeviceImage> imagesOf(const RunContext& run, const DeviceLaunch& request) {
    std::vector<DeviceImage> images;
    for (const DeviceArgument& argument : request.arguments) {
        if (!argument.image)
            continue;
        std::vector<ImageMemory> memory{run.memory.imageMemoryOf(argument.image->buffer)};
        for (const std::size_t level : argument.image->levels)
            memory.push_back(run.memory.imageMemoryOf(level));
        images.emplace_back(run.context(), *argument.image, std::move(memory));
    }
    return images;
}

RunLaunch kernelLaunch(const RunContext& run, const DeviceLaunch& request, NamedStreams& streams) {
    const cuda::Kernel kernel = run.code->kernel(request.lowered);
    const cuda::LaunchConfig config = configOf(request);
    auto limits = launch::KernelLaunchLimits::of(kernel, config);
    limits.name = request.kernel;
    launch::validate(config, launch::DeviceLaunchLimits::of(run.device.device()), limits);

    std::vector<DeviceImage> images = imagesOf(run, request);
    launch::PackedArguments arguments = run.memory.argumentsOf(request, images);
    RunLaunch made{&request, {kernel, config, nullptr, streams.of(request), int(request.repeat)}};
    made.ready.arguments = &made.arguments.emplace_back(std::move(arguments));
    made.ready.joined = request.programmatic;
    made.ready.title = request.step.empty() ? request.kernel : request.step;
    made.images = std::move(images);
    const cuda::KernelAttributes attributes = kernel.attributes();
    made.result.registers = attributes.registers;
    made.result.staticShared = attributes.staticShared;
    made.result.maxThreads = attributes.maxThreadsPerBlock;
    return made;
}

RunLaunch libraryCall(RunContext& run, const DeviceLaunch& request, NamedStreams& streams) {
    std::vector<CUdeviceptr> pointers;
    for (const DeviceArgument& argument : request.arguments)
        pointers.push_back(run.memory.addressOf(argument.addresses.at(0)));
    const cuda::Stream& stream = streams.of(request);
    const int driver = run.device.device().driver().version();
    libraries::LibraryPlaces places;
    places.files = [driver](const std::string& library) {
        return compile::libraryCandidates(library, driver / 1000,
                                          compile::ToolkitSearch::ofThisMachine());
    };
    RunControl& control = run.control;
    places.build = [&control](const std::string& source, const std::string& arch) {
        return compile::sharedLibrary(
            source, arch, compile::ToolkitSearch::ofThisMachine(), {},
            [&] { control.report({"Compiling with nvcc"}); }, [&] { return control.stopped(); });
    };
    RunLaunch made{&request, {std::nullopt, {}, nullptr, stream, int(request.repeat)}};
    made.call = libraries::makeLibraryStep(*request.library, stream, pointers, places);
    made.ready.title = request.step;
    made.ready.call = [call = made.call.get()](const cuda::Stream& on) { call->queue(on); };
    made.result.computedBy = made.call->computedBy();
    return made;
}

} // namespace

void RunLaunch::refreshImages(const cuda::Stream& stream) const {
    for (const DeviceImage& image : images)
        image.refresh(stream);
}

void RunLaunch::copyImagesBack(const cuda::Stream& stream) const {
    for (const DeviceImage& image : images)
        image.copyBack(stream);
}

void RunLaunch::queue(std::int64_t pass) const {
    refreshImages(ready.stream);
    ready.queue(pass);
    copyImagesBack(ready.stream);
}

void RunLaunch::queueAll() const {
    refreshImages(ready.stream);
    launch::launchOnce(std::span(&ready, 1));
    copyImagesBack(ready.stream);
}

void makeLaunches(RunContext& run) {
    NamedStreams streams(run.device);
    run.launches.reserve(run.request.launches.size());
    for (const DeviceLaunch& request : run.request.launches) {
        run.current = int(run.launches.size());
        run.launches.push_back(request.library ? libraryCall(run, request, streams)
                                               : kernelLaunch(run, request, streams));
    }
    run.current = -1;
}

void rotateArguments(RunContext& run) {
    for (RunLaunch& launch : run.launches) {
        if (launch.call || !launch.images.empty())
            continue;
        for (int turn = 1; turn < run.request.rotate; ++turn)
            launch.ready.rotated.push_back(&launch.arguments.emplace_back(
                run.memory.argumentsOf(*launch.request, {}, std::size_t(turn))));
    }
}

} // namespace warpbench::session
