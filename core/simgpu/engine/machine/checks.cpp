// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that cost time: races in shared and in global memory, reads of what nobody wrote. They
// look at each access before it happens and let the launch go on.
//
// Two accesses of different threads race where they touch the same byte, at least one of them is a
// plain write, or one is a plain read and the other an atomic or volatile write, and nothing orders
// them (order.h). A write of what is there already (every finder sets the same flag) is not
// reported; nor is a plain read after an atomic update alone, which at worst reads an old value.
#include "core/simgpu/engine/machine/access_history.h"
#include "core/simgpu/engine/machine/access_pattern.h"
#include "core/simgpu/engine/machine/addresses.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace warpbench::simgpu::engine {

namespace {

/// Bytes that a lane stores at most with one `st`.
constexpr std::size_t kMaxStored = 64;

/// One lane's access, as all checks see it.
struct LaneAccess {
    Warp& warp;
    const Inst* ip;
    const InstInfo& info;
    std::uint32_t lane = 0;
    std::uint64_t address = 0; ///< of shared memory: from the start of the block's
    std::uint32_t bytes = 0;
    AccessKind kind = AccessKind::plain;
    bool reads = false, writes = false;
    const void* value = nullptr; ///< to be stored; null: as the record says
    Block* sharedOf = nullptr;   ///< whose shared memory; null: global memory

