// SPDX-License-Identifier: GPL-3.0-or-later
// The load on the memory system from one access by a warp.
#include "core/simgpu/engine/machine/addresses.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/observe/access_pattern.h"
#include "core/simgpu/engine/observe/observers.h"
#include "core/simgpu/engine/profile/footprint.h"

#include <algorithm>
#include <array>
#include <bit>

namespace warpbench::simgpu::engine {

namespace {

/// Stand-in addresses for local memory, outside of global memory.
constexpr std::uint64_t kLocalLines = std::uint64_t{1} << 60;
/// Maximum number of words in shared memory that one lane accesses at once.
constexpr std::uint32_t kWordsPerLane = 8;

struct Bytes {
    std::uint64_t begin = 0, end = 0;
};

} // namespace

/// Of lanes that access one kind of memory: their addresses, ascending.
struct WorkerProfile::Lanes {
    std::array<std::uint64_t, kLanes> address;
    std::uint32_t count = 0;

    void add(std::uint64_t at) { address[count++] = at; }
    void sort() {
        if (!std::is_sorted(address.begin(), address.begin() + count))
            std::sort(address.begin(), address.begin() + count);
    }
};

WorkerProfile::WorkerProfile(ProfilePlan& plan, std::size_t records)
    : byRecord(records)
    , m_plan(plan)
    , m_touches(plan.history())
    , m_atomics(plan.atomics())
    , m_sampledOf(plan.sampledWarps()) {}

const ProfilePlan::Place& WorkerProfile::placeOf(const Block& block) {
    if (block.linear != m_block) {
        m_block = block.linear;
        m_place = m_plan.placeOf(m_block);
    }
    return m_place;
}

void WorkerProfile::sample(const Warp& w, std::uint32_t record, std::uint64_t line,
                           std::uint32_t sectors, bool isStore) {
    std::uint32_t& count = m_sampledOf[m_plan.sampleOf(m_place, w.index)];
    if (count == m_plan.mostSampled())
        return;
    ++count;
    sampled.push_back({line, w.work, m_place.wave, m_plan.warpOf(m_place, w.index), record,
                       static_cast<std::uint8_t>(sectors), isStore});
}

void WorkerProfile::noteAccess(Warp& w, const Inst* ip, const ProfiledRecord& record) {
    switch (record.access) {
    case ProfiledAccess::global:
    case ProfiledAccess::generic:
        return noteGlobal(w, ip, record);
    case ProfiledAccess::constant:
        return noteConstant(w, ip);
    case ProfiledAccess::local:
    case ProfiledAccess::atomic:
        return noteEach(w, ip, record);
    default:
        return;
    }
}

void WorkerProfile::noteGlobal(Warp& w, const Inst* ip, const ProfiledRecord& record) {
    const std::size_t number = recordOf(w, ip);
    const InstInfo& info = w.code->infos[number];
    Worker& worker = w.block->worker;
    const Observation& o = worker.observed->observations[number];
    if (o.pattern == Observation::kNoPattern)
        noteByRow(w, ip, record, rowPatternOf(w, ip, info));
    else
        noteByRow(w, ip, record, rowPattern(w, ip, info, o, worker));
}

void WorkerProfile::noteToldAccess(Warp& w, const Inst* ip, const ProfiledRecord& record) {
    constexpr std::uint8_t kContiguous = 1; // as in handlers/memory.h
    const InstInfo& info = w.code->infos[recordOf(w, ip)];
    if (!info.indexed)
        return noteByRow(w, ip, record, patternByShape(w, ip, info));
    if (w.indexShape != kContiguous)
        return noteByRow(w, ip, record, rowPatternOf(w, ip, info));
    const std::uint64_t first = addressFrom(w, ip, info, inRow(w, ip, info, 0));
    noteRange(w, ip, first, first + std::uint64_t{kLanes} * info.accessBytes, record);
}

void WorkerProfile::noteByRow(Warp& w, const Inst* ip, const ProfiledRecord& record,
                              const RowPattern& row) {
    const std::size_t number = recordOf(w, ip);
    const InstInfo& info = w.code->infos[number];
    const std::uint32_t lanes = row.allContiguous ? kLanes : row.partLanes;
    if (!lanes && !row.known)
        return noteEach(w, ip, record);
    const std::uint64_t bytes = info.accessBytes;
    std::array<Bytes, 2> range;
    for (std::uint32_t half = 0; half < 2; ++half) {
        const std::uint64_t first = addressFrom(w, ip, info, row.first[lanes ? 0 : half]);
        range[half] = {first, first + bytes * (lanes                  ? lanes
                                               : row.contiguous[half] ? kLanes / 2
                                                                      : 1)};
    }
    if (range[1].begin < range[0].begin)
        std::swap(range[0], range[1]);
    if (record.access == ProfiledAccess::generic &&
        ((range[0].begin | range[1].begin) & kWindowMask) != 0) {
        if (!isWindow(range[0].begin, kSharedWindow) || !isWindow(range[1].begin, kSharedWindow))
            noteEach(w, ip, record);
        return;
    }
    if (range[1].begin <= range[0].end)
        return noteRange(w, ip, range[0].begin, std::max(range[0].end, range[1].end), record);
    Footprint footprint(*this, w, ip, {!info.store, info.store, false, record.isCached});
    for (const Bytes& bytesOfHalf : range)
        footprint.add(bytesOfHalf.begin, bytesOfHalf.end);
    const std::uint64_t behind = (range[0].end + 3) / 4;
    footprint.finish(BankLoad::ofRanges(
        range[0].begin / 4, behind, std::max(range[1].begin / 4, behind), (range[1].end + 3) / 4));
    if (record.access == ProfiledAccess::generic)
        return;
    Counters& counters = w.block->worker.byInstruction[number];
    counters.globalSectors += footprint.sectors();
    counters.idealGlobalSectors += (footprint.bytes() + kSectorBytes - 1) / kSectorBytes;
}

/// By far the most frequent accesses: to one range of bytes.
void WorkerProfile::noteRange(Warp& w, const Inst* ip, std::uint64_t begin, std::uint64_t end,
                              const ProfiledRecord& record) {
    const std::size_t number = recordOf(w, ip);
    const bool store = w.code->infos[number].store;
    const std::uint64_t first = begin / kSectorBytes, last = (end - 1) / kSectorBytes;
    const std::uint64_t sectors = last - first + 1;
    const std::uint64_t firstLine = first / kSectorsPerLine, lastLine = last / kSectorsPerLine;
    RecordProfile& sum = byRecord[number];
    sum.lines += lastLine - firstLine + 1;
    sum.passes += BankLoad::ofRange(begin / 4, (end + 3) / 4);
    if (store) {
        const std::uint64_t behind = end / kSectorBytes;
        const std::uint64_t whole = (begin + kSectorBytes - 1) / kSectorBytes;
        sum.sectorsWritten += sectors;
        sum.partialSectors += sectors - (behind > whole ? behind - whole : 0);
        writtenSectors += sectors;
    } else {
        sum.sectorsRead += sectors;
        readSectors += sectors;
    }
    if (lastLine - firstLine + 1 >= Footprint::kFewestLinesOfRows)
        sum.pages += (end - 1) / Footprint::kRowBytes - begin / Footprint::kRowBytes + 1;
    const ProfilePlan::Place& place = placeOf(*w.block);
    const bool isSampled = place.isSampled && record.isCached && !store;
    for (std::uint64_t line = firstLine; line <= lastLine; ++line) {
        if (!isSampled && !m_plan.history().follows(line))
            continue;
        const std::uint64_t from = std::max(first, line * kSectorsPerLine);
        const std::uint64_t count = std::min(last, line * kSectorsPerLine + 3) - from + 1;
        const std::uint32_t mask = ((1u << count) - 1) << from % kSectorsPerLine;
        m_touches.touch(line, mask, m_plan.clock().at(place.firstEpoch, w.work), !store, store);
        if (isSampled)
            sample(w, static_cast<std::uint32_t>(number), line, mask, false);
    }
    if (record.access == ProfiledAccess::generic)
        return;
    Counters& counters = w.block->worker.byInstruction[number];
    counters.globalSectors += sectors;
    counters.idealGlobalSectors += (end - begin + kSectorBytes - 1) / kSectorBytes;
}

void WorkerProfile::noteEach(Warp& w, const Inst* ip, const ProfiledRecord& record) {
    const std::size_t number = recordOf(w, ip);
    const InstInfo& info = w.code->infos[number];
    Lanes global, shared, local;
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint64_t address = laneAddress(w, ip, info, lane);
        const bool generic = info.space == MemorySpace::generic;
        if (info.space == MemorySpace::shared || (generic && isWindow(address, kSharedWindow)))
            shared.add(address & ~kWindowMask);
        else if (info.space == MemorySpace::local || (generic && isWindow(address, kLocalWindow)))
            local.add((address & ~kWindowMask) * kLanes + lane);
        else if (!generic || !isWindow(address, kParamWindow))
            global.add(address);
    }
    if (local.count)
        noteLocal(w, ip, local, record);
    if (shared.count && record.access == ProfiledAccess::atomic)
        noteSharedAtomic(w, ip, shared);
    if (global.count == 0)
        return;
    global.sort();
    const bool isAtomic = record.access == ProfiledAccess::atomic;
    Footprint footprint(
        *this, w, ip, {!info.store || isAtomic, info.store || isAtomic, isAtomic, record.isCached});
    BankLoad banks;
    std::uint64_t counted = 0; // words below that number are counted
    for (std::uint32_t i = 0; i < global.count; ++i) {
        const std::uint64_t begin = global.address[i], end = begin + info.accessBytes;
        if (i > 0 && begin == global.address[i - 1])
            continue;
        footprint.add(begin, end);
        const std::uint64_t word = std::max(begin / 4, counted);
        counted = (end + 3) / 4;
        if (word < counted)
            banks.add(word, counted);
    }
    footprint.finish(banks.most());
    if (isAtomic)
        noteAtomic(w, ip, global);
    if (record.access != ProfiledAccess::global)
        return;
    Counters& counters = w.block->worker.byInstruction[number];
    counters.globalSectors += footprint.sectors();
    counters.idealGlobalSectors += (footprint.bytes() + kSectorBytes - 1) / kSectorBytes;
}

