// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that cost time: races in shared memory, reads of global memory that nobody wrote. They
// look at each access before it happens and let the launch go on.
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

#include <bit>

namespace warpbench::simgpu::engine {

namespace {

void reportRace(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                std::uint32_t bytes, std::uint32_t otherWarp, std::uint32_t otherLane,
                std::uint32_t otherRecord, const char* what) {
    const SourceLine other = sourceOf(w.block->launch.program, *w.code, otherRecord);
    Fault fault = makeFault(w, ip, FaultKind::sharedRace, lane, address, bytes, nullptr);
    fault.otherLine = other.line;
    fault.otherThread = w.block->threadAt(otherWarp, otherLane);
    fault.otherBlock = w.block->index;
    fault.text = std::string("race in shared memory: ") + what + " by line " +
                 std::to_string(other.line) + " with no barrier between them";
    w.block->launch.record(std::move(fault), false);
}

/// Threads of one warp are taken to be in step (__syncwarp and shuffles order them); a race is
/// between warps, in the time between two barriers.
void checkShared(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                 std::uint32_t bytes, bool store) {
    Block& block = *w.block;
    const auto record = static_cast<std::uint32_t>(ip - w.code->insts.data());
    for (std::uint64_t word = address / 4; word <= (address + bytes - 1) / 4; ++word) {
        if (word >= block.shadow.size())
            return;
        SharedShadow& s = block.shadow[word];
        const bool written = s.writeEpoch == block.epoch && s.writeWarp != w.index;
        if (written)
            reportRace(w, ip, lane, address, bytes, s.writeWarp, s.writeLane, s.writeRecord,
                       store ? "a write over a write" : "a read of what is written");
        if (store) {
            if (s.readEpoch == block.epoch && s.readWarp != w.index)
                reportRace(w, ip, lane, address, bytes, s.readWarp, s.readLane, s.readRecord,
                           "a write over what is read");
            s.writeEpoch = block.epoch;
            s.writeWarp = w.index;
            s.writeLane = lane;
            s.writeRecord = record;
        } else if (s.readEpoch != block.epoch) {
            s.readEpoch = block.epoch;
            s.readWarp = w.index;
            s.readLane = lane;
            s.readRecord = record;
        }
    }
}

void checkGlobal(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                 std::uint32_t bytes, const InstInfo& info) {
    DeviceMemory& memory = *w.block->launch.program.memory;
    const auto allocation = memory.find(address, bytes);
    if (!allocation)
        return; // the access itself is the fault
    if (const std::uint8_t* valid = memory.validMap(allocation->base);
        valid && (!info.store || info.kind == InstClass::atomic)) {
        for (std::uint32_t i = 0; i < bytes; ++i) {
            const std::uint64_t at = address - allocation->base + i;
            if (valid[at / 8] >> (at % 8) & 1)
                continue;
            w.block->launch.record(
                makeFault(w, ip, FaultKind::uninitialized, lane, address, bytes, nullptr), false);
            break;
        }
    }
    if (info.store)
        memory.markInitialized(address, bytes);
}

} // namespace

void checkAccess(Warp& w, const Inst* ip, const InstInfo& info) {
    const Checks& checks = w.block->launch.request.checks;
    const std::uint64_t* a = row64(w, ip->a);
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        std::uint64_t address = a[lane] + static_cast<std::uint64_t>(ip->imm);
        bool shared = info.space == MemorySpace::shared;
        if (info.space == MemorySpace::generic && isWindow(address, kSharedWindow)) {
            shared = true;
            address -= kSharedWindow;
        }
        if (shared) {
            // Atomics order themselves.
            if (checks.sharedRaces && info.kind == InstClass::memory)
                checkShared(w, ip, lane, address, info.accessBytes, info.store);
        } else if (checks.uninitialized && info.space != MemorySpace::local &&
                   info.space != MemorySpace::param && (address & kWindowMask) == 0) {
            checkGlobal(w, ip, lane, address, info.accessBytes, info);
        }
    }
}

} // namespace warpbench::simgpu::engine
