// SPDX-License-Identifier: GPL-3.0-or-later
// What one access of a warp asks of the memory system.
#include "core/simgpu/engine/machine/access_pattern.h"
#include "core/simgpu/engine/machine/addresses.h"
#include "core/simgpu/engine/machine/footprint.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/observers.h"
#include "core/simgpu/engine/machine/services.h"

#include <algorithm>
#include <array>
#include <bit>

namespace warpbench::simgpu::engine {

namespace {

/// Local memory has no addresses of its own; these are no addresses of global memory.
constexpr std::uint64_t kLocalLines = std::uint64_t{1} << 60;
/// Words of shared memory at most that one lane accesses at once.
constexpr std::uint32_t kWordsPerLane = 8;

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
    const RowPattern row = o.pattern == Observation::kNoPattern
                               ? rowPatternOf(w, ip, info)
                               : rowPattern(w, ip, info, o, worker);
    const std::uint32_t lanes = row.allContiguous ? kLanes : row.partLanes;
    if (!lanes && !row.known)
        return noteEach(w, ip, record);
    AccessPattern pattern;
    if (lanes) {
        pattern.halves[0].first = addressFrom(w, ip, info, row.first[0]);
        pattern.halves[0].end = pattern.halves[0].first + std::uint64_t{lanes} * info.accessBytes;
        pattern.halves[1] = pattern.halves[0];
    } else {
        pattern = patternFrom(w, ip, info, row);
        if (pattern.halves[1].first < pattern.halves[0].first)
            std::swap(pattern.halves[0], pattern.halves[1]);
    }
    if (record.access == ProfiledAccess::generic &&
        ((pattern.halves[0].first | pattern.halves[1].first) & kWindowMask) != 0) {
        if (!isWindow(pattern.halves[0].first, kSharedWindow) ||
            !isWindow(pattern.halves[1].first, kSharedWindow))
            noteEach(w, ip, record);
        return;
    }
    Footprint footprint(*this, w, ip, {!info.store, info.store, false, record.isCached});
    for (const AccessPattern::Half& half : pattern.halves)
        footprint.add(half.first, half.end);
    footprint.finish();
    if (record.access == ProfiledAccess::generic)
        return;
    Counters& counters = worker.byInstruction[number];
    counters.globalSectors += footprint.sectors();
    counters.idealGlobalSectors += (footprint.bytes() + kSectorBytes - 1) / kSectorBytes;
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
    for (std::uint32_t i = 0; i < global.count; ++i)
        footprint.add(global.address[i], global.address[i] + info.accessBytes);
    footprint.finish();
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
    struct Word {
        std::uint64_t word = 0;
        std::uint32_t lanes = 0;
    };
    std::array<Word, kLanes * kWordsPerLane> words;
    std::uint32_t count = 0;
    const std::uint32_t perLane = std::max<std::uint32_t>(info.accessBytes / 4, 1);
    for (std::uint32_t i = 0; i < lanes.count; ++i) {
        const std::uint64_t first = lanes.address[i] / kLanes / 4;
        for (std::uint64_t word = first; word < first + perLane; ++word) {
            // Lanes mostly access the same words.
            const auto end = words.begin() + count;
            auto known = std::find_if(words.begin(), end,
                                      [&](const Word& each) { return each.word == word; });
            if (known == end) {
                *known = {word, 0};
                ++count;
            }
            known->lanes |= 1u << lanes.address[i] % kLanes;
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
            const std::uint32_t eight = words[i].lanes >> (8 * s) & 0xff;
            sectors |= (eight ? 1u : 0u) << s;
            whole |= (eight == 0xff && info.accessBytes >= 4 ? 1u : 0u) << s;
        }
        const auto touched = static_cast<std::uint64_t>(std::popcount(sectors));
        (info.store ? sum.sectorsWritten : sum.sectorsRead) += touched;
        if (info.store)
            sum.partialSectors += touched - static_cast<std::uint64_t>(std::popcount(whole));
        const std::uint32_t kept = info.store ? whole : sectors;
        if (place.isSampled && kept && (info.store || record.isCached))
            sample(w, number, base + words[i].word, kept, info.store);
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
