// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/observe/observers.h"

#include "core/simgpu/engine/observe/divergence.h"

#include <optional>

namespace warpbench::simgpu::engine {

namespace {

/// Makes all observations that the record requires.
const Inst* observeAll(const Inst* ip, Warp& w) {
    Worker& worker = w.block->worker;
    const std::size_t record = recordOf(w, ip);
    const Observation& o = worker.observed->observations[record];
    const InstInfo& info = w.code->infos[record];
    std::optional<MeetingJudge> judge;
    if (o.judgesMeeting)
        judge.emplace(w, ip);
    if (o.join)
        notePassed(w, o.join - 1, info.retried);
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
    worker.touched.isOpen = o.measuresTouched;
    const Inst* next = o.run(ip, w);
    if (o.measuresTouched && worker.profile)
        worker.profile->noteTouched(w, ip, worker.touched);
    if (o.measuresTouched)
        measureTouched(worker.touched, info.kind == InstClass::matrix,
                       worker.byInstruction[record]);
    if (o.notesOrder)
        noteAfter(w, ip, info, next);
    if (judge)
        judge->after(next);
    if (o.join && info.retried && next && (info.collective ? next == ip + 1 : next != ip))
        noteWentOn(w, lanes);
    if (o.measuresBranch)
        measureBranch(w, record, lanes, worker);
    if (o.measuresAfter)
        measureAfter(w, ip, info, next, lanes, worker);
    return next;
}

/// For records that are executed at once. If the handler only executes the first one, the others
/// use their own handlers.
const Inst* observeShortcut(const Inst* ip, Warp& w) {
    Worker& worker = w.block->worker;
    const std::size_t record = recordOf(w, ip);
    const std::vector<Observation>& observations = worker.observed->observations;
    const Observation& first = observations[record];
    const InstInfo& info = w.code->infos[record];
    const ObservedShortcut& shortcut = worker.observed->shortcuts[first.shortcut];
    if (first.checksAccess && !shortcut.racingSum)
        checkByPattern(w, ip, info, first, worker);
    if (first.runLength)
        countRun(w, record, first, worker);
    const bool areTold = shortcut.tellsShapes && w.mask == kFullMask;
    if (first.measuresAccess && !areTold)
        measureAccess(w, ip, info, first, worker);
    const std::uint32_t lanes = w.mask;
    const Inst* const next = shortcut.run(ip, w);
    if (w.stop == Stop::faulted)
        return next;
    if (first.measuresAccess && areTold)
        measureByShape(w, ip, info, first, worker);
    bool isChecked = false;
    if (shortcut.racingSum) {
        isChecked = next != ip + 1 && checkSum(w, ip, shortcut, worker);
        if (!isChecked)
            checkByPattern(w, ip, info, first, worker);
    }
    if (next == ip + 1)
        return next;
    for (const std::uint32_t later : shortcut.later) {
        const Observation& o = observations[later];
        const Inst* const at = w.code->insts.data() + later;
        if (o.checksAccess && !isChecked)
            checkByPattern(w, at, w.code->infos[later], o, worker);
        if (o.measuresAccess && areTold && at == ip + 1)
            measureByShape(w, at, w.code->infos[later], o, worker);
        else if (o.measuresAccess)
            measureAccess(w, at, w.code->infos[later], o, worker);
        if (o.measuresBranch)
            measureBranch(w, later, lanes, worker);
    }
    return next;
}

/// The same if only executions and a final branch are observed.
const Inst* measureBranchShortcut(const Inst* ip, Warp& w) {
    Worker& worker = w.block->worker;
    const std::size_t record = recordOf(w, ip);
    const Observation& first = worker.observed->observations[record];
    if (first.runLength)
        countRun(w, record, first, worker);
    const std::uint32_t lanes = w.mask;
    const Inst* const next = worker.observed->shortcuts[first.shortcut].run(ip, w);
    if (w.mask != lanes && w.stop != Stop::faulted && next != ip + 1)
        measureBranch(w, first.branch, lanes, worker);
    return next;
}

} // namespace

Handler observerFor(const InstInfo& info, const Observation& o) {
    if (o.shortcut != Observation::kNoShortcut)
        return o.branch ? measureBranchShortcut : observeShortcut;
    const bool measured = o.runLength || o.measuresAccess || o.measuresBranch || o.measuresAfter;
    const bool checked = o.checksAccess || o.notesOrder;
    if (o.isTraced || o.join || o.judgesMeeting || o.measuresTouched)
        return observeAll;
    if (!measured && !checked)
        return o.run;
    Handler special = nullptr;
    if (!checked)
        special = measurerFor(info, o);
    else if (!measured)
        special = checkerFor(info, o);
    return special ? special : observeAll;
}

} // namespace warpbench::simgpu::engine
