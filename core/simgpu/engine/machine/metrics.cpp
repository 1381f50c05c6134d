// SPDX-License-Identifier: GPL-3.0-or-later
// The measuring loop: counts before each record what the warp is about to do. Memory accesses are
// judged by the pattern of their addresses.
#include "core/simgpu/engine/machine/access_pattern.h"
#include "core/simgpu/engine/machine/addresses.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint64_t kSectorBytes = 32;
constexpr std::uint32_t kBanks = 32;

/// The addresses of the lanes that access one kind of memory, in the order of the lanes.
struct Lanes {
    std::array<std::uint64_t, kLanes> address;
    std::array<std::uint8_t, kLanes> lane;
    std::uint32_t count = 0;

    void add(std::uint32_t index, std::uint64_t at) {
        address[count] = at;
        lane[count++] = static_cast<std::uint8_t>(index);
    }
};

struct Accesses {
    Lanes global, shared;
    std::uint32_t local = 0; ///< lanes
};

Accesses activeAddresses(Warp& w, const Inst* ip, const InstInfo& info) {
    Accesses accesses;
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint64_t address = laneAddress(w, ip, info, lane);
        const bool generic = info.space == MemorySpace::generic;
        if (info.space == MemorySpace::shared || (generic && isWindow(address, kSharedWindow)))
            accesses.shared.add(lane, address);
        else if (info.space == MemorySpace::local || (generic && isWindow(address, kLocalWindow)))
            ++accesses.local;
        else if (info.space != MemorySpace::param && !isWindow(address, kParamWindow))
            accesses.global.add(lane, address);
    }
    return accesses;
}

std::uint64_t distinct(std::array<std::uint64_t, 2 * kLanes>& values, std::uint32_t count) {
    if (!std::is_sorted(values.begin(), values.begin() + count))
        std::sort(values.begin(), values.begin() + count);
    return static_cast<std::uint64_t>(std::unique(values.begin(), values.begin() + count) -
                                      values.begin());
}

enum class Pattern { uniform, contiguous, other };

/// Patterns that most accesses have, and that need no sorting.
Pattern patternOf(const Lanes& lanes, std::uint32_t bytes) {
    bool contiguous = true, uniform = true;
    for (std::uint32_t i = 1; i < lanes.count; ++i) {
        contiguous &= lanes.address[i] == lanes.address[0] + std::uint64_t{i} * bytes;
        uniform &= lanes.address[i] == lanes.address[0];
    }
    return uniform ? Pattern::uniform : contiguous ? Pattern::contiguous : Pattern::other;
}

