// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/executor/timed_passes.h"

#include "core/cuda/profiler.h"
#include "core/cuda/simulated_extras.h"
#include "core/executor/run_context.h"
#include "core/sensors/sensor_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace warpbench::session {

namespace {

/// A reading takes tens of microseconds, of another processor than the device's thread has.
constexpr auto kBetweenReadings = std::chrono::milliseconds(10);

/// Each launch of a pass has two events and a list of times. Devices that exchange rows go in step.
std::uint32_t timedRounds(const RunContext& run) {
    constexpr std::size_t kMostLaunches = std::size_t(1) << 15;
    const std::size_t most = kMostLaunches / std::max<std::size_t>(1, run.launches.size());
    return run.exchange ? run.request.rounds
                        : std::uint32_t(std::clamp<std::size_t>(run.request.rounds, 1,
                                                                std::max<std::size_t>(1, most)));
}

std::vector<launch::ReadyLaunch> launchesOfAPass(const RunContext& run) {
    std::vector<launch::ReadyLaunch> rounds;
    for (std::uint32_t round = 0; round < timedRounds(run); ++round)
        for (const RunLaunch& launch : run.launches)
            rounds.push_back(launch.ready);
    return rounds;
}

/// Copies before and after launches: for textures and surfaces, and rows of other devices.
void setAround(RunContext& run, launch::TimingOptions& options) {
    const bool images = std::any_of(run.launches.begin(), run.launches.end(),
                                    [](const RunLaunch& launch) { return !launch.images.empty(); });
    if (!images && !run.exchange)
        return;
    options.before = [&run](std::size_t queued, const cuda::Stream& stream) {
        const RunLaunch& launch = run.launches[queued % run.launches.size()];
        if (run.exchange && queued == 0)
            run.exchange->beginPass();
        if (run.exchange)
            run.exchange->beforeLaunch(*launch.request);
        launch.refreshImages(stream);
    };
    options.after = [&run](std::size_t queued, const cuda::Stream& stream) {
        const RunLaunch& launch = run.launches[queued % run.launches.size()];
        launch.copyImagesBack(stream);
        if (run.exchange)
            run.exchange->afterLaunch(*launch.request);
    };
}

/// \param phase  as progress says it: "Timing"
launch::TimingOptions optionsOf(RunContext& run, const std::string& phase) {
    launch::TimingOptions options;
    options.warmup = run.request.warmup;
    options.repeats = run.request.repeats;
    // A simulated device's times are this computer's, and devices that exchange rows go in step.
    if (!run.device.extras() && !run.exchange) {
        options.untilError = run.request.medianError;
        options.maxRepeats = run.request.maxRepeats;
    }
    options.flushL2 = run.request.flushL2;
    options.cancel = &run.control.stopFlag();
    options.progress = [&run, phase](int done, int total) {
        run.control.report(
            {fmt::format("{} {} of {}", phase, done, total), double(done) / std::max(1, total)});
    };
    options.restore = [&run](const cuda::Stream& stream) { run.memory.restore(stream); };
    setAround(run, options);
    return options;
}

/// A launch's time in a pass is the mean of its rounds'.
void takeTimes(RunContext& run, const launch::TimingResult& timing) {
    const std::size_t count = run.launches.size();
    for (std::size_t i = 0; i < timing.launches.size(); ++i) {
        DeviceLaunchResult& result = run.launches[i % count].result;
        const std::vector<double>& values = timing.launches[i].values;
        result.clock = timing.launches[i].clock;
        result.samplesMs.resize(values.size());
        for (std::size_t pass = 0; pass < values.size(); ++pass)
            result.samplesMs[pass] += values[pass] / timedRounds(run);
        if (i < count)
            result.startsMs = timing.launches[i].startsMs; // of the first round
    }
}

} // namespace

void refuseGraph(const RunContext& run) {
    if (timedRounds(run) < run.request.rounds)
        throw Error(ErrorKind::project,
                    {"WB1873",
                     "{rounds} rounds of {launches} launches are too many for one graph",
                     "set fewer rounds, or leave \"graph\" (--graph) out",
                     {{"rounds", run.request.rounds}, {"launches", run.launches.size()}}});
    if (!run.device.extras())
        return;
    // Work that the host does instead of a library waits for the device.
    for (const RunLaunch& launch : run.launches)
        if (launch.call)
            throw Error(ErrorKind::project,
                        {"WB1874",
                         "the launches cannot be one graph on a simulated GPU: \"{step}\" is "
                         "computed by the host there",
                         "run it on a GPU, or leave \"graph\" (--graph) out",
                         {{"step", launch.request->step}}});
}

void rotateInputs(RunContext& run) {
    const std::uint64_t bytes = run.memory.rotateInputs(run.request.rotate);
    if (bytes == 0)
        return;
    rotateArguments(run);
    const int l2Bytes = run.device.device().attributeOrZero(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
    run.result.rotated =
        RotatedInputs{run.request.rotate, bytes, std::uint64_t(std::max(0, l2Bytes))};
}

void timePasses(RunContext& run) {
    if (const cuda::SimulatedExtras* extras = run.device.extras()) {
        // Checks and counters cost time and have served their purpose.
        extras->setMetrics(run.device.ordinal(), false);
        extras->setChecks(run.device.ordinal(), WBSIM_CHECK_BASIC);
        extras->setTimeLimit(run.device.ordinal(), run.control.secondsLeft().value_or(0));
    }
    launch::TimingOptions options = optionsOf(run, "Timing");
    const cuda::ProfilerRange range("Timing");
    std::optional<cuda::ProfiledSection> profiled;
    if (run.request.profile)
        profiled.emplace(run.context());
    std::optional<cuda::SensorLog> sensors;
    if (const cuda::GpuSensors* found = run.device.sensors()) {
        sensors.emplace([found] { return found->read(); }, kBetweenReadings);
        options.sampleTimesSince = sensors->began();
    }
    run.current = 0;
    const launch::TimingResult timing = launch::timeLaunches(launchesOfAPass(run), options);
    if (const std::uint32_t timed = timedRounds(run); timed < run.request.rounds)
        run.result.notes.push_back(
            fmt::format("timing: {} of {} rounds were timed, because each launch needs "
                        "memory for its times",
                        timed, run.request.rounds));
    if (sensors)
        run.result.conditions = sensors->finish();
    takeTimes(run, timing);
    run.current = -1;
}

void timeGraph(RunContext& run) {
    // Devices that exchange rows were refused.
    const launch::TimingOptions options = optionsOf(run, "Timing as a graph");
    const cuda::ProfilerRange range("Timing as a graph");
    run.current = 0;
    DeviceGraphResult& result = run.result.graph.emplace();
    static_cast<launch::GraphTiming&>(result) = launch::timeAsGraph(launchesOfAPass(run), options);
    result.coldMs = run.coldMs;
    result.clock = launch::clockOf(run.device.device());
    run.current = -1;
}

} // namespace warpbench::session
