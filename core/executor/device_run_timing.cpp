// SPDX-License-Identifier: GPL-3.0-or-later
// For a run on one device: its timing passes, and the device's conditions meanwhile.
#include "core/cuda/profiler.h"
#include "core/cuda/simulated_extras.h"
#include "core/executor/device_run_phases.h"
#include "core/sensors/sensor_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace warpbench::session {

namespace {

/// A reading takes tens of microseconds, of another processor than the device's thread has.
constexpr auto kBetweenReadings = std::chrono::milliseconds(10);

} // namespace

void DeviceRunPhases::time() {
    if (m_launches.empty() ||
        (m_request.repeats <= 0 && !m_request.energy && !countsOnHardware() && !profilesOnceMore()))
        return;
    for (Buffer& buffer : m_buffers) {
        if (buffer.staysWritten())
            buffer.after = save(buffer);
    }
    // The copies are on the default stream, which named streams do not wait for.
    m_device.context().synchronize();
    try {
        if (profilesOnceMore())
            profilePass();
        if (m_request.repeats > 0 && m_request.rotate > 1)
            rotateInputs();
        if (m_request.repeats > 0)
            timePasses();
        if (m_request.repeats > 0 && m_request.graph)
            timeGraph();
        if (m_request.energy)
            measureEnergy();
        if (countsOnHardware() && m_request.peakKernels && !m_exchange)
            findPeaks();
        if (countsOnHardware())
            countPasses();
    } catch (const Error&) {
        // Probably stopped, in which case the device can still do it. If not, the buffers stay
        // uncertain and the next run creates them again.
        try {
            if (const cuda::SimulatedExtras* extras = m_device.extras())
                extras->resetError(m_device.ordinal());
            m_device.context().synchronize(); // named streams, which the copies do not wait for
            putAfterBack();
            trustResident();
        } catch (const Error&) {
            doubtResident();
        }
        throw;
    }
    putAfterBack();
}

/// Resident buffers continue with the contents after the check pass.
void DeviceRunPhases::putAfterBack() {
    for (const Buffer& buffer : m_buffers) {
        if (buffer.after)
            putBack(cuda::Stream::defaultOf(m_device.context()), buffer, *buffer.after);
    }
    m_device.context().synchronize();
}

launch::TimingOptions DeviceRunPhases::timingOptions() {
    launch::TimingOptions options;
    options.warmup = m_request.warmup;
    options.repeats = m_request.repeats;
    // A simulated device's times are this computer's, and devices that exchange rows go in step.
    if (!m_device.extras() && !m_exchange) {
        options.untilError = m_request.medianError;
        options.maxRepeats = m_request.maxRepeats;
    }
    options.flushL2 = m_request.flushL2;
    options.cancel = &m_control.stopFlag();
    options.progress = [this](int done, int total) {
        progress(fmt::format("Timing {} of {}", done, total), double(done) / std::max(1, total));
    };
    if (m_request.restore)
        options.restore = [this](const cuda::Stream& stream) { restore(stream); };
    return options;
}

/// Copies before and after launches: for textures and surfaces, and rows of other devices.
void DeviceRunPhases::setAround(launch::TimingOptions& options) {
    if (m_images.empty() && !m_exchange)
        return;
    const std::size_t count = m_launches.size();
    options.before = [this, count](std::size_t queued, const cuda::Stream& stream) {
        if (m_exchange && queued == 0)
            m_exchange->beginPass();
        if (m_exchange)
            m_exchange->beforeLaunch(m_request.launches[queued % count]);
        for (const DeviceImage* image : m_imagesOfLaunch[queued % count])
            image->refresh(stream);
    };
    options.after = [this, count](std::size_t queued, const cuda::Stream& stream) {
        for (const DeviceImage* image : m_imagesOfLaunch[queued % count])
            image->copyBack(stream);
        if (m_exchange)
            m_exchange->afterLaunch(m_request.launches[queued % count]);
    };
}