/// 32-byte sectors that the lanes touch.
std::uint64_t sectorsOf(const Lanes& lanes, std::uint32_t bytes) {
    const Pattern pattern = patternOf(lanes, bytes);
    if (pattern != Pattern::other) {
        const std::uint64_t first = lanes.address[0];
        const std::uint64_t span =
            pattern == Pattern::uniform ? bytes : std::uint64_t{lanes.count} * bytes;
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

std::uint64_t distinctAddresses(const Lanes& lanes) {
    std::array<std::uint64_t, 2 * kLanes> addresses;
    std::copy_n(lanes.address.begin(), lanes.count, addresses.begin());
    return distinct(addresses, lanes.count);
}

/// The fewest sectors that the distinct bytes fit in.
std::uint64_t idealSectors(const Lanes& lanes, std::uint32_t bytes) {
    return (distinctAddresses(lanes) * bytes + kSectorBytes - 1) / kSectorBytes;
}

/// Passes beyond the necessary ones: in a pass each bank serves one 4-byte word, to any number of
/// lanes. Accesses of 8 and 16 bytes are served per half and quarter of the warp (CUDA C++
/// Programming Guide, shared memory of compute capability 5.x and later).
std::uint64_t bankConflicts(const Lanes& lanes, std::uint32_t bytes) {
    if (bytes <= 4 && patternOf(lanes, bytes) != Pattern::other)
        return 0;
    const std::uint32_t group = bytes <= 4 ? kLanes : bytes <= 8 ? kLanes / 2 : kLanes / 4;
    std::uint64_t extra = 0;
    for (std::uint32_t begin = 0; begin < lanes.count;) {
        std::array<std::uint64_t, 4 * kLanes> words;
        std::uint32_t count = 0;
        std::uint32_t end = begin;
        for (; end < lanes.count && lanes.lane[end] / group == lanes.lane[begin] / group; ++end) {
            for (std::uint32_t b = 0; b < std::max(bytes, 4u); b += 4)
                words[count++] = (lanes.address[end] + b) / 4;
        }
        begin = end;
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

/// Most accesses: no lane needs to be looked at alone. False where that is not so.
bool measurePattern(Warp& w, const Inst* ip, const InstInfo& info, Counters& counters) {
    if (info.kind == InstClass::atomic || info.space == MemorySpace::local ||
        info.space == MemorySpace::param)
        return false;
    const AccessPattern pattern = patternOf(w, ip, info);
    if (!pattern.known)
        return false;
    bool shared = info.space == MemorySpace::shared;
    if (info.space == MemorySpace::generic) {
        const std::uint64_t window = pattern.halves[0].first & kWindowMask;
        if (!isWindow(pattern.halves[1].first, window) || (window && window != kSharedWindow))
            return false;
        shared = window == kSharedWindow;
    }
    const std::uint64_t bytes = std::uint64_t{kLanes} * info.accessBytes;
    if (shared) {
        ++counters.sharedAccesses;
        counters.sharedBankConflicts += pattern.bankConflicts();
        (info.store ? counters.sharedBytesStored : counters.sharedBytesLoaded) += bytes;
    } else {
        ++counters.globalAccesses;
        counters.globalSectors += pattern.sectors();
        counters.idealGlobalSectors += (pattern.distinctBytes() + kSectorBytes - 1) / kSectorBytes;
        (info.store ? counters.bytesStored : counters.bytesLoaded) += bytes;
    }
    return true;
}

void measureAccess(Warp& w, const Inst* ip, const InstInfo& info, Counters& counters) {
    if (measurePattern(w, ip, info, counters))
        return;
    const Accesses accesses = activeAddresses(w, ip, info);
    const bool atomic = info.kind == InstClass::atomic;
    const bool loads = atomic || !info.store;
    const std::uint32_t size = info.accessBytes;
    const auto bytes = [&](std::uint32_t lanes) { return std::uint64_t{lanes} * size; };
    if (const Lanes& lanes = accesses.global; lanes.count) {
        ++counters.globalAccesses;
        counters.globalSectors += sectorsOf(lanes, size);
        counters.idealGlobalSectors += idealSectors(lanes, size);
        counters.bytesLoaded += loads ? bytes(lanes.count) : 0;
        counters.bytesStored += info.store ? bytes(lanes.count) : 0;
    }
    if (const Lanes& lanes = accesses.shared; lanes.count) {
        ++counters.sharedAccesses;
        counters.sharedBankConflicts += bankConflicts(lanes, size);
        counters.sharedBytesLoaded += loads ? bytes(lanes.count) : 0;
        counters.sharedBytesStored += info.store ? bytes(lanes.count) : 0;
    }
    (info.store ? counters.localBytesStored : counters.localBytesLoaded) += bytes(accesses.local);
    if (atomic) {
        for (const Lanes* lanes : {&accesses.global, &accesses.shared}) {
            counters.atomics += lanes->count;
            counters.atomicConflicts += lanes->count - distinctAddresses(*lanes);
        }
    }
}

std::uint32_t lanesIn(std::uint32_t mask) {
    return mask == kFullMask ? kLanes : static_cast<std::uint32_t>(std::popcount(mask));
}

/// What is known before the record is executed: afterwards its addresses may be gone.
void measureBefore(Warp& w, const Inst* ip, const InstInfo& info, Worker& worker) {
    const std::uint32_t lanes = lanesIn(w.mask);
    for (std::uint32_t e = info.firstElided; e < info.firstElided + info.elidedCount; ++e) {
        Counters& counters = worker.byInstruction[w.code->insts.size() + e];
        ++counters.warpInstructions;
        counters.threadInstructions += lanes;
        ++worker.activeLanes[lanes];
    }
    if (info.counted && info.accessBytes)
        measureAccess(w, ip, info,
                      worker.byInstruction[static_cast<std::size_t>(ip - w.code->insts.data())]);
}

/// True where none of the places that the warp's lanes are at holds all of `lanes`.
bool areApart(const Warp& w, std::uint32_t lanes) {
    if ((lanes & ~w.mask) == 0)
        return false;
    const auto begin = w.splits.begin();
    return std::none_of(begin, begin + w.pending,
                        [&](const Split& split) { return (lanes & ~split.mask) == 0; });
}

/// Those of `lanes` that must come back to the record.
std::uint32_t lanesStillAt(const Warp& w, const Inst* ip, const Inst* next) {
    std::uint32_t lanes = (next ? next : w.pc) == ip ? w.mask : 0;
    for (std::uint32_t s = 0; s < w.pending; ++s) {
        if (w.splits[s].pc == ip && w.splits[s].state != SplitState::atBarrier)
            lanes |= w.splits[s].mask;
    }
    return lanes;
}

/// \param lanes  that were active before
void measureAfter(const Warp& w, const Inst* ip, const InstInfo& info, const Inst* next,
                  std::uint32_t lanes, Worker& worker) {
    Counters& counters = worker.byInstruction[static_cast<std::size_t>(ip - w.code->insts.data())];
    const std::uint32_t done =
        info.retried && w.stop != Stop::faulted ? lanes & ~lanesStillAt(w, ip, next) : lanes;
    if (done == 0)
        return;
    const std::uint32_t count = lanesIn(done);
    ++counters.warpInstructions;
    counters.threadInstructions += count;
    ++worker.activeLanes[count];
    if (info.waits)
        ++counters.barriers;
    if (info.kind == InstClass::branch) {
        ++counters.branches;
        if (areApart(w, lanes & ~w.exited))
            ++counters.divergentBranches;
    }
}

} // namespace

const Inst* runMeasured(Warp& w, const Inst* ip, Worker& worker) {
    const InstInfo& info = w.code->infos[static_cast<std::size_t>(ip - w.code->insts.data())];
    const bool checked = worker.launch.checked;
    const bool counted = worker.launch.request.metrics;
    if (checked) {
        noteBefore(w, info);
        if (info.accessBytes && info.kind != InstClass::matrix)
            checkAccess(w, ip, info);
    }
    if (counted)
        measureBefore(w, ip, info, worker);
    const std::uint32_t lanes = w.mask;
    const Inst* next = ip->run(ip, w);
    if (checked)
        noteAfter(w, ip, info, next);
    if (counted && info.counted)
        measureAfter(w, ip, info, next, lanes, worker);
    return next;
}

namespace {

/// The same as runMeasured over and over, where nothing is checked.
void runCounted(Warp& w, const Inst* ip, Worker& worker) {
    const Inst* const first = w.code->insts.data();
    const std::uint8_t* const isSimple = worker.isSimple.data();
    std::uint64_t* const byFullWarps = worker.byFullWarps.data();
    while (ip) {
        const auto record = static_cast<std::size_t>(ip - first);
        if (w.mask == kFullMask && isSimple[record]) {
            ++byFullWarps[record];
            ip = ip->run(ip, w);
        } else {
            ip = runMeasured(w, ip, worker);
        }
    }
}

/// Whether the checks want to know of a record at all.
bool takesPartInOrder(const InstInfo& info) {
    return info.accessBytes || info.fence || info.strong || info.collective ||
           info.kind == InstClass::atomic || info.kind == InstClass::matrix;
}

} // namespace

void Worker::prepareMetrics() {
    const Code& code = launch.code;
    byInstruction.resize(code.insts.size() + code.elided.size());
    byFullWarps.resize(code.insts.size());
    isSimple.resize(code.insts.size());
    for (std::size_t record = 0; record < code.infos.size(); ++record) {
        const InstInfo& info = code.infos[record];
        isSimple[record] = info.counted && !info.accessBytes && !info.elidedCount &&
                           !info.retried && !info.waits && info.kind != InstClass::branch;
    }
}

void Worker::collectMetrics() {
    for (std::size_t record = 0; record < byFullWarps.size(); ++record) {
        const std::uint64_t count = std::exchange(byFullWarps[record], 0);
        byInstruction[record].warpInstructions += count;
        byInstruction[record].threadInstructions += count * kLanes;
        activeLanes[kLanes] += count;
    }
}

Stop runWarpMeasured(Warp& w, Worker& worker) {
    w.stop = Stop::none;
    const Inst* ip = w.mask ? w.pc : resumeAny(w);
    if (!worker.launch.checked) {
        runCounted(w, ip, worker);
        return w.stop;
    }
    while (ip) {
        const InstInfo& info = w.code->infos[static_cast<std::size_t>(ip - w.code->insts.data())];
        ip = worker.launch.request.metrics || takesPartInOrder(info) ? runMeasured(w, ip, worker)
                                                                     : ip->run(ip, w);
    }
    return w.stop;
}

} // namespace warpbench::simgpu::engine
