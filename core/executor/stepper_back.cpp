// SPDX-License-Identifier: GPL-3.0-or-later
// Steps a launch back: it starts again and repeats the moves up to the target position.
#include "core/executor/stepper.h"

#include <algorithm>
#include <map>
#include <vector>

namespace warpbench::session {

void Stepper::back() {
    if (m_marks.empty())
        return;
    if (m_followed && m_followed->marks == m_marks.size() && backToLineBefore())
        return;
    m_followed.reset();
    const std::size_t moves = m_marks.back();
    m_marks.pop_back();
    replay(moves);
}

/// Starts again and repeats the first `moves` moves, from its starting state
/// on.
void Stepper::replay(std::size_t moves) {
    finish();
    m_done.resize(moves);
    // Other moves may follow, and lead to another order of things.
    m_checkpoints.forgetFrom(moves);
    const StepCheckpoints::Checkpoint* from = m_checkpoints.last();
    const std::uint64_t first = from ? from->instructions : 0;
    m_before->putBack(from ? from->pages : std::vector<StepCheckpoints::Page>());
    requireDone(api().setBreakpoints(device(), nullptr, 0), phrase("set breakpoints"));
    begin(from);
    for (m_move = from ? from->move : 0; m_move < moves; ++m_move) {
        if (m_pause.reason == WBSIM_PAUSE_ENDED)
            break;
        // At a saved state, this continues the move that was in progress.
        wbsimStep step =
            m_pause.reason == WBSIM_PAUSE_KEEP ? stepOf(WBSIM_STEP_CONTINUE) : m_done[m_move].step;
        step.untilInstructions = m_done[m_move].until;
        go(step);
    }
    m_redone = m_pause.reason == WBSIM_PAUSE_ENDED ? 0 : m_pause.instructions - first;
    if (m_pause.reason == WBSIM_PAUSE_ENDED)
        return;
    m_block = m_pause.block;
    m_warp = m_pause.warp;
}

/// Does the last move again, to an earlier count than before.
void Stepper::replayTo(std::uint64_t instructions) {
    m_done.back().until = instructions;
    m_checkpoints.forgetBeyond(instructions);
    replay(m_done.size());
}

// ---- line by line in one thread ----

/// Lets steps back from here follow a thread.
void Stepper::follow(std::uint32_t lane) {
    if (!m_running || m_done.empty() || m_done.back().step.kind != WBSIM_STEP_CONTINUE)
        return;
    m_followed = Followed{m_marks.size(), m_block, m_warp, lane};
}

/// The followed thread's position; line 0: none, or in code without lines.
Stepper::ThreadPlace Stepper::placeOfFollowed() const {
    const std::vector<StepFrame> frames =
        view(m_followed->block, m_followed->warp).framesOf(m_followed->lane);
    ThreadPlace place;
    place.isThere = !frames.empty();
    place.depth = frames.size();
    if (!frames.empty()) {
        place.line = frames.front().line;
        place.file = frames.front().file;
    }
    return place;
}

/// Examines each instruction of the last move from a count on, and finds where the followed thread
/// reached its lines. \returns counts at which a line started; the last is that of the current
/// line
std::vector<std::uint64_t> Stepper::linesSince(std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint64_t> begins;
    ThreadPlace line;
    replayTo(first);
    m_move = m_done.size() - 1;
    for (std::uint64_t at = first; m_pause.reason != WBSIM_PAUSE_ENDED;) {
        const ThreadPlace now = placeOfFollowed();
        if (now.isThere && now.line != 0 && !(now == line)) {
            begins.push_back(at);
            line = now;
        }
        if (++at > last)
            break;
        wbsimStep step = stepOf(WBSIM_STEP_CONTINUE);
        step.untilInstructions = at;
        go(step);
    }
    return begins;
}

/// From code without lines to where the followed thread reached its last line.
void Stepper::backToLineOfCall() {
    constexpr std::uint64_t kLook = 256; // instructions; each is paused at
    const std::uint64_t now = m_done.back().until;
    const std::vector<std::uint64_t> begins = linesSince(now > kLook ? now - kLook : 1, now);
    if (begins.empty())
        return;
    replayTo(begins.back());
    m_block = m_followed->block;
    m_warp = m_followed->warp;
}

/// False if the followed thread has no earlier line in the last move.
bool Stepper::backToLineBefore() {
    constexpr std::uint64_t kFirstLook = 256; // instructions; each is paused at
    constexpr std::uint64_t kLongestLook = 1 << 16;
    const std::uint64_t now = m_done.back().until;
    const std::uint64_t begin = 1 + (m_done.size() > 1 ? m_done[m_done.size() - 2].until : 0);
    m_done.back().step = stepOf(WBSIM_STEP_CONTINUE);
    for (std::uint64_t look = kFirstLook; look <= kLongestLook; look *= 4) {
        const std::uint64_t first = now > begin + look ? now - look : begin;
        const std::vector<std::uint64_t> begins = linesSince(first, now);
        // The first one may have begun before the look did.
        const std::size_t known = begins.size() - (first > begin && !begins.empty() ? 1 : 0);
        if (known >= 2) {
            replayTo(begins[begins.size() - 2]);
            m_block = m_followed->block;
            m_warp = m_followed->warp;
            return true;
        }
        if (first == begin)
            break;
    }
    return false;
}

} // namespace warpbench::session