/// A constant bank serves one word at a time, to any number of lanes.
void WorkerProfile::noteConstant(Warp& w, const Inst* ip) {
    const std::size_t number = recordOf(w, ip);
    const InstInfo& info = w.code->infos[number];
    Lanes lanes;
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1)
        lanes.add(laneAddress(w, ip, info, static_cast<std::uint32_t>(std::countr_zero(rest))));
    lanes.sort();
    std::uint64_t words = 0, counted = 0; // words below that number are counted
    for (std::uint32_t i = 0; i < lanes.count; ++i) {
        const std::uint64_t first = std::max(lanes.address[i] / 4, counted);
        const std::uint64_t end = (lanes.address[i] + info.accessBytes + 3) / 4;
        words += end > first ? end - first : 0;
        counted = std::max(counted, end);
    }
    byRecord[number].passes += words;
}

/// Word w of all lanes is a line of 128 bytes. \param lanes  offset * kLanes + lane
void WorkerProfile::noteLocal(Warp& w, const Inst* ip, const Lanes& lanes,
                              const ProfiledRecord& record) {
    const auto number = static_cast<std::uint32_t>(recordOf(w, ip));
    const InstInfo& info = w.code->infos[number];
    std::array<std::uint64_t, kLanes * kWordsPerLane> words;
    std::array<std::uint32_t, kLanes * kWordsPerLane> lanesOf; // by word
    std::uint32_t count = 0;
    const std::uint32_t perLane = std::max<std::uint32_t>(info.accessBytes / 4, 1);
    for (std::uint32_t i = 0; i < lanes.count; ++i) {
        const std::uint64_t first = lanes.address[i] / kLanes / 4;
        for (std::uint64_t word = first; word < first + perLane; ++word) {
            // Lanes mostly access the same words.
            const auto at = static_cast<std::size_t>(
                std::find(words.begin(), words.begin() + count, word) - words.begin());
            if (at == count) {
                words[count] = word;
                lanesOf[count++] = 0;
            }
            lanesOf[at] |= 1u << lanes.address[i] % kLanes;
        }
    }
    RecordProfile& sum = byRecord[number];
    sum.passes += perLane;
    sum.lines += count;
    const ProfilePlan::Place& place = placeOf(*w.block);
    const std::uint64_t base = kLocalLines + m_plan.warpOf(place, w.index) * m_plan.localWords();
    for (std::uint32_t i = 0; i < count; ++i) {
        std::uint32_t sectors = 0, whole = 0;
        for (std::uint32_t s = 0; s < kSectorsPerLine; ++s) {
            const std::uint32_t eight = lanesOf[i] >> (8 * s) & 0xff;
            sectors |= (eight ? 1u : 0u) << s;
            whole |= (eight == 0xff && info.accessBytes >= 4 ? 1u : 0u) << s;
        }
        const auto touched = static_cast<std::uint64_t>(std::popcount(sectors));
        (info.store ? sum.sectorsWritten : sum.sectorsRead) += touched;
        if (info.store)
            sum.partialSectors += touched - static_cast<std::uint64_t>(std::popcount(whole));
        const std::uint32_t kept = info.store ? whole : sectors;
        if (place.isSampled && kept && (info.store || record.isCached))
            sample(w, number, base + words[i], kept, info.store);
    }
}

