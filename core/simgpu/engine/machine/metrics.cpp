// SPDX-License-Identifier: GPL-3.0-or-later
// The measuring loop: counts before each record what the warp is about to do. Memory accesses are
// judged by the pattern of their addresses.
#include "core/simgpu/engine/machine/addresses.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint64_t kSectorBytes = 32;
constexpr std::uint32_t kBanks = 32;

struct Lanes {
    std::array<std::uint64_t, kLanes> address;
    std::uint32_t count = 0;
};

Lanes activeAddresses(Warp& w, const Inst* ip, const InstInfo& info) {
    Lanes lanes;
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1)
        lanes.address[lanes.count++] =
            laneAddress(w, ip, info, static_cast<std::uint32_t>(std::countr_zero(rest)));
    return lanes;
}

std::uint64_t distinct(std::array<std::uint64_t, 2 * kLanes>& values, std::uint32_t count) {
    std::sort(values.begin(), values.begin() + count);
    return static_cast<std::uint64_t>(std::unique(values.begin(), values.begin() + count) -
                                      values.begin());
}

/// 32-byte sectors that the lanes touch. Consecutive lanes side by side need no sorting.
std::uint64_t sectorsOf(const Lanes& lanes, std::uint32_t bytes) {
    bool contiguous = true, uniform = true;
    for (std::uint32_t i = 1; i < lanes.count; ++i) {
        contiguous &= lanes.address[i] == lanes.address[0] + std::uint64_t{i} * bytes;
        uniform &= lanes.address[i] == lanes.address[0];
    }
    const std::uint64_t first = lanes.address[0];
    if (contiguous || uniform) {
        const std::uint64_t span = uniform ? bytes : std::uint64_t{lanes.count} * bytes;
        return (first + span - 1) / kSectorBytes - first / kSectorBytes + 1;
    }
    std::array<std::uint64_t, 2 * kLanes> sectors;
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < lanes.count; ++i) {
        sectors[count++] = lanes.address[i] / kSectorBytes;
        sectors[count++] = (lanes.address[i] + bytes - 1) / kSectorBytes;
    }
    return distinct(sectors, count);
}

/// The fewest sectors that the distinct bytes fit in.
std::uint64_t idealSectors(const Lanes& lanes, std::uint32_t bytes) {
    std::array<std::uint64_t, 2 * kLanes> addresses;
    std::copy_n(lanes.address.begin(), lanes.count, addresses.begin());
    const std::uint64_t different = distinct(addresses, lanes.count);
    return (different * bytes + kSectorBytes - 1) / kSectorBytes;
}

/// Passes beyond the necessary ones: in a pass each bank serves one 4-byte word, to any number of
/// lanes. Accesses of 8 and 16 bytes are served per half and quarter of the warp.
std::uint64_t bankConflicts(const Lanes& lanes, std::uint32_t bytes) {
    const std::uint32_t group = bytes <= 4 ? kLanes : bytes <= 8 ? kLanes / 2 : kLanes / 4;
    std::uint64_t extra = 0;
    for (std::uint32_t begin = 0; begin < lanes.count; begin += group) {
        const std::uint32_t end = std::min(begin + group, lanes.count);
        std::array<std::uint64_t, 4 * kLanes> words;
        std::uint32_t count = 0;
        for (std::uint32_t i = begin; i < end; ++i) {
            for (std::uint32_t b = 0; b < std::max(bytes, 4u); b += 4)
                words[count++] = (lanes.address[i] + b) / 4;
        }
        std::sort(words.begin(), words.begin() + count);
        const auto last = std::unique(words.begin(), words.begin() + count);
        std::array<std::uint32_t, kBanks> load{};
        std::uint32_t most = 1;
        for (auto it = words.begin(); it != last; ++it)
            most = std::max(most, ++load[*it % kBanks]);
        extra += most - 1;
    }
    return extra;
}

std::uint64_t sameAddressLanes(const Lanes& lanes) {
    std::array<std::uint64_t, 2 * kLanes> addresses;
    std::copy_n(lanes.address.begin(), lanes.count, addresses.begin());
    return lanes.count - distinct(addresses, lanes.count);
}

void measureAccess(Warp& w, const Inst* ip, const InstInfo& info, LineMetrics& line,
                   Metrics& total) {
    Lanes lanes = activeAddresses(w, ip, info);
    if (lanes.count == 0)
        return;
    bool shared = info.space == MemorySpace::shared;
    if (info.space == MemorySpace::generic) {
        if (isWindow(lanes.address[0], kLocalWindow) || isWindow(lanes.address[0], kParamWindow))
            return;
        shared = isWindow(lanes.address[0], kSharedWindow);
    }
    if (info.space == MemorySpace::local || info.space == MemorySpace::param)
        return;
    if (info.kind == InstClass::atomic)
        line.atomicConflicts += sameAddressLanes(lanes);
    if (shared) {
        if (info.kind != InstClass::atomic)
            line.sharedBankConflicts += bankConflicts(lanes, info.accessBytes);
        return;
    }
    line.globalSectors += sectorsOf(lanes, info.accessBytes);
    line.idealGlobalSectors += idealSectors(lanes, info.accessBytes);
    const std::uint64_t bytes = std::uint64_t{lanes.count} * info.accessBytes;
    if (info.kind == InstClass::atomic || !info.store)
        total.bytesLoaded += bytes;
    if (info.store)
        total.bytesStored += bytes;
}

void measure(Warp& w, const Inst* ip, Worker& worker) {
    const auto record = static_cast<std::size_t>(ip - w.code->insts.data());
    const InstInfo& info = w.code->infos[record];
    for (std::uint32_t e = info.firstElided; e < info.firstElided + info.elidedCount; ++e) {
        LineMetrics& line = worker.byInstruction[w.code->insts.size() + e];
        ++line.warpInstructions;
        line.threadInstructions += static_cast<std::uint64_t>(std::popcount(w.mask));
        ++worker.metrics.mix[static_cast<std::size_t>(w.code->elided[e].kind)];
    }
    if (!info.counted)
        return;
    LineMetrics& line = worker.byInstruction[record];
    ++line.warpInstructions;
    line.threadInstructions += static_cast<std::uint64_t>(std::popcount(w.mask));
    ++worker.metrics.mix[static_cast<std::size_t>(info.kind)];
    if (info.accessBytes)
        measureAccess(w, ip, info, line, worker.metrics);
    if (info.kind == InstClass::barrier)
        ++line.barriers;
}

} // namespace

Stop runWarpMeasured(Warp& w, Worker& worker) {
    w.stop = Stop::none;
    const bool checked = worker.launch.checked, measured = worker.launch.request.metrics;
    const Inst* ip = w.mask ? w.pc : resumeAny(w);
    while (ip) {
        const Inst* const at = ip;
        const auto record = static_cast<std::size_t>(at - w.code->insts.data());
        const InstInfo& info = w.code->infos[record];
        if (checked) {
            noteBefore(w, info);
            if (info.accessBytes && info.kind != InstClass::matrix)
                checkAccess(w, at, info);
        }
        if (measured)
            measure(w, at, worker);
        const bool branch = info.kind == InstClass::branch;
        const std::uint32_t before = w.pending, mask = w.mask;
        ip = at->run(at, w);
        if (checked)
            noteAfter(w, at, info, ip);
        // A branch that parts the lanes leaves one more split behind.
        if (measured && branch && ip && w.pending > before && w.mask != mask)
            ++worker.byInstruction[record].divergentBranches;
    }
    return w.stop;
}

} // namespace warpbench::simgpu::engine