void DeviceRunPhases::timePasses() {
    if (const cuda::SimulatedExtras* extras = m_device.extras()) {
        // Checks and counters cost time and have served their purpose.
        extras->setMetrics(m_device.ordinal(), false);
        extras->setChecks(m_device.ordinal(), WBSIM_CHECK_BASIC);
        extras->setTimeLimit(m_device.ordinal(), m_control.secondsLeft().value_or(0));
    }
    launch::TimingOptions options = timingOptions();
    setAround(options);
    const cuda::ProfilerRange range("Timing");
    std::optional<cuda::ProfiledSection> profiled;
    if (m_request.profile)
        profiled.emplace(m_device.context());
    std::optional<cuda::SensorLog> sensors;
    if (const cuda::GpuSensors* found = m_device.sensors()) {
        sensors.emplace([found] { return found->read(); }, kBetweenReadings);
        options.sampleTimesSince = sensors->began();
    }
    m_current = 0;
    const launch::TimingResult timing = launch::timeLaunches(launchesOfAPass(), options);
    if (const std::uint32_t timed = timedRounds(); timed < m_request.rounds)
        (m_device.extras() ? m_inputNotes : m_result.notes) // see setExtras()
            .push_back(fmt::format("timing: {} of {} rounds were timed, because each launch needs "
                                   "memory for its times",
                                   timed, m_request.rounds));
    if (sensors)
        m_result.conditions = sensors->finish();
    takeTimes(timing);
    m_current = -1;
}

/// Buffers that launches only read, and only through pointers.
bool DeviceRunPhases::mayRotate(const Buffer& buffer) const {
    const auto index = std::size_t(&buffer - m_buffers.data());
    const auto isImageOfIt = [&](const DeviceArgument& argument) {
        return argument.image && (argument.image->buffer == index ||
                                  std::count(argument.image->levels.begin(),
                                             argument.image->levels.end(), index) > 0);
    };
    return buffer.request->memory == project::MemoryKind::device && !buffer.request->written &&
           !buffer.changed && buffer.request->upload && buffer.request->residentKey.empty() &&
           buffer.total() > 0 && buffer.request->address == 0 &&
           std::none_of(m_request.launches.begin(), m_request.launches.end(),
                        [&](const DeviceLaunch& launch) {
                            return std::any_of(launch.arguments.begin(), launch.arguments.end(),
                                               isImageOfIt);
                        });
}

/// Makes copies of read-only buffers, so that a pass finds nothing of them in the L2 cache if all
/// copies together are larger than it, and prepares each launch's arguments for each copy.
void DeviceRunPhases::rotateInputs() {
    RotatedInputs rotated{m_request.rotate, 0,
                          std::uint64_t(std::max(0, m_device.device().attributeOrZero(
                                                        CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)))};
    for (Buffer& buffer : m_buffers) {
        if (!mayRotate(buffer))
            continue;
        rotated.bytes += buffer.total() * std::uint64_t(m_request.rotate);
        while (buffer.rotated.size() + 1 < std::size_t(m_request.rotate)) {
            throwIfStopped();
            Saved& copy = buffer.rotated.emplace_back();
            copy.device = m_device.allocate(buffer.total());
            cuda::copyOnDeviceAsync(cuda::Stream::defaultOf(m_device.context()),
                                    copy.device.pointer(), buffer.base(), buffer.total());
        }
    }
    if (rotated.bytes == 0)
        return;
    m_device.context().synchronize();
    for (std::size_t i = 0; i < m_launches.size(); ++i) {
        const DeviceLaunch& request = m_request.launches[i];
        for (int turn = 1;
             turn < m_request.rotate && m_launches[i].kernel && m_imagesOfLaunch[i].empty();
             ++turn) {
            std::vector<launch::ArgumentValue> values;
            for (const DeviceArgument& argument : request.arguments)
                values.push_back(valueOf(argument, std::size_t(turn)));
            m_launches[i].rotated.push_back(packed(request, values));
        }
    }
    m_result.rotated = rotated;
}

