// SPDX-License-Identifier: GPL-3.0-or-later
// Four warps that execute an instruction together. They meet there as at a barrier, with a number
// above those of the block; the last one to arrive does the work of all.
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/once/matrix_tiles.h"

#include <string>

namespace warpbench::simgpu::engine {

namespace {

Split* waitingSplit(Warp& w, std::uint8_t barrier) {
    for (std::uint32_t s = 0; s < w.pending; ++s) {
        if (w.splits[s].state == SplitState::atBarrier && w.splits[s].barrier == barrier)
            return &w.splits[s];
    }
    return nullptr;
}

const Inst* refuse(Warp& w, const Inst* ip, const std::string& text) {
    return raise(w, ip, FaultKind::barrierDivergence, 0, 0, 0, text.c_str());
}

/// "line 12" of the source, or without one of the PTX.
std::string placeOf(Warp& w, const Inst* ip) {
    const SourceLine source = sourceOf(w.block->launch.program, *w.code,
                                       static_cast<std::size_t>(ip - w.code->insts.data()));
    return source.line ? "line " + std::to_string(source.line)
                       : "PTX line " + std::to_string(source.ptxLine);
}

} // namespace

const Inst* arriveAtWarpgroup(Warp& w, const Inst* ip,
                              bool (*perform)(const Inst* ip, const Warpgroup& warps)) {
    if (!allLanes(w, ip))
        return nullptr;
    Block& block = *w.block;
    Warpgroup warps{};
    constexpr std::uint32_t kCount = std::tuple_size_v<Warpgroup>;
    const std::uint32_t first = w.index / kCount * kCount;
    if (block.warps.size() < first + kCount)
        return refuse(
            w, ip,
            "an operation of four warps, 128 consecutive threads, of which the block has only " +
                std::to_string(block.launch.threadsPerBlock - first * kLanes));
    const auto barrier = static_cast<std::uint8_t>(kBarriers + first / kCount);
    bool haveAllCome = true;
    for (std::uint32_t i = 0; i < kCount; ++i) {
        Warp& other = *block.warps[first + i];
        warps[i] = &other;
        if (&other == &w)
            continue;
        if (other.exited)
            return refuse(w, ip,
                          "an operation of four warps, one of which has threads that have exited");
        const Split* const waiting = waitingSplit(other, barrier);
        if (waiting && waiting->pc != ip)
            return refuse(w, ip,
                          "an operation of four warps, one of which is at another one, in " +
                              placeOf(w, waiting->pc));
        haveAllCome &= waiting != nullptr;
    }
    if (!haveAllCome) {
        Split waiting;
        waiting.pc = ip;
        waiting.mask = w.mask;
        waiting.frame = w.frame;
        waiting.state = SplitState::atBarrier;
        waiting.barrier = barrier;
        w.splits[w.pending++] = waiting;
        return resumeAny(w);
    }
    if (!perform(ip, warps)) {
        w.stop = Stop::faulted; // the fault may be another warp's
        return nullptr;
    }
    for (Warp* const other : warps) {
        if (other == &w)
            continue;
        Split& waiting = *waitingSplit(*other, barrier);
        waiting.state = SplitState::ready;
        ++waiting.pc;
        block.warpMayRun(other->index);
    }
    noteWarpgroup(warps);
    return ip + 1;
}

} // namespace warpbench::simgpu::engine
