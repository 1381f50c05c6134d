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

Stop runWarp(Warp& w, std::uint32_t instructions) {
    const Inst* ip = start(w);
    for (; ip && instructions > 0; --instructions)
        ip = ip->run(ip, w);
    if (ip) {
        w.pc = ip;
        w.stop = Stop::yielded;
    }
    return w.stop;
}

} // namespace warpbench::simgpu::engine