/// Each launch of a pass has two events and a list of times. Devices that exchange rows go in step.
std::uint32_t DeviceRunPhases::timedRounds() const {
    constexpr std::size_t kMostLaunches = std::size_t(1) << 15;
    const std::size_t most = kMostLaunches / std::max<std::size_t>(1, m_launches.size());
    return m_exchange ? m_request.rounds
                      : std::uint32_t(std::clamp<std::size_t>(m_request.rounds, 1,
                                                              std::max<std::size_t>(1, most)));
}

std::vector<launch::ReadyLaunch> DeviceRunPhases::launchesOfAPass() const {
    std::vector<launch::ReadyLaunch> rounds;
    for (std::uint32_t round = 0; round < timedRounds(); ++round)
        rounds.insert(rounds.end(), m_launches.begin(), m_launches.end());
    return rounds;
}

/// Work that the host does instead of a library waits for the device.
void DeviceRunPhases::refuseGraph() const {
    if (timedRounds() < m_request.rounds)
        throw Error(ErrorKind::project,
                    {"WB1873",
                     "{rounds} rounds of {launches} launches are too many for one graph",
                     "set fewer rounds, or leave \"graph\" (--graph) out",
                     {{"rounds", m_request.rounds}, {"launches", m_launches.size()}}});
    if (!m_device.extras())
        return;
    for (const DeviceLaunch& launch : m_request.launches)
        if (launch.library)
            throw Error(ErrorKind::project,
                        {"WB1874",
                         "the launches cannot be one graph on a simulated GPU: \"{step}\" is "
                         "computed by the host there",
                         "run it on a GPU, or leave \"graph\" (--graph) out",
                         {{"step", launch.step}}});
}

void DeviceRunPhases::timeGraph() {
    launch::TimingOptions options = timingOptions();
    setAround(options); // devices that exchange rows were refused
    options.progress = [this](int done, int total) {
        progress(fmt::format("Timing as a graph {} of {}", done, total),
                 double(done) / std::max(1, total));
    };
    const cuda::ProfilerRange range("Timing as a graph");
    m_current = 0;
    DeviceGraphResult& result = m_result.graph.emplace();
    static_cast<launch::GraphTiming&>(result) = launch::timeAsGraph(launchesOfAPass(), options);
    result.coldMs = m_coldMs;
    result.clock = launch::clockOf(m_device.device());
    m_current = -1;
}

/// A launch's time in a pass is the mean of its rounds'.
void DeviceRunPhases::takeTimes(const launch::TimingResult& timing) {
    const std::size_t count = m_launches.size();
    for (std::size_t i = 0; i < timing.launches.size(); ++i) {
        DeviceLaunchResult& result = m_result.launches[i % count];
        const std::vector<double>& values = timing.launches[i].values;
        result.clock = timing.launches[i].clock;
        result.samplesMs.resize(values.size());
        for (std::size_t pass = 0; pass < values.size(); ++pass)
            result.samplesMs[pass] += values[pass] / timedRounds();
        if (i < count)
            result.startsMs = timing.launches[i].startsMs; // of the first round
    }
}

void DeviceRunPhases::restore(const cuda::Stream& stream) {
    for (const Buffer& buffer : m_buffers) {
        const DeviceBuffer& request = *buffer.request;
        if (buffer.before)
            putBack(stream, buffer, *buffer.before);
        else if (!(request.written || buffer.changed) || !isMadeAnew(request))
            continue;
        else if (!request.fill.empty())
            fill(stream, buffer);
        else if (request.pitch > 0)
            copyLines(buffer, m_device.hostCopies().locked(request.initial), true, stream, 0,
                      request.bytes);
        else
            cuda::copyToDeviceAsync(stream, buffer.base(),
                                    m_device.hostCopies().locked(request.initial), buffer.total());
    }
}

} // namespace warpbench::session
