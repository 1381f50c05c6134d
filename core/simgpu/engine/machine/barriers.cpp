// SPDX-License-Identifier: GPL-3.0-or-later
// bar.sync etc., and barrier.cluster.
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/observe/divergence.h"

#include <bit>
#include <string>

namespace warpbench::simgpu::engine {

namespace {

/// Of an open one.
inline bool isComplete(const Block& block, BarrierState& barrier) {
    const auto lanesThere = [&](std::size_t warp) {
        return barrier.arrived[warp] | block.warps[warp]->exited;
    };
    if (barrier.expected == 0) {
        std::size_t missing = barrier.firstMissing;
        while (missing < block.warps.size() && lanesThere(missing) == kFullMask)
            ++missing;
        barrier.firstMissing = static_cast<std::uint32_t>(missing);
        return missing == block.warps.size();
    }
    std::uint32_t threads = 0;
    for (std::size_t i = 0; i < block.warps.size(); ++i) {
        if (barrier.arrived[i]) // counted per warp: lanes that have left count with their warp
            threads += static_cast<std::uint32_t>(std::popcount(lanesThere(i)));
    }
    return threads >= barrier.expected;
}

/// Of a reduction, to the lanes `mask`.
void giveResult(Warp& w, std::uint32_t mask, const BarrierOperands& operands,
                const BarrierState& barrier) {
    const auto action = static_cast<BarrierAction>(operands.action);
    if (action == BarrierAction::redPopc) {
        std::uint32_t* d = row32(w, operands.destination);
        for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
            if (mask >> lane & 1)
                d[lane] = barrier.count;
        }
    } else if (action == BarrierAction::redAnd || action == BarrierAction::redOr) {
        const bool result =
            action == BarrierAction::redAnd ? barrier.count == barrier.voters : barrier.count != 0;
        std::uint32_t& p = predicate(w, operands.destination);
        p = result ? p | mask : p & ~mask;
    }
}

/// \param last  the warp that arrived or left last
void release(Block& block, std::uint32_t id, Warp& last) {
    BarrierState& barrier = block.barriers[id];
    if (block.launch.request.checks.barriers && barrier.expected == 0)
        judgeBarrier(block, barrier, last);
    if (block.launch.checkedRaces)
        noteBarrier(block, barrier);
    for (std::size_t i = 0; i < block.warps.size(); ++i) {
        Warp& w = *block.warps[i];
        for (std::uint32_t s = 0; s < w.pending; ++s) {
            Split& split = w.splits[s];
            if (split.state != SplitState::atBarrier || split.barrier != id)
                continue;
            if (barrier.voters)
                giveResult(w, split.mask, w.code->barriers[split.pc->aux2], barrier);
            split.state = SplitState::ready;
            ++split.pc;
            block.warpMayRun(static_cast<std::uint32_t>(i));
        }
        barrier.arrived[i] = 0;
    }
    barrier.firstMissing = 0;
    barrier.open = false;
    --block.openBarriers;
    barrier.count = 0;
    barrier.voters = 0;
}

/// The same barrier reached at two lines by all threads of the block: undefined in CUDA, though
/// GPUs let it pass (seen on an H200).
bool linesDiffer(Warp& w, const Inst* a, const Inst* b) {
    if (a == b)
        return false;
    const Launch& launch = w.block->launch;
    const Inst* first = w.code->insts.data();
    const SourceLine lineA = sourceOf(launch.program, *w.code, static_cast<std::size_t>(a - first));
    const SourceLine lineB = sourceOf(launch.program, *w.code, static_cast<std::size_t>(b - first));
    return lineA.line != 0 && lineB.line != 0 &&
           (lineA.line != lineB.line || lineA.file != lineB.file);
}

Fault divergenceOf(Warp& w, const Inst* ip, const BarrierState& barrier) {
    const SourceLine other =
        sourceOf(w.block->launch.program, *w.code,
                 static_cast<std::size_t>(barrier.firstPc - w.code->insts.data()));
    const std::string text =
        "threads of one block wait at different barriers: others are at line " +
        std::to_string(other.line);
    Fault fault =
        makeFault(w, ip, FaultKind::barrierDivergence,
                  static_cast<std::uint32_t>(std::countr_zero(w.mask)), 0, 0, text.c_str());
    fault.otherLine = other.line;
    fault.otherThread = w.block->threadAt(barrier.firstWarp, barrier.firstLane);
    fault.otherBlock = w.block->index;
    return fault;
}

} // namespace

