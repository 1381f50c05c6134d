// SPDX-License-Identifier: GPL-3.0-or-later
// For a run on one real GPU: the energy of a pass over its launches.
#include "core/cuda/profiler.h"
#include "core/executor/device_run_phases.h"

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

/// Repeats the launches without a pause, from one advance of the GPU's counter to a later one.
/// Written buffers are restored only before the first pass.
void DeviceRunPhases::measureEnergy() {
    const cuda::GpuSensors* sensors = m_device.sensors();
    const std::optional<double> used = sensors ? sensors->energyMj() : std::nullopt;
    if (!used || m_exchange) {
        m_result.notes.push_back(m_exchange ? "energy: not measured, because the devices wait for "
                                              "each other between launches"
                                            : "energy: this GPU does not count what it uses");
        return;
    }
    progress("Measuring energy", 0);
    const cuda::ProfilerRange range("Energy");
    restore(cuda::Stream::defaultOf(m_device.context()));
    m_device.context().synchronize();
    m_current = 0;
    std::int64_t passes = 0;
    std::int64_t batch = 1; // passes, together of about kBatchSeconds
    const auto runBatch = [&] {
        const Clock::time_point start = Clock::now();
        for (std::int64_t i = 0; i < batch; ++i)
            queuePass(passes++);
        m_device.context().synchronize();
        throwIfStopped();
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
                m_result.energy = {(energy - first->mJ) / double(counted),
                                   secondsBetween(first->at, now), counted};
                break;
            }
        }
        const double gone = secondsBetween(began, now);
        progress("Measuring energy", std::min(1.0, gone / (kLeastSeconds + 0.2)));
        if (gone > kMostSeconds + (first ? secondsBetween(began, first->at) : 0)) {
            m_result.notes.push_back("energy: the GPU's counter did not advance");
            break;
        }
    }
    m_current = -1;
}

/// Each launch once, whatever its `repeat`, as its time is that of one.
void DeviceRunPhases::queuePass(std::int64_t pass) {
    for (std::size_t i = 0; i < m_launches.size(); ++i) {
        const launch::ReadyLaunch& launch = m_launches[i];
        for (const DeviceImage* image : m_imagesOfLaunch[i])
            image->refresh(launch.stream);
        launch.queue(pass);
        for (const DeviceImage* image : m_imagesOfLaunch[i])
            image->copyBack(launch.stream);
    }
}

} // namespace warpbench::session
