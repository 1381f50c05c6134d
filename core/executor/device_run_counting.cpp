// SPDX-License-Identifier: GPL-3.0-or-later
// For a run on one real GPU: its peaks, and the passes in which its hardware counters count.
#include "core/cuda/error.h"
#include "core/device/peaks_file.h"
#include "core/executor/device_run_phases.h"
#include "core/sensors/hardware_counters.h"
#include "core/toolkit/toolkit.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpbench::session {

bool DeviceRunPhases::countsOnHardware() const {
    return m_request.metrics && !m_device.device().simulated() && !m_launches.empty();
}

/// A run without counters is better than none: if counting is not possible, a note says why.
void DeviceRunPhases::countPasses() {
    const bool calls = std::any_of(m_request.launches.begin(), m_request.launches.end(),
                                   [](const DeviceLaunch& launch) { return launch.library; });
    if (calls) { // they launch as many kernels as they like
        m_result.notes.push_back("the GPU's counters were not read: they cannot tell the kernels "
                                 "of a library call from the others; remove its step");
        return;
    }
    if (m_exchange) {
        m_result.notes.push_back("the GPU's counters were not read: devices that exchange rows are "
                                 "not counted; run on one of them");
        return;
    }
    try {
        cuda::HardwareCounting counting(
            m_device.context(), compile::cuptiCandidates(compile::ToolkitSearch::ofThisMachine()),
            kernelsOfARound());
        countWith(counting);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::environment)
            throw;
        m_result.notes.push_back(error.what());
    }
}

void DeviceRunPhases::countWith(cuda::HardwareCounting& counting) {
    const std::size_t all = counting.passes();
    std::size_t pass = 0;
    bool last = false;
    while (!last) {
        progress(fmt::format("Counting {} of {}", ++pass, all),
                 double(std::min(pass, all)) / double(std::max<std::size_t>(1, all)));
        if (m_request.restore)
            restore(cuda::Stream::defaultOf(m_device.context()));
        m_device.context().synchronize();
        for (std::uint32_t round = 0; round < m_request.rounds; ++round) {
            if (round + 1 == m_request.rounds) // as for the check pass, only the last round counts
                counting.beginPass();
            launchAll();
        }
        last = counting.endPass();
    }
    std::vector<cuda::HardwareFigures> figures = counting.figures();
    std::size_t next = 0;
    for (std::size_t i = 0; i < m_launches.size(); ++i) {
        next += std::size_t(std::max(m_launches[i].repeat, 1));
        m_result.launches[i].hardware = figures.at(next - 1); // of its last repetition
    }
}

/// Timing finds caches as left by the previous pass, while they are cold in the check pass. For a
/// single launch, this can be taken into account without a second pass.
bool DeviceRunPhases::profilesOnceMore() const {
    return m_request.profileWork && m_device.extras() && !m_exchange &&
           m_launches.size() * m_request.rounds > 1;
}

void DeviceRunPhases::profilePass() {
    const cuda::SimulatedExtras& extras = *m_device.extras();
    if (m_request.restore)
        restore(cuda::Stream::defaultOf(m_device.context()));
    m_device.context().synchronize();
    const std::size_t all = m_launches.size() * m_request.rounds;
    for (std::size_t done = 0; done < all; ++done) {
        const std::size_t i = done % m_launches.size();
        progress("Profiling", double(done) / double(all));
        extras.clearMetrics(m_device.ordinal());
        extras.setProfiling(m_device.ordinal(), profilingOf(i));
        launchOne(i);
        takeProfile(i, extras);
    }
    m_current = -1;
    extras.setProfiling(m_device.ordinal(), {}); // timing takes no longer for it
}

cuda::SimulatedProfiling DeviceRunPhases::profilingOf(std::size_t index) const {
    cuda::SimulatedProfiling out;
    out.on = true;
    out.residentBlocks = std::uint32_t(m_request.launches[index].residentBlocks);
    out.l1Bytes = m_request.launches[index].l1Bytes;
    return out;
}

void DeviceRunPhases::takeProfile(std::size_t index, const cuda::SimulatedExtras& extras) {
    auto profiles = extras.profiles(m_device.ordinal());
    if (!profiles.launches.empty()) // of its repetitions the last
        m_result.launches[index].work = std::move(profiles.launches.back());
}

/// Number of kernels in a round: each repetition of a launch is counted separately.
std::size_t DeviceRunPhases::kernelsOfARound() const {
    std::size_t kernels = 0;
    for (const launch::ReadyLaunch& launch : m_launches)
        kernels += std::size_t(std::max(launch.repeat, 1));
    return kernels;
}

/// Call before the counting passes, which control clocks and order themselves. A run without peaks
/// is better than none: if they cannot be measured, a note says why.
void DeviceRunPhases::findPeaks() {
    try {
        const PeaksKey key = PeaksKey::of(m_device.device());
        m_result.peaks = keptPeaks(peaksFolder(), key);
        if (m_result.peaks)
            return;
        m_result.peaks = measuredPeaks();
        keepPeaks(peaksFolder(), key, *m_result.peaks);
    } catch (const Error& error) {
        const auto* cudaError = dynamic_cast<const cuda::CudaError*>(&error);
        if (cudaError ? cudaError->sticky() : error.kind() != ErrorKind::environment)
            throw;
        m_result.notes.push_back(error.what());
    }
}

launch::DevicePeaks DeviceRunPhases::measuredPeaks() {
    const cuda::Context& context = m_device.context();
    context.synchronize();
    const cuda::Module kernels = loaded(*m_request.peakKernels);
    return launch::measurePeaks(context, kernels, m_control.stopFlag(),
                                [this](const std::string& what, double part) {
                                    progress("Measuring the device's peaks: " + what, part);
                                });
}

/// One round, each launch waited for.
void DeviceRunPhases::launchAll() {
    for (std::size_t i = 0; i < m_launches.size(); ++i)
        launchOne(i);
    m_current = -1;
}

void DeviceRunPhases::launchOne(std::size_t i) {
    throwIfStopped();
    m_current = int(i);
    for (const DeviceImage* image : m_imagesOfLaunch[i])
        image->refresh(m_launches[i].stream);
    launch::launchOnce(std::span(&m_launches[i], 1));
    for (const DeviceImage* image : m_imagesOfLaunch[i])
        image->copyBack(m_launches[i].stream);
    m_device.context().synchronize();
}

} // namespace warpbench::session
