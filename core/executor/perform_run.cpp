// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/executor/perform_run.h"

#include "core/executor/check_pass.h"
#include "core/executor/counted_passes.h"
#include "core/executor/prepare_run.h"
#include "core/executor/run_context.h"
#include "core/executor/run_failure.h"
#include "core/executor/timed_passes.h"
#include "core/processes/output_capture.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpbench::session {

namespace {

/// Waits until every device of a shared run has its buffers.
void meetOthers(RunContext& run, PeerGroup* group) {
    const auto isShared = [](const DeviceBuffer& buffer) { return buffer.before + buffer.after; };
    const std::vector<DeviceBuffer>& buffers = run.request.buffers;
    if (!group || std::none_of(buffers.begin(), buffers.end(), isShared))
        return;
    run.context().synchronize();
    run.exchange.emplace(run.context(), *group, run.request.sharing, run.memory.rows());
    // Before they copy, which begins with a meeting.
    for (const cuda::Device& reader : run.exchange->readers())
        run.device.allow(reader);
}

void leaveOthers(RunContext& run, PeerGroup* group) {
    if (run.exchange)
        run.result.exchange = run.exchange->told();
    if (!group)
        return;
    if (run.result.status != RunStatus::ok)
        group->abort();
    group->leave();
}

void measurePasses(RunContext& run) {
    const DeviceRunRequest& request = run.request;
    if (profilesOnceMore(run))
        profilePass(run);
    if (request.repeats > 0 && request.rotate > 1)
        rotateInputs(run);
    if (request.repeats > 0)
        timePasses(run);
    if (request.repeats > 0 && request.graph)
        timeGraph(run);
    if (request.energy)
        measureEnergy(run);
    if (countsOnHardware(run) && request.peakKernels && !run.exchange)
        findPeaks(run);
    if (countsOnHardware(run))
        countPasses(run);
}

/// All passes after the check pass, which leave resident buffers as that did.
void measure(RunContext& run) {
    if (!launchesAgain(run))
        return;
    run.memory.keepResults();
    try {
        measurePasses(run);
    } catch (const Error&) {
        // Probably stopped, in which case the device can still do it. If not, the buffers stay
        // uncertain and the next run creates them again.
        try {
            if (const cuda::SimulatedExtras* extras = run.device.extras())
                extras->resetError(run.device.ordinal());
            run.context().synchronize(); // named streams, which the copies do not wait for
            run.memory.putResultsBack();
            run.memory.trustResident();
        } catch (const Error&) {
            run.memory.doubtResident();
        }
        throw;
    }
    run.memory.putResultsBack();
}

/// The contents of the buffers at a kernel's fault. A real device does not allow reading them.
void downloadAtFault(RunContext& run) {
    if (run.result.checked || !run.device.extras() || !run.memory.isMade())
        return;
    try {
        run.memory.download();
        run.memory.trustKept();
        run.result.downloadedAtFault = true;
    } catch (const Error&) {
        // The fault has been reported, which matters most.
    }
}

bool isWrongRequest(const Error& error) {
    return error.kind() == ErrorKind::project || error.kind() == ErrorKind::usage;
}

/// What its parts know of a run that has ended.
DeviceRunResult resultOf(RunContext& run) {
    for (const std::string& buffer : run.memory.doubted())
        run.result.notes.push_back(
            fmt::format("the next run recreates resident buffer \"{}\": this one ended before its "
                        "contents were certain",
                        buffer));
    run.result.transfers = run.memory.transfers();
    for (RunLaunch& launch : run.launches)
        run.result.launches.push_back(std::move(launch.result));
    return std::move(run.result);
}

} // namespace

DeviceRunResult performRun(OpenDevice& device, const DeviceRunRequest& request, RunControl& control,
                           PeerGroup* group) {
    RunContext run(device, request, control);
    platform::OutputCapture output(kOutputLimit);
    try {
        beginChecks(run);
        prepareRun(run);
        meetOthers(run, group);
        run.memory.doubtResident();
        checkPass(run);
        run.result.standardOutput = output.take();
        run.memory.download();
        run.result.variables = run.memory.readVariables();
        run.result.checked = true;
        measure(run);
        run.memory.trustResident();
    } catch (const Error& error) {
        if (run.result.standardOutput.empty())
            run.result.standardOutput = output.take();
        if (isWrongRequest(error)) {
            tidyUp(run);
            throw;
        }
        explainFailure(run, error);
    }
    run.result.memory = run.memory.use();
    leaveOthers(run, group);
    tidyUp(run);
    if (run.result.status == RunStatus::fault)
        downloadAtFault(run);
    return resultOf(run);
}

} // namespace warpbench::session
