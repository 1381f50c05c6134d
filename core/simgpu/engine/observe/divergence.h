// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/launch.h"

/// Findings of Checks::barriers: block- or warp-wide operations that some threads bypass, and
/// shuffles from lanes that do not exist. Both are undefined in CUDA; a GPU continues, and so does
/// the launch. Called only if the check is enabled.
namespace warpbench::simgpu::engine {

/// The active lanes have reached the end of a branch.
/// \param join     number of that join point (EnclosingBranches)
/// \param retried  they may return to the record that is about to run
void notePassed(Warp& w, std::uint32_t join, bool retried);
/// Lanes have finished executing such a record.
void noteWentOn(Warp& w, std::uint32_t lanes);
/// A barrier of the block is about to open.
/// \param last  the warp that arrived or exited last
void judgeBarrier(Block& block, const BarrierState& barrier, Warp& last);
/// The lanes `present` execute a warp-wide operation at `ip` in the frame `frame`.
/// \param members  lanes in their masks
/// \param elsewhere  members that meet them at another place of the code
void judgeMeeting(Warp& w, const Inst* ip, const Frame* frame, std::uint32_t present,
                  std::uint32_t members, std::uint32_t elsewhere = 0);
/// The same if the record may still wait for lanes: create before it runs, finish afterwards.
class MeetingJudge {
  public:
    MeetingJudge(Warp& w, const Inst* ip);
    void after(const Inst* next) const;

  private:
    Warp& m_warp;
    const Inst* const m_ip;
    std::uint32_t m_members = 0;
};
/// The lanes `readers`, out of those that execute a shuffle, are about to read other lanes.
void judgeShuffle(Warp& w, const Inst* ip, std::uint32_t readers);

} // namespace warpbench::simgpu::engine
