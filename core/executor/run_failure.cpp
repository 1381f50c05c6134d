// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/executor/run_failure.h"

#include "core/device/device_faults.h"
#include "core/executor/check_pass.h"
#include "core/executor/run_context.h"
#include "core/report/stop_texts.h"

#include <fmt/format.h>

#include <utility>

namespace warpbench::session {

namespace {

const DeviceLaunch& currentLaunch(const RunContext& run) {
    return run.request.launches[std::size_t(run.current)];
}

bool deviceAnswers(const cuda::Context& context) {
    try {
        context.synchronize();
        return true;
    } catch (const Error&) {
        return false;
    }
}

/// \param place  where a cancelled launch was; empty: unknown
ErrorText wordsOfStop(const RunContext& run, const std::optional<Fault>& place) {
    if (!place || run.current < 0)
        return runCancelled();
    const Fault& at = *place;
    const auto& size = currentLaunch(run).block;
    const auto& [x, y, z] = *at.thread;
    const auto& [blockX, blockY, blockZ] = *at.block;
    return phrase("{problem} in line {line} of {kernel}, warp {warp} of block ({block})",
                  {{"problem", runCancelled()},
                   {"line", *at.line},
                   {"kernel", at.kernel},
                   {"warp", (x + size[0] * (y + size[1] * z)) / 32},
                   {"block", fmt::format("{}, {}, {}", blockX, blockY, blockZ)}});
}

} // namespace

void explainFailure(RunContext& run, const Error& error) {
    run.result.status =
        error.kind() == ErrorKind::cancelled ? RunStatus::cancelled : RunStatus::device_error;
    run.result.message = error.said();
    run.result.failedLaunch = run.current;
    std::optional<Fault> stopped;
    const auto* cudaError = dynamic_cast<const cuda::CudaError*>(&error);
    if (const cuda::SimulatedExtras* extras = run.device.extras()) {
        takeFindings(run);
        for (const cuda::SimulatedFault& found : extras->faults(run.device.ordinal())) {
            if (auto fault = run.memory.faultOf(found))
                run.result.faults.push_back(std::move(*fault));
            if (auto place = placeOfStop(found))
                stopped = std::move(place);
        }
        putRacesLast(run.result.faults);
    } else if (cudaError && cudaError->sticky()) {
        run.result.workerLost = true;
        if (run.current >= 0)
            run.result.faults.push_back(faultFrom(*cudaError, currentLaunch(run).kernel));
    } else if (cudaError && cuda::CudaError::mayBeOfAGoneDevice(cudaError->result())) {
        run.result.workerLost =
            !deviceAnswers(run.context()); // a new process sees the current devices
    }
    if (run.current >= 0) {
        for (Fault& fault : run.result.faults)
            fault.launch = run.current;
    }
    if (!run.result.faults.empty()) {
        const Fault& first = run.result.faults.front();
        run.result.status = first.kind == "timeout" ? RunStatus::timeout : RunStatus::fault;
        run.result.message = saidFault(first.text);
    }
    if (run.control.reason() == RunControl::End::timeout)
        run.result.status = RunStatus::timeout;
    else if (run.control.reason() == RunControl::End::cancelled)
        run.result.status = RunStatus::cancelled;
    if (run.result.status == RunStatus::timeout)
        run.result.message = kernelOverLimit(run.request.limitSeconds);
    if (run.result.status == RunStatus::cancelled)
        run.result.message = wordsOfStop(run, stopped);
}

} // namespace warpbench::session