    std::uint64_t end() const { return address + bytes; }
    /// As what it is to one of the words that it touches.
    Access at(std::uint64_t word, std::uint32_t segment) const {
        Access access;
        access.segment = segment;
        access.record = static_cast<std::uint32_t>(ip - warp.code->insts.data());
        access.lane = lane;
        access.kind = static_cast<std::uint32_t>(kind);
        const std::uint64_t begin = std::max(address, word * 4);
        const std::uint64_t stop = std::min(end(), word * 4 + 4);
        access.bytes = ((1u << (stop - begin)) - 1) << (begin - word * 4);
        return access;
    }
    const std::uint8_t* target() const {
        return sharedOf
                   ? sharedOf->warps.front()->shared + address
                   : reinterpret_cast<const std::uint8_t*>(static_cast<std::uintptr_t>(address));
    }
};

bool isStrong(const Access& access) {
    return static_cast<AccessKind>(access.kind) == AccessKind::strong;
}

/// Whether an earlier access, of which one is a write, can race with this one at all.
bool conflicts(const LaneAccess& access, const Access& earlier, const Access& now) {
    if (earlier.segment == 0 || (earlier.bytes & now.bytes) == 0)
        return false;
    if (access.sharedOf && earlier.segment < access.sharedOf->cluster->firstSegment)
        return false; // what an earlier block left is nobody's past
    return !(isStrong(earlier) && isStrong(now));
}

bool races(const LaneAccess& access, const Access& earlier, const Access& now) {
    if (!conflicts(access, earlier, now))
        return false;
    const Warp& w = access.warp;
    return !w.block->worker.order.ordered(earlier, w.block->order[w.index], access.lane);
}

Dim3 blockAt(const Launch& launch, std::uint64_t linear) {
    const Dim3& grid = launch.request.grid;
    return {static_cast<std::uint32_t>(linear % grid[0]),
            static_cast<std::uint32_t>(linear / grid[0] % grid[1]),
            static_cast<std::uint32_t>(linear / (std::uint64_t{grid[0]} * grid[1]))};
}

std::string_view whyUnordered(const LaneAccess& access, const Access& earlier,
                              const WarpLife& other) {
    const Block& block = *access.warp.block;
    if (block.worker.order.isPending(earlier))
        return " by an asynchronous copy that nothing has waited for";
    if (static_cast<AccessKind>(earlier.kind) == AccessKind::bulkCopy)
        return " by a bulk copy, and no wait for its mbarrier lies between";
    if (other.block != block.linear)
        return " in another block, and nothing orders the two blocks";
    if (other.warp == access.warp.index)
        return " by another thread of the warp, with no __syncwarp() between them";
    return " with no barrier between them";
}

void reportRace(const LaneAccess& access, const Access& earlier, bool earlierWrites) {
    Block& block = *access.warp.block;
    Launch& launch = block.launch;
    const SourceLine here =
        sourceOf(launch.program, launch.code,
                 static_cast<std::size_t>(access.ip - access.warp.code->insts.data()));
    const SourceLine other = sourceOf(launch.program, launch.code, earlier.record);
    const WarpLife& life = block.worker.order.lifeOf(earlier.segment);
    std::string text = access.sharedOf ? "race in shared memory: " : "race in global memory: ";
    text += access.info.kind == InstClass::atomic ? "an atomic update"
            : access.writes                       ? "a write"
                                                  : "a read";
    text += access.writes ? " over what is " : " of what is ";
    text += earlierWrites ? "written by line " : "read by line ";
    text += std::to_string(other.line);
    if (other.file != here.file)
        text += " of " + other.file;
    text += whyUnordered(access, earlier, life);
    Fault fault = makeFault(access.warp, access.ip,
                            access.sharedOf ? FaultKind::sharedRace : FaultKind::globalRace,
                            access.lane, access.address, access.bytes, text.c_str());
    fault.otherLine = other.line;
    fault.otherThread = block.threadAt(life.warp, earlier.lane);
    fault.otherBlock = blockAt(launch, life.block);
    launch.record(std::move(fault), false);
}

/// What a plain store is about to write; 0 bytes where that is not known.
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

/// True where a store leaves memory as it is, or where a compare-and-swap is about to fail.
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

bool sameSegment(const Access& a, const Access& b) {
    return a.segment == b.segment && a.kind == b.kind;
}

void rememberRead(const LaneAccess& access, WordHistory& word, Access now) {
    const Warp& w = access.warp;
    const Order& order = w.block->worker.order;
    const WarpOrder& mine = w.block->order[w.index];
    Access* slot = nullptr;
    for (Access& read : word.reads) {
        const bool empty = !conflicts(access, read, read);
        const bool sameWarp = !empty && order.sameWarp(read, mine);
        if (sameWarp &&
            (read.lane == now.lane || (read.bytes != now.bytes && sameSegment(read, now)))) {
            if (sameSegment(read, now)) {
                now.several = read.several || read.lane != now.lane;
                now.bytes |= read.bytes;
            }
            slot = &read;
            break;
        }
        // One that is ordered now need not be remembered.
        if (!slot && (empty || order.ordered(read, mine, access.lane)))
            slot = &read;
    }
    if (slot)
        *slot = now;
    else if (order.sameWarp(word.reads[0], word.reads[1]) && !order.sameWarp(word.reads[0], mine))
        word.reads[1] = now;
}

void rememberWrite(const LaneAccess& access, WordHistory& word, Access now) {
    const Warp& w = access.warp;
    const Order& order = w.block->worker.order;
    const WarpOrder& mine = w.block->order[w.index];
    Access& last = word.write;
    const bool known = conflicts(access, last, last) || (last.segment && isStrong(last));
    if (known && order.sameWarp(last, mine)) {
        if (sameSegment(last, now) && last.bytes != now.bytes) {
            now.several = last.several || last.lane != now.lane;
            now.bytes |= last.bytes;
        }
        // A plain write that others have not seen yet races with more than an atomic one does.
        if (isStrong(now) && !isStrong(last) && last.segment == now.segment)
            return;
    }
    last = now;
}

/// Holds the access against a word's past, then makes it part of it.
void checkWord(const LaneAccess& access, WordHistory& word, Access now) {
    // A plain read after an atomic update alone reads an old value at worst.
    const bool harmless = !access.writes && isStrong(word.write);
    if (!harmless && races(access, word.write, now))
        reportRace(access, word.write, true);
    if (!access.writes) {
        if (!isStrong(now))
            rememberRead(access, word, now);
        return;
    }
    const Warp& w = access.warp;
    for (Access& read : word.reads) {
        if (races(access, read, now)) {
            reportRace(access, read, false);
            break;
        }
        // Who looks first and then updates atomically has looked again by that.
        if (isStrong(now) && read.segment &&
            w.block->worker.order.sameWarp(read, w.block->order[w.index]) && read.lane == now.lane)
            read = {};
    }
    rememberWrite(access, word, now);
}

void checkRaces(const LaneAccess& access) {
    Block& block = *access.warp.block;
    if (access.ip - access.warp.code->insts.data() > kMaxFollowedRecord ||
        !block.worker.order.follows())
        return;
    const std::uint32_t segment = block.worker.order.segmentNow(block.order[access.warp.index]);
    for (std::uint64_t word = access.address / 4; word <= (access.end() - 1) / 4; ++word) {
        WordHistory* history =
            access.sharedOf ? &access.sharedOf->history[word] : block.launch.history->at(word);
        if (history)
            checkWord(access, *history, access.at(word, segment));
    }
}

/// Only a read of which not a single byte was written is reported: what is copied with a struct may
/// be its padding, and a float4 is often loaded for three of its parts.
void checkWritten(const LaneAccess& access) {
    Launch& launch = access.warp.block->launch;
    DeviceMemory& memory = *launch.program.memory;
    bool known = true;
    if (access.reads && access.sharedOf) {
        const auto begin =
            access.sharedOf->sharedWritten.begin() + static_cast<std::ptrdiff_t>(access.address);
        known = std::find(begin, begin + access.bytes, true) != begin + access.bytes;
    } else if (access.reads) {
        known = memory.isAnyInitialized(access.address, access.bytes);
    }
    if (!known)
        launch.record(makeFault(access.warp, access.ip, FaultKind::uninitialized, access.lane,
                                access.address + (access.sharedOf ? kSharedWindow : 0),
                                access.bytes,
                                access.sharedOf ? "no thread of the block wrote it" : nullptr),
                      false);
    if (!access.writes)
        return;
    if (access.sharedOf)
        std::fill_n(access.sharedOf->sharedWritten.begin() +
                        static_cast<std::ptrdiff_t>(access.address),
                    access.bytes, true);
    else
        memory.markInitialized(access.address, access.bytes);
}

/// Finds whose memory the address is. False where there is no such memory: then the access itself
/// is the fault.
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
    const RangeSlot& slot = access.warp.slots[access.ip->c];
    const std::uint64_t offset = access.address - slot.base;
    if (offset < slot.size && slot.size - offset >= access.bytes)
        return true;
    return block.launch.program.memory->find(access.address, access.bytes).has_value();
}

