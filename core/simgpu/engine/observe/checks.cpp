// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that cost time: races in shared and in global memory, and uninitialized reads. They
// examine each access before it happens and let the launch continue. This file works lane by lane;
// span_checks.cpp handles the usual accesses of whole warps.
//
// races.h has the rules for races. Writing a value that is already there (every thread that finds
// something sets the same flag) is not a race.
#include "core/simgpu/engine/machine/addresses.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/observe/lane_access.h"
#include "core/simgpu/engine/observe/observers.h"
#include "core/simgpu/engine/observe/written_check.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace warpbench::simgpu::engine {

namespace {

/// Bytes that a lane stores at most with one `st`.
constexpr std::size_t kMaxStored = 64;

Dim3 blockAt(const Launch& launch, std::uint64_t linear) {
    const Dim3& grid = launch.request.grid;
    return {static_cast<std::uint32_t>(linear % grid[0]),
            static_cast<std::uint32_t>(linear / grid[0] % grid[1]),
            static_cast<std::uint32_t>(linear / (std::uint64_t{grid[0]} * grid[1]))};
}

FaultOrder whyUnordered(const LaneAccess& access, const Access& earlier, const WarpLife& other) {
    const Block& block = *access.warp.block;
    if (block.worker.order.isPending(earlier))
        return FaultOrder::asyncCopy;
    if (static_cast<AccessKind>(earlier.kind) == AccessKind::bulkCopy)
        return FaultOrder::bulkCopy;
    if (other.block != block.linear)
        return FaultOrder::otherBlock;
    return other.warp == access.warp.index ? FaultOrder::sameWarp : FaultOrder::noBarrier;
}

/// Its text only contains the place: takeFaults adds the sentence before it.
Fault raceOf(const LaneAccess& access, const Access& earlier, bool earlierWrites) {
    Block& block = *access.warp.block;
    const Launch& launch = block.launch;
    const WarpLife& life = block.worker.order.lifeOf(earlier.segment);
    Fault fault = makeFault(access.warp, access.ip,
                            access.sharedOf ? FaultKind::sharedRace : FaultKind::globalRace,
                            access.lane, access.address, access.bytes, nullptr);
    fault.access = access.info.kind == InstClass::atomic ? FaultAccess::atomic
                   : access.writes                       ? FaultAccess::write
                                                         : FaultAccess::read;
    fault.otherAccess = earlierWrites ? FaultAccess::write : FaultAccess::read;
    fault.unordered = whyUnordered(access, earlier, life);
    fault.betweenWarps = life.block != block.linear || life.warp != access.warp.index;
    fault.bothWrite = access.writes && earlierWrites;
    fault.oneReads = !fault.bothWrite;
    const SourceLine other = sourceOf(launch.program, launch.code, earlier.record);
    fault.otherLine = other.line;
    if (other.file != fault.file)
        fault.otherFile = other.file;
    fault.otherThread = block.threadAt(life.warp, earlier.lane);
    fault.otherBlock = blockAt(launch, life.block);
    return fault;
}

} // namespace

void reportRace(const LaneAccess& access, const Access& earlier, bool earlierWrites) {
    Worker& worker = access.warp.block->worker;
    const WarpLife& life = worker.order.lifeOf(earlier.segment);
    const bool sameWarp = life.block == access.warp.block->linear && life.warp == access.warp.index;
    worker.report(
        access.sharedOf ? FaultKind::sharedRace : FaultKind::globalRace,
        recordOf(access.warp, access.ip), earlier.record,
        [&] { return raceOf(access, earlier, earlierWrites); },
        (sameWarp ? 1u : 0u) | (earlierWrites ? 2u : 0u));
}

