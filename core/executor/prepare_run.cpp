// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/executor/prepare_run.h"

#include "core/cuda/profiler.h"
#include "core/executor/check_pass.h"
#include "core/executor/counted_passes.h"
#include "core/executor/run_code.h"
#include "core/executor/run_context.h"
#include "core/executor/timed_passes.h"

namespace warpbench::session {

namespace {

/// Before the module is loaded: a driver lays out a kernel's stack, the heap and the room for
/// printf when it first sees that they are needed.
void setLimits(RunContext& run) {
    const project::ContextSettings& wanted = run.request.context;
    if (wanted == project::ContextSettings{})
        return;
    const cuda::Context& context = run.context();
    try {
        run.device.applyLimits();
        if (wanted.stackBytes)
            run.stackLimit.emplace(context, CU_LIMIT_STACK_SIZE, std::size_t(*wanted.stackBytes));
    } catch (const cuda::CudaError& error) {
        if (error.sticky())
            throw;
        throw Error(ErrorKind::device,
                    phrase("the device rejected the project's limits: {problem}",
                           {{"problem", error.said()}})
                        .advised(phrase("give less in \"limits\", or leave them out")));
    }
    run.result.context = ContextUse{wanted.primary, context.limit(CU_LIMIT_STACK_SIZE),
                                    context.limit(CU_LIMIT_MALLOC_HEAP_SIZE),
                                    context.limit(CU_LIMIT_PRINTF_FIFO_SIZE)};
}

/// Libraries want the context that they were made in.
void endCalls(RunContext& run) {
    for (RunLaunch& launch : run.launches)
        launch.call.reset();
}

} // namespace

bool launchesAgain(const RunContext& run) {
    const DeviceRunRequest& request = run.request;
    return !request.launches.empty() && (request.repeats > 0 || request.energy ||
                                         countsOnHardware(run) || profilesOnceMore(run));
}

void prepareRun(RunContext& run) {
    run.control.report({"Loading"});
    const cuda::ContextScope scope(run.context());
    const cuda::ProfilerRange range("Preparing");
    setLimits(run);
    run.code = loadCode(run.context(), run.request);
    run.memory.make(*run.code, launchesAgain(run));
    makeLaunches(run);
    if (run.request.graph)
        refuseGraph(run);
}

void tidyUp(RunContext& run) {
    try {
        const cuda::ContextScope scope(run.context());
        endCalls(run);
    } catch (const Error&) {
        endCalls(run); // the context is broken, which has been reported
    }
    try {
        if (const cuda::SimulatedExtras* extras = run.device.extras()) {
            extras->resetError(run.device.ordinal());
            endChecks(run);
        }
    } catch (const Error& error) {
        if (run.result.message.empty())
            run.result.message = error.said();
    }
}

} // namespace warpbench::session
