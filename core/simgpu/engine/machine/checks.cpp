// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that cost time: races in shared and in global memory, reads of global memory that nobody
// wrote. They look at each access before it happens and let the launch go on.
//
// Two accesses race where one of them is a write, neither is atomic or volatile, and nothing
// orders them: a barrier (or a fence) between two warps of a block, a fence of the earlier one
// between two blocks. Threads of one warp are taken to be in step. Whatever may be a lock counts as
// order: rather a race that is missed than a report that is wrong. A write of what is there already
// (every finder sets the same flag) is not reported.
#include "core/simgpu/engine/machine/access_history.h"
#include "core/simgpu/engine/machine/addresses.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

#include <bit>
#include <cstring>

namespace warpbench::simgpu::engine {

namespace {

/// One lane's access, as all checks see it.
struct LaneAccess {
    Warp& warp;
    const Inst* ip;
    const InstInfo& info;
    std::uint32_t lane;
    std::uint64_t address; ///< without the window's base
    bool shared;

    /// As what it is to one of the words that it touches.
    Access at(std::uint64_t word) const {
        Access access;
        access.block = static_cast<std::uint32_t>(warp.block->linear);
        access.epoch = warp.block->epoch;
        access.record = static_cast<std::uint32_t>(ip - warp.code->insts.data());
        access.thread = static_cast<std::uint16_t>(warp.index * kLanes + lane);
        for (std::uint64_t byte = 0; byte < 4; ++byte) {
            const std::uint64_t here = word * 4 + byte;
            if (here >= address && here < address + info.accessBytes)
                access.bytes |= static_cast<std::uint8_t>(1u << byte);
        }
        return access;
    }
};

bool ordered(const LaneAccess& access, const Access& earlier, const Access& now) {
    if (earlier.epoch == 0 || earlier.sameWarp(now) || (earlier.bytes & now.bytes) == 0)
        return true;
    if (earlier.block == now.block)
        return earlier.epoch != now.epoch;
    // What an earlier block left in shared memory is nobody's past.
    return access.shared || access.warp.block->launch.history->fencedSince(earlier);
}

Dim3 blockAt(const Launch& launch, std::uint32_t linear) {
    const Dim3& grid = launch.request.grid;
    return {linear % grid[0], linear / grid[0] % grid[1],
            static_cast<std::uint32_t>(linear / (std::uint64_t{grid[0]} * grid[1]))};
}

void reportRace(const LaneAccess& access, const Access& earlier, bool earlierWrites) {
    Block& block = *access.warp.block;
    Launch& launch = block.launch;
    const SourceLine other = sourceOf(launch.program, launch.code, earlier.record);
    const char* what = !access.info.store ? "a read of what is written by line "
                       : earlierWrites    ? "a write over what is written by line "
                                          : "a write over what is read by line ";
    std::string text = access.shared ? "race in shared memory: " : "race in global memory: ";
    text += what + std::to_string(other.line);
    const bool sameBlock = earlier.block == block.linear;
    text += sameBlock ? " with no barrier between them"
                      : " in another block, and nothing orders the two blocks";
    Fault fault = makeFault(access.warp, access.ip,
                            access.shared ? FaultKind::sharedRace : FaultKind::globalRace,
                            access.lane, access.address, access.info.accessBytes, text.c_str());
    if (!access.shared) {
        if (const auto allocation = launch.program.memory->find(access.address)) {
            fault.allocation = allocation->base;
            fault.allocationSize = allocation->size;
        }
    }
    fault.otherLine = other.line;
    fault.otherThread = block.threadAt(earlier.warp(), earlier.lane());
    fault.otherBlock = blockAt(launch, earlier.block);
    launch.record(std::move(fault), false);
}

/// True where a store leaves memory as it is.
bool changesNothing(const LaneAccess& access, const std::uint8_t* target) {
    if (!access.info.plainSource)
        return false;
    std::uint64_t value = 0;
    if (access.info.wideSource)
        value = row64(access.warp, access.ip->d)[access.lane];
    else
        value = row32(access.warp, access.ip->d)[access.lane];
    return std::memcmp(&value, target, access.info.accessBytes) == 0;
}

/// Lanes of a warp may touch a word's bytes one by one.
void mergeBytes(Access& now, const Access& earlier) {
    if (now.sameWarp(earlier) && now.epoch == earlier.epoch)
        now.bytes |= earlier.bytes;
}

/// Holds the access against a word's past, then makes it part of it.
void checkWord(const LaneAccess& access, WordHistory& word, Access now) {
    if (!ordered(access, word.write, now))
        reportRace(access, word.write, true);
    if (!access.info.store) {
        // Two readers are kept; one that is ordered now need not be remembered.
        Access* slot = nullptr;
        for (Access& read : word.reads) {
            if (read.epoch == 0 || read.sameWarp(now)) {
                slot = &read;
                break;
            }
            if (ordered(access, read, now))
                slot = &read;
        }
        if (!slot)
            return;
        mergeBytes(now, *slot);
        *slot = now;
        return;
    }
    for (const Access& read : word.reads) {
        if (!ordered(access, read, now)) {
            reportRace(access, read, false);
            break;
        }
    }
    mergeBytes(now, word.write);
    word.write = now;
}

void checkShared(const LaneAccess& access) {
    Block& block = *access.warp.block;
    const std::uint64_t end = access.address + access.info.accessBytes;
    if (end > access.warp.sharedSize)
        return; // another block's, or the access itself is the fault
    if (access.info.store && changesNothing(access, access.warp.shared + access.address))
        return;
    for (std::uint64_t word = access.address / 4; word <= (end - 1) / 4; ++word)
        checkWord(access, block.history[word], access.at(word));
}

void checkGlobal(const LaneAccess& access) {
    const auto* target =
        reinterpret_cast<const std::uint8_t*>(static_cast<std::uintptr_t>(access.address));
    if (access.info.store && changesNothing(access, target))
        return;
    const std::uint64_t end = access.address + access.info.accessBytes;
    for (std::uint64_t word = access.address / 4; word <= (end - 1) / 4; ++word) {
        if (WordHistory* history = access.warp.block->launch.history->at(word))
            checkWord(access, *history, access.at(word));
    }
}

void checkInitialized(const LaneAccess& access) {
    DeviceMemory& memory = *access.warp.block->launch.program.memory;
    const std::uint32_t bytes = access.info.accessBytes;
    if (access.info.kind == InstClass::atomic || !access.info.store) {
        if (!memory.isInitialized(access.address, bytes))
            access.warp.block->launch.record(makeFault(access.warp, access.ip,
                                                       FaultKind::uninitialized, access.lane,
                                                       access.address, bytes, nullptr),
                                             false);
    }
    if (access.info.store)
        memory.markInitialized(access.address, bytes);
}

} // namespace

void Block::noteFence() {
    ++epoch;
    if (launch.history)
        launch.history->noteFence(linear, epoch);
}

void checkAccess(Warp& w, const Inst* ip, const InstInfo& info) {
    if (info.space == MemorySpace::local || info.space == MemorySpace::param)
        return;
    Launch& launch = w.block->launch;
    const Checks& checks = launch.request.checks;
    // Atomic and volatile accesses are how threads talk to each other.
    const bool plain = info.kind == InstClass::memory && !info.strong;
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        LaneAccess access{
            w, ip, info, lane, laneAddress(w, ip, info, lane), info.space == MemorySpace::shared};
        if (info.space == MemorySpace::generic && isWindow(access.address, kSharedWindow)) {
            access.shared = true;
            access.address -= kSharedWindow;
        }
        if (access.shared) {
            if (checks.sharedRaces && plain)
                checkShared(access);
            continue;
        }
        // Where there is no such memory, the access itself is the fault.
        if ((access.address & kWindowMask) != 0 ||
            !launch.program.memory->find(access.address, info.accessBytes))
            continue;
        if (launch.history && plain)
            checkGlobal(access);
        if (checks.uninitialized)
            checkInitialized(access);
    }
    if (info.fence)
        w.block->noteFence();
}

} // namespace warpbench::simgpu::engine