namespace {

/// The data that a plain store is about to write; 0 bytes if unknown.
std::size_t storedBytes(const LaneAccess& access, std::array<std::uint8_t, kMaxStored>& out) {
    const InstInfo& info = access.info;
    if (!info.plainSource || access.bytes > out.size())
        return 0;
    const std::size_t size = access.bytes / info.elements;
    for (std::size_t e = 0; e < info.elements; ++e) {
        const std::uint16_t row =
            info.elements == 1 ? access.ip->d : access.warp.code->operands[access.ip->aux2 + e];
        const std::uint64_t value = info.wideSource ? row64(access.warp, row)[access.lane]
                                                    : row32(access.warp, row)[access.lane];
        std::memcpy(out.data() + e * size, &value, size);
    }
    return access.bytes;
}

/// True if a store does not change memory, or a compare-and-swap will fail.
bool changesNothing(const LaneAccess& access) {
    if (access.value)
        return std::memcmp(access.value, access.target(), access.bytes) == 0;
    std::array<std::uint8_t, kMaxStored> value;
    if (const std::size_t bytes = storedBytes(access, value))
        return std::memcmp(value.data(), access.target(), bytes) == 0;
    if (!access.info.comparesFirst)
        return false;
    const std::uint64_t expected = access.bytes == 8
                                       ? row64(access.warp, access.ip->b)[access.lane]
                                       : row32(access.warp, access.ip->b)[access.lane];
    return std::memcmp(&expected, access.target(), access.bytes) != 0;
}

/// Every word of the access on its own.
template <class History>
void checkWords(const LaneAccess& access, History& history) {
    const Accessor accessor = accessorOf(access.warp, access.sharedOf);
    const auto report = [&](const Access& earlier, bool writes) {
        reportRace(access, earlier, writes);
    };
    for (std::uint64_t word = access.address / 4; word <= (access.end() - 1) / 4; ++word) {
        LineHistory* const line = history.lineAt(word / kLineWords);
        WordHistory* const words = line ? history.wordsOf(*line, accessor.past) : nullptr;
        if (!words)
            continue;
        line->latest = accessor.warp.segment;
        checkWord(accessor, words[word % kLineWords], access.at(word, accessor.warp.segment),
                  access.writes, report);
    }
}

void checkRaces(const LaneAccess& access) {
    Block& block = *access.warp.block;
    if (access.ip - access.warp.code->insts.data() > kMaxFollowedRecord ||
        !block.worker.order.follows())
        return;
    block.worker.order.segmentNow(block.order[access.warp.index]);
    if (access.sharedOf)
        checkWords(access, access.sharedOf->history);
    else
        checkWords(access, *block.launch.history);
}

/// Finds the memory that the address belongs to. False if it belongs to none: then the access
/// itself is the fault.
bool place(LaneAccess& access, MemorySpace space) {
    if (space == MemorySpace::generic && isWindow(access.address, kSharedWindow)) {
        space = MemorySpace::shared;
        access.address -= kSharedWindow;
    }
    Block& block = *access.warp.block;
    if (space == MemorySpace::shared) {
        const std::uint64_t rank = access.address >> kSharedRankShift;
        const auto& blocks = block.cluster->blocks;
        if (rank > blocks.size())
            return false;
        access.sharedOf = rank ? blocks[rank - 1].get() : &block;
        access.address &= (std::uint64_t{1} << kSharedRankShift) - 1;
        return access.end() <= access.warp.sharedSize;
    }
    if ((space != MemorySpace::global && space != MemorySpace::generic) ||
        (access.address & kWindowMask) != 0)
        return false;
    RangeSlot& slot = access.warp.rangeSlots[access.ip->c];
    const std::uint64_t offset = access.address - slot.base;
    if (offset < slot.size && slot.size - offset >= access.bytes)
        return true;
    return findRange(access.warp, slot, access.address, access.bytes, false);
}

/// Whether some lane's access is itself the fault that ends the launch. In that case, the targets
/// of other lanes' accesses (past one buffer into the next) are not worth reporting.
bool isAnyOutside(Warp& w, const Inst* ip, const InstInfo& info,
                  const std::array<std::uint64_t, kLanes>& addresses) {
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        LaneAccess access{w, ip, info};
        access.lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        access.address = addresses[access.lane];
        access.bytes = info.accessBytes;
        const bool elsewhere =
            info.space == MemorySpace::generic &&
            (isWindow(access.address, kLocalWindow) || isWindow(access.address, kParamWindow));
        if (!elsewhere && !place(access, info.space))
            return true;
    }
    return false;
}

