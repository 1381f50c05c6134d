// SPDX-License-Identifier: GPL-3.0-or-later
// Clock values, and lanes that sleep until a time (nanosleep).
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

#include <algorithm>
#include <thread>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint64_t kNanosecondsPerMs = 1000000;
/// PTX ISA 9.0, nanosleep: "The maximum sleep duration is 1 millisecond."
constexpr std::uint64_t kLongestSleepNs = 1000000;
/// Waking a thread of the host takes about as long: for less it only lets others have its core.
constexpr std::uint64_t kShortestRestNs = 50000;

/// Whether clocks count executed instructions instead of the host's time.
bool countsTicks(const Launch& launch) {
    return launch.request.deterministic || launch.request.control;
}

template <class Duration>
std::uint64_t nanosecondsOf(Duration duration) {
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count());
}

/// \return when the first lanes of the block wake; kNobodySleeps if the block has other work to
/// do
std::uint64_t wakeTimeOf(const Block& block) {
    const bool runs =
        std::any_of(block.ready.begin(), block.ready.end(), [](std::uint8_t r) { return r != 0; });
    return runs ? kNobodySleeps : block.wakeNs;
}

} // namespace

std::uint64_t Worker::nowNs() const {
    return countsTicks(launch) ? ticks * kNanosecondsPerMs / launch.program.model.clockKHz
                               : nanosecondsOf(std::chrono::steady_clock::now() - launch.start);
}

void Worker::restUntil(std::uint64_t timeNs) {
    if (countsTicks(launch)) { // nothing else happens until then
        const std::uint64_t kHz = launch.program.model.clockKHz;
        ticks = std::max(ticks, (timeNs * kHz + kNanosecondsPerMs - 1) / kNanosecondsPerMs);
        return;
    }
    const std::uint64_t now = nowNs();
    if (timeNs < now + kShortestRestNs)
        std::this_thread::yield();
    else
        std::this_thread::sleep_for(std::chrono::nanoseconds(timeNs - now));
}

const Inst* sleep(Warp& w, const Inst* ip, std::uint64_t nanoseconds) {
    if (nanoseconds == 0)
        return yieldSpinning(w, ip + 1);
    Block& block = *w.block;
    if (block.launch.mustStop(&w, ip)) {
        w.pc = ip;
        w.stop = Stop::faulted;
        return nullptr;
    }
    Split sleeping;
    sleeping.pc = ip + 1;
    sleeping.mask = w.mask;
    sleeping.frame = w.frame;
    sleeping.state = SplitState::asleep;
    sleeping.wakeNs = block.worker.nowNs() + std::min(nanoseconds, kLongestSleepNs);
    block.wakeNs = std::min(block.wakeNs, sleeping.wakeNs);
    w.splits[w.pending++] = sleeping;
    return resumeAny(w);
}

bool interruptSleep(Warp& w) {
    for (std::uint32_t s = 0; s < w.pending; ++s) {
        const Split split = w.splits[s];
        if (split.state != SplitState::asleep)
            continue;
        removeSplit(w, s);
        setMask(w, split.mask);
        w.frame = split.frame;
        w.pc = split.pc - 1;
        return true;
    }
    return false;
}

void Block::wakeSleepers() {
    const std::uint64_t now = worker.nowNs();
    if (now < wakeNs)
        return;
    wakeNs = kNobodySleeps;
    for (Warp* w : warps) {
        for (std::uint32_t s = 0; s < w->pending; ++s) {
            Split& split = w->splits[s];
            if (split.state != SplitState::asleep)
                continue;
            if (split.wakeNs <= now) {
                split.state = SplitState::ready;
                warpMayRun(w->index);
            } else {
                wakeNs = std::min(wakeNs, split.wakeNs);
            }
        }
    }
}

std::uint64_t Cluster::wakeTime() const {
    std::uint64_t first = kNobodySleeps;
    for (const auto& block : blocks) {
        if (block->alive == 0)
            continue;
        const std::uint64_t time = wakeTimeOf(*block);
        if (time == kNobodySleeps)
            return kNobodySleeps;
        first = std::min(first, time);
    }
    return first;
}

std::uint64_t specialValue(Warp& w, std::uint32_t which) {
    using S = ptx::SpecialRegister;
    constexpr std::uint64_t kCyclesOfRead = 32;
    Worker& worker = w.block->worker;
    const bool counts = countsTicks(worker.launch);
    if (counts)
        worker.ticks += kCyclesOfRead;
    const std::uint64_t passed = worker.nowNs();
    const std::uint64_t cycles =
        counts ? worker.ticks : passed * worker.launch.program.model.clockKHz / kNanosecondsPerMs;
    // One clock with the cycles: the host's may be set while the kernel runs.
    const std::uint64_t wall =
        counts ? passed : nanosecondsOf(worker.launch.wallStart.time_since_epoch()) + passed;
    switch (static_cast<S>(which)) {
    case S::clock:
    case S::clock64:
        return cycles;
    case S::clock_hi:
        return cycles >> 32;
    case S::globaltimer:
    case S::globaltimer_lo:
        return wall;
    case S::globaltimer_hi:
        return wall >> 32;
    default:
        return 0; // performance counters that were not configured
    }
}

} // namespace warpbench::simgpu::engine
