// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the work of warps. Consecutive records are counted together (observed_code.h), and figures
// that follow from their number are calculated at the end; memory accesses are analysed by their
// address pattern.
#include "core/simgpu/engine/machine/addresses.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/observe/access_pattern.h"
#include "core/simgpu/engine/observe/observers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <utility>
#include <vector>

namespace warpbench::simgpu::engine {

namespace {

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

/// If the space is known, accesses and bytes follow from the lanes that executed the record, and
/// are calculated at the end.
bool isCountedByLanes(const InstInfo& info) {
    return info.kind == InstClass::memory && info.space != MemorySpace::generic;
}

/// For lanes with contiguous addresses from `first` on. False if the memory space is
/// unknown.
bool measureRange(std::uint64_t first, std::uint32_t lanes, const InstInfo& info,
                  Counters& counters) {
    if (info.space == MemorySpace::shared)
        return true; // No two lanes that are served together meet in a bank.
    if (info.space != MemorySpace::global)
        return false;
    const std::uint64_t bytes = std::uint64_t{lanes} * info.accessBytes;
    counters.globalSectors += (first + bytes - 1) / kSectorBytes - first / kSectorBytes + 1;
    counters.idealGlobalSectors += (bytes + kSectorBytes - 1) / kSectorBytes;
    return true;
}

/// Most other accesses, without examining single lanes. False if that is not possible.
bool measurePattern(const AccessPattern& pattern, const InstInfo& info, Counters& counters) {
    bool shared = info.space == MemorySpace::shared;
    const bool generic = info.space == MemorySpace::generic;
    if (generic) {
        const std::uint64_t window = pattern.halves[0].first & kWindowMask;
        if (!isWindow(pattern.halves[1].first, window) || (window && window != kSharedWindow))
            return false;
        shared = window == kSharedWindow;
    }
    if (shared) {
        counters.sharedBankConflicts += pattern.bankConflicts();
    } else {
        counters.globalSectors += pattern.sectors();
        counters.idealGlobalSectors += (pattern.distinctBytes() + kSectorBytes - 1) / kSectorBytes;
    }
    if (generic) {
        const std::uint64_t bytes = std::uint64_t{kLanes} * info.accessBytes;
        ++(shared ? counters.sharedAccesses : counters.globalAccesses);
        (shared       ? info.store ? counters.sharedBytesStored : counters.sharedBytesLoaded
         : info.store ? counters.bytesStored
                      : counters.bytesLoaded) += bytes;
    }
    return true;
}

/// Accesses that each lane is looked at for.
void measureLanes(Warp& w, const Inst* ip, const InstInfo& info, Counters& counters) {
    const Accesses accesses = activeAddresses(w, ip, info);
    const bool atomic = info.kind == InstClass::atomic;
    const std::uint32_t size = info.accessBytes;
    if (const Lanes& lanes = accesses.global; lanes.count) {
        counters.globalSectors += sectorsOf(lanes, size);
        counters.idealGlobalSectors += idealSectors(lanes, size);
    }
    if (const Lanes& lanes = accesses.shared; lanes.count)
        counters.sharedBankConflicts += bankConflicts(lanes, size);
    if (isCountedByLanes(info))
        return;
    const bool loads = atomic || !info.store;
    const auto bytes = [&](std::uint32_t lanes) { return std::uint64_t{lanes} * size; };
    counters.globalAccesses += accesses.global.count != 0;
    counters.bytesLoaded += loads ? bytes(accesses.global.count) : 0;
    counters.bytesStored += info.store ? bytes(accesses.global.count) : 0;
    counters.sharedAccesses += accesses.shared.count != 0;
    counters.sharedBytesLoaded += loads ? bytes(accesses.shared.count) : 0;
    counters.sharedBytesStored += info.store ? bytes(accesses.shared.count) : 0;
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

inline __attribute__((always_inline)) void measureByPattern(Warp& w, const Inst* ip,
                                                            const InstInfo& info,
                                                            const RowPattern& row,
                                                            Counters& counters) {
    // One side by side with the next: the usual access.
    const std::uint32_t lanes = row.allContiguous ? kLanes : row.partLanes;
    if (lanes && measureRange(addressFrom(w, ip, info, row.first[0]), lanes, info, counters))
        return;
    if (!row.known || !measurePattern(patternFrom(w, ip, info, row), info, counters))
        measureLanes(w, ip, info, counters);
}

/// Words in shared memory, as read by tiled matrix products: quickly decides whether two halves
/// share a bank. False if it cannot decide.
inline bool measureSharedWords(const InstInfo& info, const RowPattern& row, Counters& counters) {
    constexpr std::uint64_t kBytesOfBanks = std::uint64_t{kBanks} * 4;
    if (info.space != MemorySpace::shared || info.accessBytes != 4 || !row.known ||
        row.contiguous[0] != row.contiguous[1])
        return false;
    const std::uint64_t distance = row.first[1] - row.first[0];
    if (distance == 0) // the same words, each to two lanes or to all
        return true;
    if (row.contiguous[0])
        return false;
    counters.sharedBankConflicts += distance % kBytesOfBanks == 0;
    return true;
}

/// The same for handlers that report the pattern of indices, which address global memory.
inline void measureByIndexShape(Warp& w, const Inst* ip, const InstInfo& info, const Observation& o,
                                Worker& worker) {
    constexpr std::uint8_t kContiguous = 1;
    Counters& counters = worker.byInstruction[recordOf(w, ip)];
    if (w.indexShape == kContiguous && !o.keepsPattern &&
        measureRange(addressFrom(w, ip, info, inRow(w, ip, info, 0)), kLanes, info, counters))
        return;
    const RowPattern row(rowPatternOf(w, ip, info));
    if (o.keepsPattern)
        worker.patterns[o.pattern] = row;
    measureByPattern(w, ip, info, row, counters);
}

/// A record whose handler reports its addresses.
template <bool kRun, bool kIndexed>
const Inst* measureToldAccess(const Inst* ip, Warp& w) {
    Worker& worker = w.block->worker;
    const std::size_t record = recordOf(w, ip);
    const Observation& o = worker.observed->observations[record];
    if constexpr (kRun)
        countRun(w, record, o, worker);
    if (w.mask != kFullMask) {
        measureAccess(w, ip, w.code->infos[record], o, worker);
        return o.run(ip, w);
    }
    const Inst* const next = o.run(ip, w);
    if (next && kIndexed)
        measureByIndexShape(w, ip, w.code->infos[record], o, worker);
    else if (next)
        measureByShape(w, ip, w.code->infos[record], o, worker);
    return next;
}

/// By far the most frequent handlers. They do a part of observeAll (observers.cpp).
template <bool kRun, bool kAccess, bool kBranch>
const Inst* measure(const Inst* ip, Warp& w) {
    Worker& worker = w.block->worker;
    const std::size_t record = recordOf(w, ip);
    const Observation& o = worker.observed->observations[record];
    if constexpr (kRun)
        countRun(w, record, o, worker);
    if constexpr (kAccess)
        measureAccess(w, ip, w.code->infos[record], o, worker);
    if constexpr (!kBranch)
        return o.run(ip, w);
    const std::uint32_t lanes = w.mask;
    const Inst* const next = o.run(ip, w);
    if (w.mask != lanes)
        measureBranch(w, record, lanes, worker);
    return next;
}

/// A record's counters that follow from its executions.
void addDerived(const InstInfo& info, const Counters& executed, Counters& counters) {
    const std::uint64_t bytes = executed.threadInstructions * info.accessBytes;
    if (info.waits)
        counters.barriers += executed.warpInstructions;
    if (info.kind == InstClass::branch)
        counters.branches += executed.warpInstructions;
    if (!info.accessBytes || !isCountedByLanes(info))
        return;
    if (info.space == MemorySpace::shared) {
        counters.sharedAccesses += executed.warpInstructions;
        (info.store ? counters.sharedBytesStored : counters.sharedBytesLoaded) += bytes;
    } else if (info.space == MemorySpace::global) {
        counters.globalAccesses += executed.warpInstructions;
        (info.store ? counters.bytesStored : counters.bytesLoaded) += bytes;
    } else if (info.space == MemorySpace::local) {
        (info.store ? counters.localBytesStored : counters.localBytesLoaded) += bytes;
    }
}

} // namespace

void countPartialRun(const Warp& w, std::size_t record, const Observation& o, Worker& worker) {
    RunCount& count = worker.runs[record];
    const std::uint32_t lanes = lanesIn(w.mask);
    ++count.partial;
    count.partialLanes += lanes;
    worker.activeLanes[lanes] += o.runInstructions;
}

void measureAccess(Warp& w, const Inst* ip, const InstInfo& info, const Observation& o,
                   Worker& worker) {
    Counters& counters = worker.byInstruction[recordOf(w, ip)];
    if (o.pattern == Observation::kNoPattern)
        measureLanes(w, ip, info, counters);
    else
        measureByPattern(w, ip, info, rowPattern(w, ip, info, o, worker), counters);
}

void measureByShape(Warp& w, const Inst* ip, const InstInfo& info, const Observation& o,
                    Worker& worker) {
    const RowPattern row = patternByShape(w, ip, info);
    if (o.keepsPattern)
        worker.patterns[o.pattern] = row;
    Counters& counters = worker.byInstruction[recordOf(w, ip)];
    if (!measureSharedWords(info, row, counters))
        measureByPattern(w, ip, info, row, counters);
}

void noteTouched(TouchedRanges& touched, TouchedRanges::Range range, MemorySpace space) {
    const bool generic = space == MemorySpace::generic;
    if (space == MemorySpace::shared || (generic && isWindow(range.address, kSharedWindow)))
        touched.shared.push_back(range);
    else if (space == MemorySpace::global || (generic && (range.address & kWindowMask) == 0))
        touched.global.push_back(range);
}

namespace {

/// Number of distinct bytes, or sectors if that is the unit.
std::uint64_t distinctUnits(std::vector<TouchedRanges::Range>& ranges, std::uint64_t unit) {
    std::sort(ranges.begin(), ranges.end(),
              [](const auto& a, const auto& b) { return a.address < b.address; });
    std::uint64_t count = 0, end = 0; // everything below `end` has been counted
    for (const TouchedRanges::Range& range : ranges) {
        const std::uint64_t first = std::max(range.address / unit, end);
        const std::uint64_t behind = (range.address + range.bytes - 1) / unit + 1;
        count += behind > first ? behind - first : 0;
        end = std::max(end, behind);
    }
    return count;
}

std::uint64_t bytesOf(std::vector<TouchedRanges::Range>& ranges, bool store, bool once) {
    std::vector<TouchedRanges::Range> some;
    std::copy_if(ranges.begin(), ranges.end(), std::back_inserter(some),
                 [&](const auto& range) { return range.store == store; });
    if (once)
        return distinctUnits(some, 1);
    std::uint64_t bytes = 0;
    for (const TouchedRanges::Range& range : some)
        bytes += range.bytes;
    return bytes;
}

/// If each lane touches one range, all of the same size.
std::uint64_t touchedBankConflicts(const std::vector<TouchedRanges::Range>& ranges) {
    const std::uint32_t bytes = ranges.front().bytes;
    Lanes lanes;
    for (const TouchedRanges::Range& range : ranges) {
        if (range.bytes != bytes || bytes > 16 ||
            (lanes.count && lanes.lane[lanes.count - 1] >= range.lane))
            return 0;
        lanes.add(range.lane, range.address);
    }
    return bankConflicts(lanes, bytes);
}

} // namespace

/// \param isMatrix  elements of several lanes may share a byte
void measureTouched(TouchedRanges& touched, bool isMatrix, Counters& counters) {
    touched.isOpen = false;
    if (auto& ranges = touched.shared; !ranges.empty()) {
        ++counters.sharedAccesses;
        counters.sharedBankConflicts += touchedBankConflicts(ranges);
        counters.sharedBytesLoaded += bytesOf(ranges, false, isMatrix);
        counters.sharedBytesStored += bytesOf(ranges, true, isMatrix);
        ranges.clear();
    }
    if (auto& ranges = touched.global; !ranges.empty()) {
        ++counters.globalAccesses;
        counters.bytesLoaded += bytesOf(ranges, false, isMatrix);
        counters.bytesStored += bytesOf(ranges, true, isMatrix);
        counters.globalSectors += distinctUnits(ranges, kSectorBytes);
        counters.idealGlobalSectors += (distinctUnits(ranges, 1) + kSectorBytes - 1) / kSectorBytes;
        ranges.clear();
    }
}

void measureBranch(const Warp& w, std::size_t record, std::uint32_t lanes, Worker& worker) {
    if (areApart(w, lanes & ~w.exited))
        ++worker.byInstruction[record].divergentBranches;
}

void measureAfter(const Warp& w, const Inst* ip, const InstInfo& info, const Inst* next,
                  std::uint32_t lanes, Worker& worker) {
    const std::size_t record = recordOf(w, ip);
    for (std::uint32_t e = info.firstElided; e < info.firstElided + info.elidedCount; ++e) {
        Counters& counters = worker.byInstruction[w.code->insts.size() + e];
        ++counters.warpInstructions;
        counters.threadInstructions += lanesIn(lanes);
        ++worker.activeLanes[lanesIn(lanes)];
    }
    const std::uint32_t done = w.stop == Stop::faulted ? lanes : lanes & ~lanesStillAt(w, ip, next);
    if (!info.counted || done == 0)
        return;
    const std::uint32_t count = lanesIn(done);
    Counters& counters = worker.byInstruction[record];
    ++counters.warpInstructions;
    counters.threadInstructions += count;
    ++worker.activeLanes[count];
    if (info.kind == InstClass::branch)
        measureBranch(w, record, lanes, worker);
}

Handler measurerFor(const InstInfo& info, const Observation& o) {
    if (o.measuresAfter || (o.measuresAccess && o.measuresBranch))
        return nullptr;
    if (o.measuresBranch)
        return o.runLength ? measure<true, false, true> : measure<false, false, true>;
    if (o.measuresAccess && o.tellsShape && info.indexed)
        return o.runLength ? measureToldAccess<true, true> : measureToldAccess<false, true>;
    if (o.measuresAccess && o.tellsShape)
        return o.runLength ? measureToldAccess<true, false> : measureToldAccess<false, false>;
    if (o.measuresAccess)
        return o.runLength ? measure<true, true, false> : measure<false, true, false>;
    return measure<true, false, false>;
}

void Worker::prepareMetrics() {
    const Code& code = launch.code;
    byInstruction.resize(code.insts.size() + code.elided.size());
    runs.resize(code.insts.size());
}

void Worker::collectMetrics() {
    const Code& code = launch.code;
    for (std::size_t first = 0; first < runs.size(); ++first) {
        const Observation& run = observed->observations[first];
        const RunCount count = std::exchange(runs[first], {});
        if (count.full + count.partial == 0)
            continue;
        Counters executed;
        executed.warpInstructions = count.full + count.partial;
        executed.threadInstructions = count.full * kLanes + count.partialLanes;
        activeLanes[kLanes] += count.full * run.runInstructions;
        for (std::size_t record = first; record < first + run.runLength; ++record) {
            const InstInfo& info = code.infos[record];
            const Observation& o = observed->observations[record];
            if (o.measuresAfter)
                continue;
            for (std::uint32_t e = 0; e < info.elidedCount; ++e)
                byInstruction[runs.size() + info.firstElided + e] += executed;
            if (!info.counted)
                continue;
            Counters& counters = byInstruction[record];
            counters += executed;
            const Counters& like = byInstruction[o.countedAt];
            if (o.countedAt != record) {
                counters.sharedBankConflicts += like.sharedBankConflicts;
                counters.globalSectors += like.globalSectors;
                counters.idealGlobalSectors += like.idealGlobalSectors;
            }
        }
    }
    for (std::size_t record = 0; record < runs.size(); ++record)
        addDerived(code.infos[record], byInstruction[record], byInstruction[record]);
}

} // namespace warpbench::simgpu::engine