/// \param lanes  sorted
void WorkerProfile::noteAtomic(Warp& w, const Inst* ip, const Lanes& lanes) {
    const std::size_t number = recordOf(w, ip);
    const std::uint32_t bytes = w.code->infos[number].accessBytes;
    std::uint32_t most = 0;
    for (std::uint32_t i = 0; i < lanes.count;) {
        std::uint32_t end = i + 1;
        while (end < lanes.count && lanes.address[end] == lanes.address[i])
            ++end;
        m_atomics.add(lanes.address[i], bytes, end - i);
        most = std::max(most, end - i);
        i = end;
    }
    byRecord[number].sameAddress += most;
}

/// Lanes at one word of shared memory update it one after the other.
void WorkerProfile::noteSharedAtomic(Warp& w, const Inst* ip, const Lanes& lanes) {
    const std::size_t number = recordOf(w, ip);
    BankLoad load;
    for (std::uint32_t i = 0; i < lanes.count; ++i) {
        const std::uint64_t word = lanes.address[i] / 4;
        load.add(word, word + std::max<std::uint32_t>(w.code->infos[number].accessBytes / 4, 1));
    }
    byRecord[number].passes += load.most();
}

void WorkerProfile::noteBlockEnd(const Block& block) {
    std::uint64_t most = 0, sum = 0;
    for (const Warp* w : block.warps) {
        most = std::max(most, w->work);
        sum += w->work;
    }
    warps += block.warps.size();
    mostWork = std::max(mostWork, most);
    blockWork += most;
    mostBlockWork = std::max(mostBlockWork, sum);
}

} // namespace warpbench::simgpu::engine
