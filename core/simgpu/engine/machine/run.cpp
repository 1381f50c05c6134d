// SPDX-License-Identifier: GPL-3.0-or-later
// The interpreter loop. Measuring and checking is done by the records' own handlers.
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

namespace warpbench::simgpu::engine {

namespace {

/// Where a warp continues: at the current split, or any split after it waited.
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
