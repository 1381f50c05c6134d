// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/launch.h"

/// Findings of Checks::barriers: operations of a block or a warp that some threads go round, and
/// shuffles from lanes that do not exist. CUDA leaves both undefined; a GPU goes on, and so does
/// the launch. Called only where the check is on.
namespace warpbench::simgpu::engine {

/// The active lanes are where a branch ends.
/// \param join     number of that place (EnclosingBranches)
/// \param retried  they may have to come back to the record that is about to run
void notePassed(Warp& w, std::uint32_t join, bool retried);
/// Lanes have executed such a record.
void noteWentOn(Warp& w, std::uint32_t lanes);
/// A barrier of the block is about to open.
/// \param last  the warp that arrived or left last
void judgeBarrier(Block& block, const BarrierState& barrier, Warp& last);
/// The lanes `present` execute a warp-wide operation at `ip`, in the function's frame `frame`.
/// \param members  lanes that their masks name
/// \param elsewhere  those of them that meet them at another place of the code
void judgeMeeting(Warp& w, const Inst* ip, const Frame* frame, std::uint32_t present,
                  std::uint32_t members, std::uint32_t elsewhere = 0);
/// The same where the record may still wait for lanes: before and after it runs.
class MeetingJudge {
  public:
    MeetingJudge(Warp& w, const Inst* ip);
    void after(const Inst* next) const;

  private:
    Warp& m_warp;
    const Inst* const m_ip;
    std::uint32_t m_members = 0;
};
/// The lanes `readers`, of those that execute a shuffle, are about to read others.
void judgeShuffle(Warp& w, const Inst* ip, std::uint32_t readers);

} // namespace warpbench::simgpu::engine
