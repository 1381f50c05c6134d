// SPDX-License-Identifier: GPL-3.0-or-later
// The interpreter's loop. Where something is measured or checked, the records' own handlers do it.
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

namespace warpbench::simgpu::engine {

namespace {

/// Where a warp goes on: the current split, or any after it waited.
inline const Inst* start(Warp& w) {
    w.stop = Stop::none;
    return w.mask ? w.pc : resumeAny(w);
}

} // namespace

Stop runWarp(Warp& w) {
    const Inst* ip = start(w);
    while (ip)
        ip = ip->run(ip, w);
    return w.stop;
}

} // namespace warpbench::simgpu::engine
