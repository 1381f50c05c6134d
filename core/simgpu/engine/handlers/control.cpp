// SPDX-License-Identifier: GPL-3.0-or-later
// Branches, guards, calls, barriers (PTX ISA 9.0, sections 9.7.12, 9.7.13).
#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/handlers/branch.h"

#include <algorithm>
#include <atomic>

namespace warpbench::simgpu::engine {
namespace {

template <bool kBack>
const Inst* branch(const Inst* ip, Warp& w) {
    return jump(w, ip + ip->imm, kBack, ip->aux2);
}

/// Inst::a is the predicate; aux is all ones if it is negated.
template <bool kBack>
const Inst* branchIf(const Inst* ip, Warp& w) {
    return branchOn(ip, w, (predicate(w, ip->a) ^ ip->aux) & w.mask, kBack);
}

/// Emitted where code falls through into a block that has other predecessors.
const Inst* join(const Inst* ip, Warp& w) {
    return goTo(w, ip + 1);
}

// A guarded instruction that is not a branch: guard, the instruction, unguard. Inst::imm of the
// guard leads past the unguard.
const Inst* guard(const Inst* ip, Warp& w) {
    const u32 active = (predicate(w, ip->a) ^ ip->aux) & w.mask;
    if (active == 0)
        return ip + ip->imm;
    w.guardMask = w.mask;
    if (active != w.mask)
        setMask(w, active);
    return ip + 1;
}
const Inst* unguard(const Inst* ip, Warp& w) {
    if (w.mask != w.guardMask)
        setMask(w, w.guardMask);
    return ip + 1;
}

/// Of a guarded instruction: the lanes it is for. aux2 != 0: there is a guard.
inline u32 guardedLanes(const Inst* ip, Warp& w) {
    return ip->aux2 ? (predicate(w, ip->a) ^ ip->aux) & w.mask : w.mask;
}

const Inst* exitKernel(const Inst* ip, Warp& w) {
    const u32 lanes = guardedLanes(ip, w);
    return lanes ? leave(w, lanes, ip + 1) : ip + 1;
}
const Inst* returnFromFunction(const Inst* ip, Warp& w) {
    const u32 lanes = guardedLanes(ip, w);
    return lanes ? returnFrom(w, lanes, ip + 1) : ip + 1;
}
const Inst* call(const Inst* ip, Warp& w) {
    return callDirect(w, ip, w.mask);
}
const Inst* callThroughPointer(const Inst* ip, Warp& w) {
    return callIndirect(w, ip, w.mask);
}

const Inst* trap(const Inst* ip, Warp& w) {
    return raise(w, ip, FaultKind::trap, u32(std::countr_zero(w.mask)));
}
/// Without a debugger attached a breakpoint does nothing.
const Inst* nothing(const Inst* ip, Warp&) {
    return ip + 1;
}

/// x86 orders all loads and stores except a load after a store, so only sequential consistency
/// needs an instruction. On other architectures every fence is a full one.
const Inst* fence(const Inst* ip, Warp&) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return ip + 1;
}

/// All active lanes wake together, when the one that sleeps longest does.
const Inst* nanosleep(const Inst* ip, Warp& w) {
    const u32* time = row32(w, ip->a);
    u32 longest = 0;
    for (u32 l = 0; l < kLanes; ++l)
        longest = std::max(longest, time[l] & w.lanes[l]);
    return sleep(w, ip, longest);
}

/// brx.idx: lanes part by target. Inst::aux2: first entry of Code::jumpTables; aux: their number.
const Inst* branchIndexed(const Inst* ip, Warp& w) {
    const u32* index = row32(w, ip->a);
    const u32 first = u32(std::countr_zero(w.mask));
    const u32 chosen = index[first];
    if (chosen >= ip->aux)
        return raise(w, ip, FaultKind::invalidPc, first, chosen, 0,
                     "the index of brx.idx is not in its list of targets");
    u32 same = 0;
    for (u32 l = 0; l < kLanes; ++l)
        same |= u32(index[l] == chosen) << l;
    same &= w.mask;
    if (--w.budget <= 0)
        return yieldAt(w, ip);
    const Inst* target = jumpTarget(w, ip->aux2 + chosen);
    return same == w.mask ? goTo(w, target) : diverge(w, target, same, ip);
}

} // namespace

void WARPBENCH_ISA::addControlForms(FormTable& table) {
    table.add("$bra", "", branch<false>);
    table.add("$bra.back", "", branch<true>);
    table.add("$bra.if", "p", branchIf<false>);
    table.add("$bra.if.back", "p", branchIf<true>);
    table.add("$join", "", join);
    table.add("$guard", "", guard);
    table.add("$unguard", "", unguard);
    table.add("$exit", "", exitKernel);
    table.add("$ret", "", returnFromFunction);
    table.add("$call", "", call);
    table.add("$call.indirect", "", callThroughPointer);
    table.add("$brx", "", branchIndexed);
    table.add("trap", "", trap);
    table.add("brkpt $nothing", "", nothing);
    table.add("$fence", "", fence);
    table.add("nanosleep.u32", "", nanosleep);
    table.add("$barrier", "", [](const Inst* ip, Warp& w) { return barrierArrive(w, ip); });
    table.add("$cluster.arrive", "", [](const Inst* ip, Warp& w) { return clusterArrive(w, ip); });
    table.add("$cluster.wait", "", [](const Inst* ip, Warp& w) { return clusterWait(w, ip); });
    table.add("$vprintf", "", [](const Inst* ip, Warp& w) { return callPrintf(w, ip); });
    table.add("$assertfail", "", [](const Inst* ip, Warp& w) { return callAssertFail(w, ip); });
    table.add("$malloc", "", [](const Inst* ip, Warp& w) { return callMalloc(w, ip); });
    table.add("$cudaGraphSetConditional", "",
              [](const Inst* ip, Warp& w) { return callSetConditional(w, ip); });
    table.add("$runtime", "", [](const Inst* ip, Warp& w) { return callRuntime(w, ip); });
    table.add("$free", "", [](const Inst* ip, Warp& w) { return callFree(w, ip); });
}

} // namespace warpbench::simgpu::engine
