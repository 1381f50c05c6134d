// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibrate/measurement.h"

#include "core/launch/timing.h"

#include <algorithm>

namespace warpbench::calibrate {

namespace {

constexpr int kSamples = 9;
constexpr int kWarmUps = 2;
constexpr double kWantedNs = 4e6; ///< of the longer of two launches that are compared
constexpr unsigned kFewTimes = 2;
constexpr unsigned kMostTimes = 1 << 20;

} // namespace

launch::ArgumentValue pointerTo(const cuda::DeviceMemory& memory) {
    return launch::ArgumentValue::pointer(memory.pointer(), "memory");
}

launch::ArgumentValue number(std::uint32_t value) {
    return launch::ArgumentValue::of(value, "number");
}

Measurement::Measurement(const cuda::Context& context, const cuda::Module& kernels,
                         const std::atomic<bool>& cancel)
    : m_context(context)
    , m_kernels(kernels)
    , m_cancel(cancel)
    , m_stream(cuda::Stream::create(context)) {}

struct Measurement::Ready {
    launch::PackedArguments arguments;
    launch::ReadyLaunch launch;

    Ready(const Measurement& on, const Work& work, unsigned times)
        : arguments(packed(work, times))
        , launch{on.m_kernels.kernel(work.kernel), {}, &arguments, on.m_stream, 1} {
        launch.config.grid.x = unsigned(work.blocks);
        launch.config.block.x = work.threads;
        launch.config.sharedBytes = work.sharedBytes;
        if (work.sharedBytes > 0)
            launch.config.maxDynamicShared = work.sharedBytes;
    }
    Ready(const Ready&) = delete;
    Ready& operator=(const Ready&) = delete;

    static launch::PackedArguments packed(const Work& work, unsigned times) {
        std::vector<launch::ArgumentValue> values = work.arguments;
        values.push_back(number(times));
        return {work.kernel, values, std::vector<launch::ParameterSpec>(values.size())};
    }
};

double Measurement::ns(const Work& work, unsigned times) const {
    const Ready ready(*this, work, times);
    launch::TimingOptions options;
    options.warmup = kWarmUps;
    options.repeats = kSamples;
    options.cancel = &m_cancel;
    return 1e6 * launch::timeLaunches(std::span(&ready.launch, 1), options).launches.front().median;
}

double Measurement::nsEach(const Work& work) const {
    unsigned few = kFewTimes, many = 4 * kFewTimes;
    for (;;) {
        const double fewNs = ns(work, few), manyNs = ns(work, many);
        const double each = std::max((manyNs - fewNs) / (many - few), 1e-3);
        if (manyNs >= kWantedNs / 2 || many >= kMostTimes)
            return each;
        const double wanted = std::min(kWantedNs / each, 16.0 * many);
        many = unsigned(std::clamp(wanted, 2.0 * many, double(kMostTimes)));
        few = many / 4;
    }
}

std::vector<std::uint64_t> Measurement::results(Work work, unsigned times,
                                                std::size_t count) const {
    std::vector<std::uint64_t> out(count);
    const cuda::DeviceMemory memory = allocate(count * sizeof out[0]);
    work.arguments.insert(work.arguments.begin(), pointerTo(memory));
    const Ready ready(*this, work, times);
    ready.launch.queue();
    m_stream.synchronize();
    cuda::copyToHost(m_context, out.data(), memory.pointer(), count * sizeof out[0]);
    return out;
}

std::uint64_t Measurement::attribute(CUdevice_attribute which) const {
    return std::uint64_t(std::max(m_context.device().attributeOrZero(which), 0));
}

std::uint64_t Measurement::residentBlocks(const Work& work) const {
    const int blocks =
        m_kernels.kernel(work.kernel).driverActiveBlocksPerSm(int(work.threads), work.sharedBytes);
    return std::uint64_t(std::max(blocks, 1));
}

cuda::DeviceMemory Measurement::allocate(std::uint64_t bytes) const {
    return cuda::DeviceMemory::allocate(m_context, std::size_t(bytes));
}

void Measurement::fill(const cuda::DeviceMemory& memory) const {
    cuda::fill32Async(m_stream, memory.pointer(), 0x3f8ccccd, memory.size() / 4);
    m_stream.synchronize();
}

} // namespace warpbench::calibrate
