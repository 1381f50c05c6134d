// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/machine/observers.h"

namespace warpbench::simgpu::engine {

namespace {

/// Does everything that the record's observation asks for.
const Inst* observeAll(const Inst* ip, Warp& w) {
    Worker& worker = w.block->worker;
    const std::size_t record = recordOf(w, ip);
    const Observation& o = worker.observed->observations[record];
    const InstInfo& info = w.code->infos[record];
    if (o.notesOrder)
        noteBefore(w, info);
    if (o.checksAccess)
        checkAccess(w, ip, info);
    if (o.isTraced)
        traceAccess(w, ip, info);
    if (o.runLength)
        countRun(w, record, o, worker);
    if (o.measuresAccess)
        measureAccess(w, ip, info, o, worker);
    const std::uint32_t lanes = w.mask;
    const Inst* next = o.run(ip, w);
    if (o.notesOrder)
        noteAfter(w, ip, info, next);
    if (o.measuresBranch)
        measureBranch(w, record, lanes, worker);
    if (o.measuresAfter)
        measureAfter(w, ip, info, next, lanes, worker);
    return next;
}

} // namespace

Handler observerFor(const InstInfo& info, const Observation& o) {
    const bool measured = o.runLength || o.measuresAccess || o.measuresBranch || o.measuresAfter;
    const bool checked = o.checksAccess || o.notesOrder;
    if (!measured && !checked && !o.isTraced)
        return o.run;
    Handler special = nullptr;
    if (o.isTraced)
        return observeAll;
    if (!checked)
        special = measurerFor(o);
    else if (!measured)
        special = checkerFor(info, o);
    return special ? special : observeAll;
}

} // namespace warpbench::simgpu::engine
