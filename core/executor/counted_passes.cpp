// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/executor/counted_passes.h"

#include "core/cuda/error.h"
#include "core/device/peaks_file.h"
#include "core/executor/run_code.h"
#include "core/executor/run_context.h"
#include "core/sensors/hardware_counters.h"
#include "core/toolkit/toolkit.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpbench::session {

namespace {

/// All of a launch's repetitions, waited for.
void launchAlone(RunContext& run, std::size_t index) {
    run.control.throwIfStopped();
    run.current = int(index);
    run.launches[index].queueAll();
    run.context().synchronize();
}

/// Each repetition is a kernel that is counted separately.
std::size_t kernelsOf(const RunLaunch& launch) {
    return std::size_t(std::max(launch.ready.repeat, 1));
}

void restoreAndWait(RunContext& run) {
    run.memory.restore(run.defaultStream());
    run.context().synchronize();
}

void countWith(RunContext& run, cuda::HardwareCounting& counting) {
    const std::size_t all = counting.passes();
    std::size_t pass = 0;
    bool last = false;
    while (!last) {
        run.control.report({fmt::format("Counting {} of {}", ++pass, all),
                            double(std::min(pass, all)) / double(std::max<std::size_t>(1, all))});
        restoreAndWait(run);
        for (std::uint32_t round = 0; round < run.request.rounds; ++round) {
            if (round + 1 == run.request.rounds) // as for the check pass, only the last one counts
                counting.beginPass();
            for (std::size_t i = 0; i < run.launches.size(); ++i)
                launchAlone(run, i);
            run.current = -1;
        }
        last = counting.endPass();
    }
    const std::vector<cuda::HardwareFigures> figures = counting.figures();
    std::size_t next = 0;
    for (RunLaunch& launch : run.launches) {
        next += kernelsOf(launch);
        launch.result.hardware = figures.at(next - 1); // of its last repetition
    }
}

launch::DevicePeaks measuredPeaks(RunContext& run) {
    run.context().synchronize();
    const cuda::Module kernels = loadPart(run.context(), *run.request.peakKernels);
    return launch::measurePeaks(
        run.context(), kernels, run.control.stopFlag(), [&](const std::string& what, double part) {
            run.control.report({"Measuring the device's peaks: " + what, part});
        });
}

} // namespace

bool countsOnHardware(const RunContext& run) {
    return run.request.metrics && !run.device.device().simulated();
}

void countPasses(RunContext& run) {
    const bool calls = std::any_of(run.launches.begin(), run.launches.end(),
                                   [](const RunLaunch& launch) { return bool(launch.call); });
    if (calls) { // they launch as many kernels as they like
        run.result.notes.emplace_back("the GPU's counters were not read: they cannot tell the "
                                      "kernels of a library call from the others; remove its step");
        return;
    }
    if (run.exchange) {
        run.result.notes.emplace_back("the GPU's counters were not read: devices that exchange "
                                      "rows are not counted; run on one of them");
        return;
    }
    try {
        std::size_t kernels = 0;
        for (const RunLaunch& launch : run.launches)
            kernels += kernelsOf(launch);
        cuda::HardwareCounting counting(
            run.context(), compile::cuptiCandidates(compile::ToolkitSearch::ofThisMachine()),
            kernels);
        countWith(run, counting);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::environment)
            throw;
        run.result.notes.emplace_back(error.what());
    }
}

void findPeaks(RunContext& run) {
    try {
        std::optional<launch::DevicePeaks>& peaks = run.result.peaks;
        const PeaksKey key = PeaksKey::of(run.device.device());
        peaks = keptPeaks(peaksFolder(), key);
        if (peaks)
            return;
        peaks = measuredPeaks(run);
        keepPeaks(peaksFolder(), key, *peaks);
    } catch (const Error& error) {
        const auto* cudaError = dynamic_cast<const cuda::CudaError*>(&error);
        if (cudaError ? cudaError->sticky() : error.kind() != ErrorKind::environment)
            throw;
        run.result.notes.emplace_back(error.what());
    }
}

bool profilesOnceMore(const RunContext& run) {
    return run.request.profileWork && run.device.extras() && !run.exchange &&
           run.request.launches.size() * run.request.rounds > 1;
}

void profilePass(RunContext& run) {
    const cuda::SimulatedExtras& extras = *run.device.extras();
    restoreAndWait(run);
    const std::size_t all = run.launches.size() * run.request.rounds;
    for (std::size_t done = 0; done < all; ++done) {
        const std::size_t index = done % run.launches.size();
        run.control.report({"Profiling", double(done) / double(all)});
        extras.clearMetrics(run.device.ordinal());
        askForProfile(run, run.launches[index]);
        launchAlone(run, index);
        takeProfile(run, run.launches[index]);
    }
    run.current = -1;
    extras.setProfiling(run.device.ordinal(), {}); // timing takes no longer for it
}

void askForProfile(const RunContext& run, const RunLaunch& launch) {
    cuda::SimulatedProfiling profiling;
    profiling.on = true;
    profiling.residentBlocks = std::uint32_t(launch.request->residentBlocks);
    profiling.l1Bytes = launch.request->l1Bytes;
    run.device.extras()->setProfiling(run.device.ordinal(), profiling);
}

void takeProfile(const RunContext& run, RunLaunch& launch) {
    auto profiles = run.device.extras()->profiles(run.device.ordinal());
    if (!profiles.launches.empty()) // of its repetitions the last
        launch.result.work = std::move(profiles.launches.back());
}

} // namespace warpbench::session