void check(LaneAccess& access, MemorySpace space, bool racing) {
    Launch& launch = access.warp.block->launch;
    const Checks& checks = launch.request.checks;
    if (!place(access, space))
        return;
    if (checks.uninitialized)
        checkWritten(access);
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

/// The histories of the words that a full warp accesses side by side, a word each; null where they
/// cannot be had at once.
WordHistory* historiesOf(Warp& w, const Inst* ip, const InstInfo& info, std::uint64_t first) {
    constexpr std::uint64_t kBytes = 4 * kLanes;
    Block& block = *w.block;
    if (info.space == MemorySpace::shared)
        return first < w.sharedSize && w.sharedSize - first >= kBytes ? &block.history[first / 4]
                                                                      : nullptr;
    const RangeSlot& slot = w.slots[ip->c];
    const std::uint64_t offset = first - slot.base;
    if (offset >= slot.size || slot.size - offset < kBytes)
        return nullptr;
    WordHistory* const words = block.launch.history->at(first / 4);
    const bool onePage = words && block.launch.history->at(first / 4 + kLanes - 1) == words + 31;
    return onePage ? words : nullptr;
}

/// The usual access, a word for each lane side by side, looked at as a whole. False where it is
/// another one, of which nothing has been looked at.
bool checkSideBySide(Warp& w, const Inst* ip, const InstInfo& info) {
    Block& block = *w.block;
    const Checks& checks = block.launch.request.checks;
    const bool shared = info.space == MemorySpace::shared;
    const auto record = static_cast<std::uint32_t>(ip - w.code->insts.data());
    const bool oneRow = info.plainSource && info.elements == 1 && !info.wideSource;
    if (info.kind != InstClass::memory || info.strong || info.accessBytes != 4 ||
        (info.store && !oneRow) || checks.uninitialized ||
        !(shared ? checks.sharedRaces
                 : info.space == MemorySpace::global && block.launch.history) ||
        record > kMaxFollowedRecord || !block.worker.order.follows())
        return false;
    const AccessPattern pattern = patternOf(w, ip, info);
    const auto& [low, high] = pattern.halves;
    if (!pattern.known || !low.contiguous || !high.contiguous || high.first != low.end ||
        low.first % 4 != 0)
        return false;
    WordHistory* const words = historiesOf(w, ip, info, low.first);
    if (!words)
        return false;
    LaneAccess access{w, ip, info};
    access.bytes = 4;
    access.reads = !info.store;
    access.writes = info.store;
    access.sharedOf = shared ? &block : nullptr;
    access.address = low.first;
    const std::uint8_t* const target = access.target();
    const std::uint32_t* const values = info.store ? row32(w, ip->d) : nullptr;
    const std::uint32_t segment = block.worker.order.segmentNow(block.order[w.index]);
    const std::uint32_t past = shared ? block.cluster->firstSegment : 1;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        WordHistory& word = words[lane];
        access.lane = lane;
        access.address = low.first + 4 * lane;
        if (info.store && std::memcmp(values + lane, target + 4 * lane, 4) == 0)
            continue; // leaves memory as it is
        const Access now = access.at(access.address / 4, segment);
        if (word.write.segment < past && word.reads[0].segment < past &&
            word.reads[1].segment < past)
            (info.store ? word.write : word.reads[0]) = now; // the first access to the word
        else
            checkWord(access, word, now);
    }
    return true;
}

} // namespace

void checkAccess(Warp& w, const Inst* ip, const InstInfo& info) {
    const Launch& launch = w.block->launch;
    const bool looksAtShared = launch.request.checks.sharedRaces, looksAtGlobal = !!launch.history;
    const bool looked = launch.request.checks.uninitialized ||
                        (info.space == MemorySpace::global   ? looksAtGlobal
                         : info.space == MemorySpace::shared ? looksAtShared
                                                             : looksAtShared || looksAtGlobal);
    if (info.space == MemorySpace::local || info.space == MemorySpace::param || !looked ||
        checkSideBySide(w, ip, info))
        return;
    const bool atomic = info.kind == InstClass::atomic;
    const bool racing = info.kind == InstClass::memory || atomic;
    std::array<std::uint64_t, kLanes> addresses;
    std::uint64_t behind = 0;
    bool rising = true; // each lane's address lies behind the one before: no two are the same
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        addresses[lane] = laneAddress(w, ip, info, lane);
        rising &= addresses[lane] >= behind;
        behind = addresses[lane] + 1;
    }
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
    if (!w.block->launch.checked || bytes == 0)
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