void check(LaneAccess& access, MemorySpace space, bool racing) {
    Launch& launch = access.warp.block->launch;
    const Checks& checks = launch.request.checks;
    if (!place(access, space))
        return;
    const WatchedAccess watched = {access.warp,  access.ip,    access.lane,   access.address,
                                   access.bytes, access.reads, access.writes, access.sharedOf};
    if (checks.uninitialized)
        checkWritten(watched);
    // A compare-and-swap that fails writes nothing; of several lanes, the first one succeeds.
    const bool fails = launch.watchedWrites.bytes != 0 && access.info.comparesFirst &&
                       (access.warp.block->worker.watchedWriter || changesNothing(access));
    if (!fails)
        noteWatched(watched);
    if (!racing || !(access.sharedOf ? checks.sharedRaces : launch.history != nullptr))
        return;
    if (access.writes && changesNothing(access)) {
        if (access.info.kind != InstClass::atomic)
            return;
        access.writes = false; // it looks at the value only
    }
    checkRaces(access);
}

/// Of the lanes that a store writes the same bytes with: the first one that writes the same value,
/// other than by chance the lane itself. Two lanes that write different values race.
bool repeatsEarlierLane(const LaneAccess& access,
                        const std::array<std::uint64_t, kLanes>& addresses, std::uint32_t mask) {
    std::array<std::uint8_t, kMaxStored> mine, other;
    for (std::uint32_t rest = mask & ((1u << access.lane) - 1); rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        if (addresses[lane] != addresses[access.lane])
            continue;
        LaneAccess earlier = access;
        earlier.lane = lane;
        const std::size_t bytes = storedBytes(access, mine);
        if (bytes && storedBytes(earlier, other) == bytes &&
            std::memcmp(mine.data(), other.data(), bytes) == 0)
            return true;
    }
    return false;
}

} // namespace

void checkAccess(Warp& w, const Inst* ip, const InstInfo& info) {
    if (info.space == MemorySpace::local || info.space == MemorySpace::generic)
        checkLocalAccess(w, ip, info);
    if (info.space == MemorySpace::local)
        return;
    const bool atomic = info.kind == InstClass::atomic;
    const bool racing = info.kind == InstClass::memory || atomic;
    std::array<std::uint64_t, kLanes> addresses;
    std::uint64_t behind = 0;
    bool rising = true; // each lane's address is after the previous one's: all are different
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        addresses[lane] = laneAddress(w, ip, info, lane);
        rising &= addresses[lane] >= behind;
        behind = addresses[lane] + 1;
    }
    if (isAnyOutside(w, ip, info, addresses))
        return;
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        LaneAccess access{w, ip, info};
        access.lane = lane;
        access.address = addresses[lane];
        access.bytes = info.accessBytes;
        access.kind = atomic || info.strong ? AccessKind::strong : AccessKind::plain;
        access.reads = atomic || !info.store;
        access.writes = info.store;
        if (access.writes && !atomic && !rising && repeatsEarlierLane(access, addresses, w.mask))
            continue;
        check(access, info.space, racing);
    }
}

void checkRange(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                std::uint32_t bytes, MemorySpace space, AccessKind kind, bool store,
                const void* value) {
    if (!w.block->launch.watched || bytes == 0)
        return;
    if (w.block->worker.touched.isOpen)
        noteTouched(w.block->worker.touched,
                    {address, bytes, static_cast<std::uint8_t>(lane), store}, space);
    if (!w.block->launch.checked)
        return;
    const auto record = static_cast<std::size_t>(ip - w.code->insts.data());
    LaneAccess access{w, ip, w.code->infos[record]};
    access.lane = lane;
    access.address = address;
    access.bytes = bytes;
    access.kind = kind;
    access.reads = !store;
    access.writes = store;
    access.value = value;
    check(access, space, true);
}

} // namespace warpbench::simgpu::engine
