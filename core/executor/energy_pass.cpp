// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/profiler.h"
#include "core/executor/run_context.h"
#include "core/executor/timed_passes.h"

#include <algorithm>
#include <chrono>

namespace warpbench::session {

namespace {

using Clock = std::chrono::steady_clock;

// NVML's counter advances about ten times a second.
constexpr double kLeastSeconds = 1.0;
constexpr double kMostSeconds = 5.0; // if it never advances
constexpr double kBatchSeconds = 0.005;

double secondsBetween(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

} // namespace

void measureEnergy(RunContext& run) {
    const cuda::GpuSensors* sensors = run.device.sensors();
    const std::optional<double> used = sensors ? sensors->energyMj() : std::nullopt;
    if (!used || run.exchange) {
        run.result.notes.emplace_back(run.exchange
                                          ? "energy: not measured, because the devices wait for "
                                            "each other between launches"
                                          : "energy: this GPU does not count what it uses");
        return;
    }
    run.control.report({"Measuring energy", 0});
    const cuda::ProfilerRange range("Energy");
    run.memory.restore(run.defaultStream());
    run.context().synchronize();
    run.current = 0;
    std::int64_t passes = 0;
    std::int64_t batch = 1; // passes, together of about kBatchSeconds
    const auto runBatch = [&] {
        const Clock::time_point start = Clock::now();
        for (std::int64_t i = 0; i < batch; ++i, ++passes)
            for (const RunLaunch& launch : run.launches)
                launch.queue(passes);
        run.context().synchronize();
        run.control.throwIfStopped();
        const double share = kBatchSeconds / secondsBetween(start, Clock::now());
        batch = std::clamp<std::int64_t>(std::int64_t(double(batch) * share), 1, 2 * batch);
    };
    struct Advance {
        double mJ;
        Clock::time_point at;
        std::int64_t passes;
    };
    const Clock::time_point began = Clock::now();
    double seen = *used;
    std::optional<Advance> first;
    for (;;) {
        runBatch();
        const Clock::time_point now = Clock::now();
        const double energy = sensors->energyMj().value_or(seen);
        if (energy > seen) {
            seen = energy;
            if (!first) {
                first = {energy, now, passes};
            } else if (secondsBetween(first->at, now) >= kLeastSeconds) {
                const auto counted = passes - first->passes;
                run.result.energy = {(energy - first->mJ) / double(counted),
                                     secondsBetween(first->at, now), counted};
                break;
            }
        }
        const double gone = secondsBetween(began, now);
        run.control.report({"Measuring energy", std::min(1.0, gone / (kLeastSeconds + 0.2))});
        if (gone > kMostSeconds + (first ? secondsBetween(began, first->at) : 0)) {
            run.result.notes.emplace_back("energy: the GPU's counter did not advance");
            break;
        }
    }
    run.current = -1;
}

} // namespace warpbench::session
