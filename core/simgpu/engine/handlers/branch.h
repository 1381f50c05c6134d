// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/handlers/lanes.h"

/// Branches: where lanes continue.
namespace warpbench::simgpu::engine {
namespace {

inline const Inst* goTo(Warp& w, const Inst* target) {
    return __builtin_expect(w.pending == 0, 1) ? target : arrive(w, target);
}

/// A back-edge uses up the warp's budget, so that a loop cannot starve other warps.
/// \param poll  Inst::aux2: greater than one for a polling loop
inline __attribute__((always_inline)) const Inst* jump(Warp& w, const Inst* target, bool back,
                                                       u32 poll) {
    if (back && __builtin_expect((w.budget -= 1 + s32(poll)) <= 0, 0))
        return poll ? yieldSpinning(w, target) : yieldAt(w, target);
    return goTo(w, target);
}

/// The active lanes in `taken` jump; the others continue after the branch.
inline __attribute__((always_inline)) const Inst* branchOn(const Inst* ip, Warp& w, u32 taken,
                                                           bool back) {
    if (taken == 0)
        return goTo(w, ip + 1);
    if (taken == w.mask)
        return jump(w, ip + ip->imm, back, ip->aux2);
    if (back)
        w.budget -= 1 + s32(ip->aux2);
    return diverge(w, ip + ip->imm, taken, ip + 1);
}

} // namespace
} // namespace warpbench::simgpu::engine
