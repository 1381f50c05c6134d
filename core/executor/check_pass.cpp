// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/executor/check_pass.h"

#include "core/cuda/event.h"
#include "core/cuda/profiler.h"
#include "core/device/device_faults.h"
#include "core/executor/counted_passes.h"
#include "core/executor/run_context.h"

#include <fmt/format.h>

#include <memory>
#include <span>
#include <utility>

namespace warpbench::session {

namespace {

/// The part of a launch in a trace: enough for an overview, and small enough to send at once.
constexpr std::uint32_t kTracedBlocks = 3;
constexpr std::uint32_t kTracedExecutions = 16;
constexpr std::uint32_t kTracedAccesses = 8192;

void setChecks(const RunContext& run, const cuda::SimulatedExtras& extras, bool on) {
    const int device = run.device.ordinal();
    const DeviceRunRequest& request = run.request;
    extras.clearFaults(device);
    extras.setChecks(device, on && request.checkFaults ? WBSIM_CHECK_ALL : WBSIM_CHECK_BASIC);
    extras.setMetrics(device, on && request.metrics);
    if (request.profileWork)
        extras.setProfiling(device, {});
    if (request.trace)
        extras.setTracing(device, on ? kTracedBlocks : 0, kTracedExecutions, kTracedAccesses);
    extras.setTimeLimit(device, 0);
}

/// If a graph is compared with it, the first launch after loading is measured.
void launchTimedOnRequest(RunContext& run, const launch::ReadyLaunch& launch) {
    const cuda::Context& context = run.context();
    const auto once = std::span(&launch, 1);
    if (!run.request.graph) {
        launch::launchOnce(once);
        return context.synchronize();
    }
    const cuda::Event start = cuda::Event::create(context);
    const cuda::Event stop = cuda::Event::create(context);
    start.record(launch.stream);
    launch::launchOnce(once);
    stop.record(launch.stream);
    context.synchronize();
    run.coldMs += start.millisecondsUntil(stop);
}

std::shared_ptr<AccessTrace> traceOf(const RunContext& run, const cuda::SimulatedExtras& extras) {
    auto trace = std::make_shared<AccessTrace>();
    for (const cuda::SimulatedAccess& access : extras.accesses(run.device.ordinal())) {
        if (access.launch == 0) // the others repeat it
            trace->accesses.push_back(accessFrom(access));
    }
    trace->buffers = run.memory.tracedBuffers();
    return trace;
}

/// What the simulated GPU says of a launch. \throws Error (device) for a fault
void takeAnswers(RunContext& run, RunLaunch& launch, const cuda::SimulatedExtras& extras) {
    const int device = run.device.ordinal();
    if (run.request.metrics) {
        const auto metrics = extras.metrics(device);
        if (!metrics.empty())
            launch.result.counters = countersFrom(metrics.front());
    }
    if (run.request.profileWork)
        takeProfile(run, launch);
    if (run.request.trace)
        launch.result.trace = traceOf(run, extras);
    takeFindings(run);
    // Some faults (a race, an uninitialised read) do not end a launch.
    for (const cuda::SimulatedFault& fault : extras.faults(device)) {
        if (fault.kind != WBSIM_FAULT_CANCELLED)
            throw Error(ErrorKind::device, saidFault(fault.text));
    }
}

void throwIfFault(RunContext& run, std::optional<Fault> fault) {
    if (!fault)
        return;
    run.result.faults.push_back(std::move(*fault));
    throw Error(ErrorKind::device, saidFault(run.result.faults.back().text));
}

} // namespace

void beginChecks(const RunContext& run) {
    if (const cuda::SimulatedExtras* extras = run.device.extras())
        setChecks(run, *extras, true);
}

void endChecks(RunContext& run) {
    const cuda::SimulatedExtras* extras = run.device.extras();
    if (!extras)
        return;
    const std::vector<std::string> notes = extras->notes(run.device.ordinal());
    run.result.notes.insert(run.result.notes.begin(), notes.begin(), notes.end());
    setChecks(run, *extras, false);
}

void takeFindings(RunContext& run) {
    run.result.findings.clear();
    for (const cuda::SimulatedFault& found : run.device.extras()->findings(run.device.ordinal())) {
        if (auto finding = run.memory.faultOf(found))
            run.result.findings.push_back(std::move(*finding));
    }
}

void launchChecked(RunContext& run, RunLaunch& launch) {
    const cuda::SimulatedExtras* extras = run.device.extras();
    launch.refreshImages(launch.ready.stream);
    if (extras) {
        extras->clearMetrics(run.device.ordinal());
        if (run.request.profileWork)
            askForProfile(run, launch);
        extras->setTimeLimit(run.device.ordinal(), run.control.secondsLeft().value_or(0));
    }
    run.memory.keepInputs(*launch.request);
    launchTimedOnRequest(run, launch.ready);
    if (!launch.images.empty()) {
        launch.copyImagesBack(launch.ready.stream);
        run.context().synchronize();
    }
    throwIfFault(run, run.memory.faultAtGuards(*launch.request));
    if (extras)
        takeAnswers(run, launch, *extras);
    throwIfFault(run, run.memory.faultAtInput(*launch.request));
}

void checkPass(RunContext& run) {
    const cuda::ProfilerRange range("Check pass");
    run.context().synchronize();
    if (run.exchange)
        run.exchange->beginPass();
    const std::size_t all = run.launches.size() * run.request.rounds;
    for (std::size_t done = 0; done < all; ++done) {
        const std::size_t index = done % run.launches.size();
        RunLaunch& launch = run.launches[index];
        run.control.throwIfStopped();
        run.control.report({"Check pass", double(done) / double(all)});
        if (run.exchange)
            run.exchange->beforeLaunch(*launch.request);
        run.current = int(index);
        launchChecked(run, launch);
        if (run.exchange)
            run.exchange->afterLaunch(*launch.request);
    }
    run.current = -1;
    for (const std::string& buffer : run.memory.findChangedInputs())
        run.result.notes.push_back(
            fmt::format("a kernel writes to buffer \"{}\", whose access is \"in\"; give it the "
                        "access \"inout\", or do not write to it",
                        buffer));
}

} // namespace warpbench::session