const Inst* barrierArrive(Warp& w, const Inst* ip) {
    const BarrierOperands& operands = w.code->barriers[ip->aux2];
    Block& block = *w.block;
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(w.mask));
    const std::uint32_t id = row32(w, operands.id)[lane];
    if (id >= kBarriers)
        return raise(w, ip, FaultKind::barrierDivergence, lane, 0, 0,
                     "a block has 16 barriers, 0 to 15");
    BarrierState& barrier = block.barriers[id];
    const bool all = operands.count == kNoRow;
    const std::uint32_t expected = all ? 0 : row32(w, operands.count)[lane];
    if (!barrier.open) {
        barrier.open = true;
        ++block.openBarriers;
        barrier.firstPc = ip;
        barrier.firstWarp = w.index;
        barrier.firstLane = lane;
        barrier.expected = expected;
    } else if (block.launch.request.checks.barriers && all && operands.aligned &&
               barrier.expected == 0 && linesDiffer(w, barrier.firstPc, ip)) {
        const Inst* const start = w.code->insts.data();
        block.worker.report(FaultKind::barrierDivergence, static_cast<std::size_t>(ip - start),
                            static_cast<std::size_t>(barrier.firstPc - start) + 1,
                            [&] { return divergenceOf(w, ip, barrier); });
    }
    barrier.arrived[w.index] |= w.mask;
    const auto action = static_cast<BarrierAction>(operands.action);
    if (action >= BarrierAction::redPopc) {
        const std::uint32_t p =
            predicate(w, operands.source) ^ (operands.sourceNegated ? kFullMask : 0u);
        barrier.count += static_cast<std::uint32_t>(std::popcount(p & w.mask));
        barrier.voters += static_cast<std::uint32_t>(std::popcount(w.mask));
    }
    const bool isOver = isComplete(block, barrier);
    if (action == BarrierAction::arrive) {
        if (isOver)
            release(block, id, w);
        return ip + 1;
    }
    // A whole warp that comes last need not wait first.
    const bool isAlone = w.pending == 0;
    if (isOver && isAlone) {
        if (barrier.voters)
            giveResult(w, w.mask, operands, barrier);
        release(block, id, w);
        return ip + 1;
    }
    // Constructed in place: a copy would stall on the recent stores to its fields.
    Split& waiting = w.splits[w.pending++];
    waiting.pc = ip;
    waiting.mask = w.mask;
    waiting.state = SplitState::atBarrier;
    waiting.barrier = static_cast<std::uint8_t>(id);
    waiting.member = 0;
    waiting.frame = w.frame;
    waiting.wakeNs = 0;
    if (isOver)
        release(block, id, w);
    return isAlone ? waitAll(w) : resumeAny(w);
}

void lanesLeft(Warp& w) {
    Block& block = *w.block;
    for (std::uint32_t id = 0; block.openBarriers && id < kBarriers; ++id) {
        if (block.barriers[id].open && isComplete(block, block.barriers[id]))
            release(block, id, w);
    }
    if (block.cluster->isAwaited)
        block.cluster->checkBarrier();
}

const Inst* clusterArrive(Warp& w, const Inst* ip) {
    Cluster& cluster = *w.block->cluster;
    const std::uint32_t slot = w.block->rank * w.block->launch.warpsPerBlock + w.index;
    cluster.arrived[slot] |= w.mask;
    cluster.isAwaited = true;
    std::uint32_t& odd = cluster.oddPhase[slot];
    odd = cluster.phase & 1 ? odd | w.mask : odd & ~w.mask;
    cluster.checkBarrier();
    return ip + 1;
}

std::uint32_t Cluster::waiting(const Warp& w, std::uint32_t lanes) const {
    const std::uint32_t odd = oddPhase[w.block->rank * w.block->launch.warpsPerBlock + w.index];
    return lanes & (phase & 1 ? odd : ~odd);
}

const Inst* clusterWait(Warp& w, const Inst* ip) {
    const std::uint32_t waiting = w.block->cluster->waiting(w, w.mask);
    if (waiting == 0)
        return ip + 1;
    // Not over yet for these: they come back to this record when the others have run.
    return waiting == w.mask ? yieldSpinning(w, ip) : diverge(w, ip + 1, w.mask & ~waiting, ip);
}

void Cluster::checkBarrier() {
    for (const auto& block : blocks) {
        for (std::size_t i = 0; i < block->warps.size(); ++i) {
            const std::uint32_t slot =
                block->rank * block->launch.warpsPerBlock + static_cast<std::uint32_t>(i);
            if ((arrived[slot] | block->warps[i]->exited) != kFullMask)
                return;
        }
    }
    isAwaited = false;
    ++phase;
    if (blocks.front()->launch.checkedRaces)
        noteClusterBarrier(*this);
    std::fill(arrived.begin(), arrived.end(), 0u);
}

} // namespace warpbench::simgpu::engine
