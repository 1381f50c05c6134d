// SPDX-License-Identifier: GPL-3.0-or-later
// Divergence: lanes on different paths are kept as splits. The lowest one runs, so that it meets
// the others where paths join; rotating eventually gives every split its turn.
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

namespace warpbench::simgpu::engine {

namespace {

/// Arrivals for which a split that got its turn out of order keeps it.
constexpr std::uint32_t kPatience = 64;

std::uint32_t depthOf(const Frame* frame) {
    return frame ? frame->depth : 0;
}

/// Deeper calls first, to meet splits that wait at the return point. Then the lower record.
bool runsBefore(const Split& a, const Frame* frame, const Inst* pc) {
    const std::uint32_t depthA = depthOf(a.frame), depthB = depthOf(frame);
    return depthA != depthB ? depthA > depthB : a.pc < pc;
}
bool runsBefore(const Split& a, const Split& b) {
    return runsBefore(a, b.frame, b.pc);
}

void makeCurrent(Warp& w, const Split& split) {
    setMask(w, split.mask);
    w.frame = split.frame;
    w.pc = split.pc;
}

void push(Warp& w, const Split& split) {
    w.splits[w.pending++] = split;
}

/// Index of the ready split that runs first; w.pending if there is none.
std::uint32_t bestReady(const Warp& w) {
    std::uint32_t best = w.pending;
    for (std::uint32_t i = 0; i < w.pending; ++i) {
        if (w.splits[i].state == SplitState::ready &&
            (best == w.pending || runsBefore(w.splits[i], w.splits[best])))
            best = i;
    }
    return best;
}

/// The running lanes, as a ready split. Constructed in place: copying fields that have just been
/// written would stall.
void putCurrent(const Warp& w, const Inst* pc, Split& split) {
    split.pc = pc;
    split.mask = w.mask;
    split.state = SplitState::ready;
    split.barrier = 0;
    split.member = 0;
    split.frame = w.frame;
    split.wakeNs = 0;
}

Split currentAt(const Warp& w, const Inst* pc) {
    Split split;
    putCurrent(w, pc, split);
    return split;
}

} // namespace

void removeSplit(Warp& w, std::uint32_t index) {
    for (std::uint32_t i = index + 1; i < w.pending; ++i)
        w.splits[i - 1] = w.splits[i];
    --w.pending;
}

const Inst* diverge(Warp& w, const Inst* target, std::uint32_t taken, const Inst* next) {
    Split& other = w.splits[w.pending++];
    putCurrent(w, target, other);
    other.mask = taken;
    if (other.frame)
        ++other.frame->references;
    setMask(w, w.mask & ~taken);
    return arrive(w, next);
}

const Inst* arrive(Warp& w, const Inst* target) {
    std::uint32_t mask = w.mask;
    for (std::uint32_t i = 0; i < w.pending;) {
        const Split& split = w.splits[i];
        if (split.state == SplitState::ready && split.pc == target && split.frame == w.frame) {
            mask |= split.mask;
            if (split.frame)
                dropFrame(w, split.frame);
            removeSplit(w, i);
        } else {
            ++i;
        }
    }
    if (mask != w.mask)
        setMask(w, mask);
    if (w.pending == 0)
        return target;
    if (w.patience > 0) {
        --w.patience;
        return target;
    }
    const std::uint32_t best = bestReady(w);
    if (best == w.pending || !runsBefore(w.splits[best], w.frame, target))
        return target;
    const Split current = currentAt(w, target);
    makeCurrent(w, w.splits[best]);
    w.splits[best] = current;
    return w.pc;
}

const Inst* resumeAny(Warp& w) {
    if (w.pending == 1) { // usually a whole warp after a barrier
        const Split& only = w.splits[0];
        if (only.state != SplitState::ready)
            return waitAll(w);
        w.pending = 0;
        makeCurrent(w, only);
        return w.pc;
    }
    const std::uint32_t best = bestReady(w);
    if (best == w.pending) {
        waitAll(w);
        if (w.pending == 0)
            w.stop = Stop::finished;
        return nullptr;
    }
    // Field by field: copying the whole would stall on a barrier's recent stores to it.
    makeCurrent(w, w.splits[best]);
    removeSplit(w, best);
    // Others may be at the same place, for example after a barrier that they reached apart.
    return w.pending ? arrive(w, w.pc) : w.pc;
}

const Inst* leave(Warp& w, std::uint32_t lanes, const Inst* next) {
    w.exited |= lanes;
    const std::uint32_t rest = w.mask & ~lanes;
    if (rest == 0 && w.pending == 0 && !w.frame) { // a whole warp at the kernel's end, as a rule
        clearMask(w);
        lanesLeft(w);
        w.stop = Stop::finished;
        return nullptr;
    }
    if (w.pending) // warp-wide operations wait for lanes that have not left only
        releaseMeetings(w, 0);
    if (rest) {
        setMask(w, rest);
        lanesLeft(w);
        return w.pending ? arrive(w, next) : next;
    }
    if (w.frame)
        dropFrame(w, w.frame);
    w.frame = nullptr;
    clearMask(w);
    lanesLeft(w);
    return resumeAny(w);
}

const Inst* yieldAt(Warp& w, const Inst* target) {
    w.block->worker.ticks += static_cast<std::uint32_t>(w.block->budget - w.budget);
    w.budget = w.block->budget;
    w.pc = target;
    w.stop = Stop::yielded;
    if (w.block->launch.mustStop(&w, target)) {
        w.stop = Stop::faulted;
        return nullptr;
    }
    if (w.pending == 0)
        return nullptr;
    // Round and round: the split that has waited longest is the first in the list.
    for (std::uint32_t i = 0; i < w.pending; ++i) {
        if (w.splits[i].state != SplitState::ready)
            continue;
        const Split next = w.splits[i];
        const Split current = currentAt(w, target);
        removeSplit(w, i);
        push(w, current);
        makeCurrent(w, next);
        w.patience = kPatience;
        break;
    }
    return nullptr;
}

const Inst* yieldSpinning(Warp& w, const Inst* target) {
    ++w.spins;
    w.block->worker.ticks += kPollCost; // the awaited event takes time
    return yieldAt(w, target);
}

} // namespace warpbench::simgpu::engine
