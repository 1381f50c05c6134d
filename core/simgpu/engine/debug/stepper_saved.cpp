// SPDX-License-Identifier: GPL-3.0-or-later
// Saves a launch between two instructions, and resumes another launch from there.
#include "core/simgpu/engine/debug/inspector.h"
#include "core/simgpu/engine/debug/saved_cluster.h"
#include "core/simgpu/engine/debug/stepper.h"

#include <utility>

namespace warpbench::simgpu::engine {

struct Stepper::Saved : SavedLaunch {
    struct Note {
        WarpNote note; ///< without its pointers
        std::uint32_t last = kNowhere, pausedAt = kNowhere;
    };
    struct Resident {
        SavedCluster cluster;
        std::vector<Round> rounds; ///< without blocks and notes
        std::vector<std::vector<Note>> notes;
    };
    std::vector<Resident> residents;
    std::uint64_t nextCluster = 0, ticks = 0, executed = 0;
    bool wantMore = false, sharing = false;
    std::size_t current = 0;
    Pause pause;
    Goal goal;
    // Requirements on a launch that resumes from here.
    std::size_t records = 0;
    std::uint32_t warpBytes = 0;
    std::uint64_t blockCount = 0, localBytes = 0, sharedBytes = 0;
    std::uint32_t threadsPerBlock = 0;

    bool fits(const Launch& launch) const {
        return records == launch.code.insts.size() && warpBytes == launch.code.warpBytes &&
               blockCount == launch.blockCount && localBytes == launch.localBytes &&
               sharedBytes == launch.sharedBytes && threadsPerBlock == launch.threadsPerBlock;
    }
};

bool Stepper::canBeSaved() const {
    // Each launch has its own workspace for grid-wide barriers, at another address; what it asked
    // of CUDA's runtime is not saved.
    return m_pause.reason == PauseReason::keep && (!m_launch.checked || m_launch.followsWritten) &&
           !m_launch.code.usesGridSync && !m_launch.code.callsRuntime;
}

std::shared_ptr<const SavedLaunch> Stepper::save() const {
    if (!canBeSaved())
        return nullptr;
    auto saved = std::make_shared<Saved>();
    for (const Resident& resident : m_residents) {
        Saved::Resident& one = saved->residents.emplace_back();
        one.cluster = engine::save(*resident.cluster, resident.index);
        saved->bytes += one.cluster.bytes();
        for (const Round& round : resident.rounds) {
            std::vector<Saved::Note>& notes = one.notes.emplace_back();
            for (const WarpNote& note : round.notes)
                notes.push_back({{nullptr, nullptr, note.line},
                                 recordNumber(m_launch, note.last),
                                 recordNumber(m_launch, note.pausedAt)});
            one.rounds.push_back({nullptr, round.next, round.ran, round.moved, round.spins, {}});
        }
    }
    saved->nextCluster = m_launch.nextCluster;
    saved->ticks = m_worker.ticks;
    saved->executed = m_executed;
    saved->wantMore = m_wantMore;
    saved->sharing = m_sharing;
    saved->current = m_current;
    saved->pause = m_pause;
    saved->goal = m_goal;
    saved->records = m_launch.code.insts.size();
    saved->warpBytes = m_launch.code.warpBytes;
    saved->blockCount = m_launch.blockCount;
    saved->localBytes = m_launch.localBytes;
    saved->sharedBytes = m_launch.sharedBytes;
    saved->threadsPerBlock = m_launch.threadsPerBlock;
    return saved;
}

bool Stepper::restore(const SavedLaunch& from) {
    const auto* saved = dynamic_cast<const Saved*>(&from);
    if (!saved || !saved->fits(m_launch))
        return false;
    for (const Saved::Resident& one : saved->residents) {
        Resident& resident = addResident(one.cluster.index);
        engine::restore(one.cluster, *resident.cluster);
        for (std::size_t i = 0; i < resident.rounds.size(); ++i) {
            Round& round = resident.rounds[i];
            Block* const block = round.block;
            round = one.rounds[i];
            round.block = block;
            for (const Saved::Note& note : one.notes[i])
                round.notes.push_back({recordAt(m_launch, note.last),
                                       recordAt(m_launch, note.pausedAt), note.note.line});
        }
    }
    m_launch.nextCluster = saved->nextCluster;
    m_worker.ticks = saved->ticks;
    m_executed = m_keptAt = saved->executed;
    m_wantMore = saved->wantMore;
    m_sharing = saved->sharing;
    m_current = saved->current;
    m_goal = saved->goal;
    m_pause = saved->pause;
    return true;
}

/// Pauses in the middle of a step, which then continues as if nothing had happened. False if the
/// launch must end.
bool Stepper::holdToKeep(Pause pause) {
    m_keptAt = m_executed;
    m_pause = std::move(pause);
    m_pause.reason = PauseReason::keep;
    const std::optional<Step> step = waitForStep();
    if (!step)
        return false;
    m_goal.step.until = step->until;
    return true;
}

/// \return false if the launch must end
bool Stepper::goOnFromSaved() {
    const Pause pause = m_pause;
    if (!holdToKeep(pause))
        return false;
    if (Round* const round = roundOf(pause.block))
        runTurn({round, pause.warp});
    return true;
}

} // namespace warpbench::simgpu::engine
