// SPDX-License-Identifier: GPL-3.0-or-later
// A warp's turn under control: instruction by instruction, with the pauses in between.
#include "core/simgpu/engine/debug/inspector.h"
#include "core/simgpu/engine/debug/stepper.h"
#include "core/simgpu/engine/machine/services.h"

#include <utility>

namespace warpbench::simgpu::engine {

const RecordPlace& Stepper::placeAt(const Inst* ip) const {
    return (*m_places)[static_cast<std::size_t>(ip - m_launch.code.insts.data())];
}

std::uint32_t Stepper::depthAt(const Warp& w, const Inst* ip) const {
    return (w.frame ? w.frame->depth : 0) + placeAt(ip).inlined;
}

bool Stepper::isFocus(const Turn& turn) const {
    const Step& step = m_goal.step;
    return step.kind != Step::Kind::run && step.kind != Step::Kind::blockEnd &&
           step.block == turn.round->block->linear && step.warp == turn.warp;
}

void Stepper::refreshBreakpoints() {
    const std::uint64_t version = m_control.breakpointVersion();
    if (version == m_version)
        return;
    m_version = version;
    m_sites.place(m_control.breakpoints());
    m_launch.watchedWrites = m_control.watchedWrites();
}

/// The lanes of the warp that the step follows.
std::uint32_t Stepper::goalLanes() const {
    return m_goal.step.kind == Step::Kind::laneLine ? 1u << m_goal.step.lane : ~0u;
}

/// The lane that is stepped has returned: the others may have a long way to go yet.
bool Stepper::laneHasLeft(const Warp& w) const {
    return m_goal.step.kind == Step::Kind::laneLine && (w.exited & goalLanes()) != 0;
}

/// True if the step ends before this instruction of its warp.
bool Stepper::goalReached(const Warp& w, const Inst* ip) const {
    if (laneHasLeft(w))
        return true;
    if (!m_goal.begun || (w.mask & goalLanes()) == 0)
        return false;
    const RecordPlace& place = placeAt(ip);
    const std::uint32_t depth = depthAt(w, ip);
    // Without line numbers, and into code without them, every instruction is a line.
    const bool otherLine =
        m_goal.from.line == 0 || (place.line != 0 && !place.sameLine(m_goal.from));
    switch (m_goal.step.kind) {
    case Step::Kind::instruction:
        return true;
    case Step::Kind::line:
        return otherLine || (place.line != 0 && depth != m_goal.depth);
    case Step::Kind::lineOver:
    case Step::Kind::laneLine:
        return depth < m_goal.depth ? place.line != 0 : depth == m_goal.depth && otherLine;
    case Step::Kind::out:
        return depth < m_goal.depth;
    case Step::Kind::toBarrier: // noticed when the barrier is executed
    case Step::Kind::run:
    case Step::Kind::blockEnd:
        return false;
    }
    return false;
}

/// The pause at the end of a step.
Pause Stepper::pauseOf(const Turn& turn) {
    Pause pause;
    pause.reason = PauseReason::step;
    pause.block = turn.round->block->linear;
    pause.warp = turn.warp;
    return pause;
}

std::optional<Pause> Stepper::reasonAt(const Turn& turn, const Inst* ip) {
    const Warp& w = *turn.round->block->warps[turn.warp];
    WarpNote& note = turn.round->notes[turn.warp];
    if (note.pausedAt == ip)
        return std::nullopt;
    Pause pause = pauseOf(turn);
    if (m_control.takePauseRequest()) {
        pause.reason = PauseReason::requested;
        return pause;
    }
    const auto record = static_cast<std::size_t>(ip - m_launch.code.insts.data());
    if (m_sites.isSite(record) && note.last != ip) {
        const bool newLine = !note.last || ip < note.last || !placeAt(ip).sameLine(note.line);
        pause.breakpoint = m_sites.arrive(record, newLine, pause.block, turn.warp, w.mask);
        if (pause.breakpoint != kNoBreakpoint) {
            pause.reason = PauseReason::breakpoint;
            return pause;
        }
    }
    const bool counted = m_goal.step.until != 0 && m_executed >= m_goal.step.until;
    if (counted || (isFocus(turn) && goalReached(w, ip))) {
        pause.reason = PauseReason::step;
        return pause;
    }
    return std::nullopt;
}

/// Records the start of a requested step.
void Stepper::beginGoal(const Warp& w) {
    const Inst* pc = (w.mask & goalLanes()) != 0 ? w.pc : nullptr;
    const Frame* frame = w.frame;
    for (std::uint32_t s = 0; !pc && s < w.pending; ++s) {
        if ((w.splits[s].mask & goalLanes()) == 0)
            continue;
        pc = w.splits[s].pc;
        frame = w.splits[s].frame;
    }
    if (!pc)
        return; // it has ended
    m_goal.from = placeAt(pc);
    m_goal.depth = (frame ? frame->depth : 0) + m_goal.from.inlined;
}

/// Waits at m_pause. Empty if the launch must end.
std::optional<Step> Stepper::waitForStep() {
    m_pause.instructions = m_executed;
    const Inspector inspector(*this);
    const std::optional<Step> step = m_control.hold(m_pause, inspector, m_launch.request.cancel);
    if (step) {
        refreshBreakpoints();
    } else {
        m_launch.mustStop(); // says why
        m_stopped = true;
    }
    return step;
}

bool Stepper::hold(Pause pause) {
    m_pause = std::move(pause);
    const std::optional<Step> step = waitForStep();
    if (!step)
        return false;
    m_goal = {};
    m_goal.step = *step;
    // A block and warp that do not exist: the launch just continues.
    const Round* round = roundOf(step->block);
    if (!round ||
        (step->kind != Step::Kind::blockEnd && step->warp >= round->block->warps.size())) {
        m_goal.step.kind = Step::Kind::run;
    } else if (step->kind != Step::Kind::blockEnd) {
        beginGoal(*round->block->warps[step->warp]);
    } else {
        m_current = residentOf(step->block);
    }
    return true;
}

/// A warp gave its turn back.
void Stepper::noteStop(const Turn& turn, Stop stop) {
    Round& round = *turn.round;
    Block& block = *round.block;
    round.moved |= block.noteStop(turn.warp, stop);
    round.spins += std::exchange(block.warps[turn.warp]->spins, 0u);
    if (stop == Stop::faulted)
        return holdAtFault(block, turn.warp);
    if (!isFocus(turn))
        return;
    const bool left = laneHasLeft(*block.warps[turn.warp]);
    if (stop == Stop::yielded && !left) {
        m_goal.mustShare = true;
    } else if (left || stop == Stop::finished || m_goal.step.kind == Step::Kind::toBarrier) {
        hold(pauseOf(turn));
    }
}

/// The launch ends with a fault; before that, the debugger can inspect the cause.
void Stepper::holdAtFault(const Block& block, std::uint32_t warp) {
    m_stopped = true;
    Pause pause;
    pause.reason = PauseReason::fault;
    pause.block = block.linear;
    pause.warp = warp;
    {
        const std::lock_guard lock(m_launch.faultMutex);
        if (m_launch.faults.empty() || m_launch.faults.back().kind == FaultKind::cancelled)
            return;
        pause.fault = std::make_shared<const Fault>(m_launch.faults.back());
    }
    hold(std::move(pause));
}

void Stepper::runTurn(const Turn& turn) {
    Warp& w = *turn.round->block->warps[turn.warp];
    const bool oneOnly = m_control.order() == TurnOrder::interleaved && !isFocus(turn);
    WarpNote& note = turn.round->notes[turn.warp];
    w.stop = Stop::none;
    const Inst* ip = w.mask ? w.pc : resumeAny(w);
    for (bool first = true; ip; first = false) {
        w.pc = ip;
        const RecordPlace& place = placeAt(ip);
        if (place.begins) {
            if (oneOnly && !first) {
                turn.round->moved = true;
                return;
            }
            // Others run no further than the warp that is stepped needs.
            if (!first && !m_sharing && !isFocus(turn) && focusIsReady()) {
                turn.round->moved = true;
                turn.round->next = turn.warp;
                return;
            }
            const bool keeps =
                m_course.keepEvery != 0 && m_executed - m_keptAt >= m_course.keepEvery;
            if (keeps && !holdToKeep(pauseOf(turn)))
                return;
            refreshBreakpoints();
            if (std::optional<Pause> pause = reasonAt(turn, ip)) {
                note.pausedAt = ip;
                // The step continues with this warp unless another one is requested.
                if (!isFocus(turn))
                    turn.round->next = turn.warp;
                hold(std::move(*pause));
                turn.round->moved = true;
                return;
            }
            note.pausedAt = nullptr;
            m_goal.begun |= isFocus(turn) && (w.mask & goalLanes()) != 0;
            ++m_executed;
        }
        note.last = ip;
        if (place.line)
            note.line = place;
        const bool waits =
            m_launch.code.infos[static_cast<std::size_t>(ip - m_launch.code.insts.data())].waits;
        ip = ip->run(ip, w);
        if (const auto lane = std::exchange(m_worker.watchedWriter, std::nullopt))
            m_control.noteWrite({m_executed - 1, turn.round->block->linear, turn.warp, *lane});
        // The last warp to reach a barrier continues immediately, but it has still reached it.
        if (ip && waits && isFocus(turn) && m_goal.step.kind == Step::Kind::toBarrier) {
            w.pc = ip;
            note.pausedAt = ip;
            turn.round->moved = true;
            hold(pauseOf(turn));
            return;
        }
    }
    noteStop(turn, w.stop);
}

} // namespace warpbench::simgpu::engine
