// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/observe/divergence.h"

#include "core/simgpu/engine/debug/source_map.h"
#include "core/simgpu/engine/handlers/shuffle.h"
#include "core/simgpu/engine/observe/observers.h"

#include <algorithm>
#include <array>
#include <bit>

namespace warpbench::simgpu::engine {

namespace {

/// By lane: how often it has reached the end of a branch.
std::uint32_t* passedBy(Block& block, std::uint32_t warp, std::uint32_t join) {
    const std::uint32_t joins = block.worker.observed->branches.joins;
    return block.passed.data() + (std::size_t{warp} * joins + join) * kLanes;
}

/// The branches around a place of the code, through the calls that led there.
std::vector<EnclosingBranch> branchesAround(const Warp& w, const Inst* ip, const Frame* frame) {
    const auto& around = w.block->worker.observed->branches.around;
    std::vector<EnclosingBranch> all;
    const auto add = [&](std::size_t record) {
        const auto found = around.find(static_cast<std::uint32_t>(record));
        if (found != around.end())
            all.insert(all.end(), found->second.begin(), found->second.end());
    };
    add(recordOf(w, ip));
    for (; frame; frame = frame->parent)
        add(recordOf(w, frame->returnPc - 1));
    return all;
}

struct WarpLanes {
    std::uint32_t warp, mask;
};

/// Finds threads that have bypassed an operation that others have reached.
class Bypass {
  public:
    Bypass(Block& block, const std::vector<WarpLanes>& came, const std::vector<WarpLanes>& missing)
        : m_block(block)
        , m_came(came)
        , m_missing(missing)
        , m_round(missing) {
        for (WarpLanes& lanes : m_round)
            lanes.mask = 0;
    }

    /// Threads that have reached the end of the branch once more than any thread inside.
    bool goesRound(const EnclosingBranch& branch) {
        std::uint32_t most = 0;
        forEach(m_came, branch.join, [&](std::uint32_t times, std::uint32_t, std::size_t) {
            most = std::max(most, times);
        });
        bool found = false;
        forEach(m_missing, branch.join,
                [&](std::uint32_t times, std::uint32_t lane, std::size_t index) {
                    if (times > most) {
                        m_round[index].mask |= 1u << lane;
                        found = true;
                    }
                });
        return found;
    }

    const std::vector<WarpLanes>& round() const { return m_round; }

  private:
    template <class F>
    void forEach(const std::vector<WarpLanes>& threads, std::uint32_t join, F f) const {
        for (std::size_t i = 0; i < threads.size(); ++i) {
            const std::uint32_t* const times = passedBy(m_block, threads[i].warp, join);
            for (std::uint32_t rest = threads[i].mask; rest; rest &= rest - 1) {
                const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
                f(times[lane], lane, i);
            }
        }
    }

    Block& m_block;
    const std::vector<WarpLanes>& m_came;
    const std::vector<WarpLanes>& m_missing;
    std::vector<WarpLanes> m_round;
};

std::uint32_t countOf(const std::vector<WarpLanes>& threads) {
    std::uint32_t count = 0;
    for (const WarpLanes& lanes : threads)
        count += static_cast<std::uint32_t>(std::popcount(lanes.mask));
    return count;
}

Dim3 firstOf(const Block& block, const std::vector<WarpLanes>& threads) {
    for (const WarpLanes& lanes : threads) {
        if (lanes.mask)
            return block.threadAt(lanes.warp,
                                  static_cast<std::uint32_t>(std::countr_zero(lanes.mask)));
    }
    return {};
}

std::string threadCount(std::uint32_t count) {
    return std::to_string(count) + (count == 1 ? " thread" : " threads");
}

/// \param w  the warp of one of the threads that came
Fault bypassOf(FaultKind kind, Warp& w, const Inst* ip, const EnclosingBranch& branch,
               const std::vector<WarpLanes>& came, const std::vector<WarpLanes>& round) {
    const Launch& launch = w.block->launch;
    const std::uint32_t line = sourceOf(launch.program, branch.branch).line;
    std::string text = kind == FaultKind::divergentBarrier
                           ? "barrier in a branch that some threads do not take: "
                           : "warp-wide operation in a branch that some threads of its mask do "
                             "not take: ";
    text += threadCount(countOf(came)) + (countOf(came) == 1 ? " comes" : " come") + " to it, " +
            threadCount(countOf(round)) + (countOf(round) == 1 ? " goes" : " go") + " round it";
    if (line)
        text += ", by the branch of line " + std::to_string(line);
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(came.front().mask));
    Fault fault = makeFault(w, ip, kind, lane, 0, 0, text.c_str());
    fault.otherLine = line;
    fault.otherThread = firstOf(*w.block, round);
    fault.otherBlock = w.block->index;
    return fault;
}

/// Reports where threads that are missing have gone round one of the branches.
void judge(FaultKind kind, Warp& w, const Inst* ip, const Frame* frame,
           const std::vector<WarpLanes>& came, const std::vector<WarpLanes>& missing) {
    Block& block = *w.block;
    Bypass bypass(block, came, missing);
    const EnclosingBranch* innermost = nullptr;
    const std::vector<EnclosingBranch> around = branchesAround(w, ip, frame);
    for (const EnclosingBranch& branch : around) {
        if (bypass.goesRound(branch) && !innermost)
            innermost = &branch;
    }
    if (!innermost)
        return;
    block.worker.report(kind, recordOf(w, ip), innermost->branch.instruction & 0xfffffffu,
                        [&] { return bypassOf(kind, w, ip, *innermost, came, bypass.round()); });
}

} // namespace

void notePassed(Warp& w, std::uint32_t join, bool retried) {
    std::uint32_t* const times = passedBy(*w.block, w.index, join);
    std::uint32_t& comesBack = w.block->comesBack[w.index];
    for (std::uint32_t rest = w.mask & ~comesBack; rest; rest &= rest - 1)
        ++times[std::countr_zero(rest)];
    if (retried)
        comesBack |= w.mask;
}

void noteWentOn(Warp& w, std::uint32_t lanes) {
    w.block->comesBack[w.index] &= ~lanes;
}

void judgeBarrier(Block& block, const BarrierState& barrier, Warp& last) {
    std::vector<WarpLanes> came, missing;
    for (const Warp* w : block.warps) {
        const std::uint32_t here = barrier.arrived[w->index];
        const std::uint32_t left = w->exited & ~w->absent & ~here;
        if (here)
            came.push_back({w->index, here});
        if (left)
            missing.push_back({w->index, left});
    }
    if (missing.empty() || came.empty())
        return;
    Warp& first = *block.warps[barrier.firstWarp];
    const Frame* frame = &first == &last ? last.frame : nullptr;
    for (std::uint32_t s = 0; s < first.pending; ++s) {
        const Split& split = first.splits[s];
        if (split.state == SplitState::atBarrier && split.pc == barrier.firstPc)
            frame = split.frame;
    }
    const auto ofFirst = std::find_if(came.begin(), came.end(), [&](const WarpLanes& lanes) {
        return lanes.warp == barrier.firstWarp;
    });
    if (ofFirst == came.end())
        return;
    std::rotate(came.begin(), ofFirst, ofFirst + 1);
    judge(FaultKind::divergentBarrier, first, barrier.firstPc, frame, came, missing);
}

void judgeMeeting(Warp& w, const Inst* ip, const Frame* frame, std::uint32_t present,
                  std::uint32_t members, std::uint32_t elsewhere) {
    const std::uint32_t missing =
        ((members & w.exited & ~w.absent) | (members & elsewhere)) & ~present;
    if (missing && present)
        judge(FaultKind::divergentMask, w, ip, frame, {{w.index, present}}, {{w.index, missing}});
}

MeetingJudge::MeetingJudge(Warp& w, const Inst* ip)
    : m_warp(w)
    , m_ip(ip) {
    const std::uint32_t* const masks = row32(w, ip->aux2);
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1)
        m_members |= masks[std::countr_zero(rest)];
    if ((m_members & ~w.exited & ~w.mask) == 0)
        judgeShuffle(w, ip, w.mask);
}

void MeetingJudge::after(const Inst* next) const {
    if (next == m_ip + 1)
        judgeMeeting(m_warp, m_ip, m_warp.frame, m_warp.mask, m_members);
}

namespace {

using SourceOf = ShuffleSource (*)(std::int32_t, std::uint32_t, std::uint32_t);

SourceOf sourceFor(const ptx::Instruction& shuffle) {
    return shuffle.modifiers.has("up")     ? &shuffleSource<Shuffle::up>
           : shuffle.modifiers.has("down") ? &shuffleSource<Shuffle::down>
           : shuffle.modifiers.has("bfly") ? &shuffleSource<Shuffle::bfly>
                                           : &shuffleSource<Shuffle::idx>;
}

/// "lane 4", "lanes 4 to 15"; of lanes that are not side by side the first and the last.
std::string laneRange(std::uint32_t lanes) {
    const int first = std::countr_zero(lanes), last = 31 - std::countl_zero(lanes);
    return first == last ? "lane " + std::to_string(first)
                         : "lanes " + std::to_string(first) + " to " + std::to_string(last);
}

} // namespace

void judgeShuffle(Warp& w, const Inst* ip, std::uint32_t readers) {
    const InstInfo& info = w.code->infos[recordOf(w, ip)];
    const ptx::Instruction* const shuffle = instructionOf(w.block->launch.program, info);
    if (w.absent == 0 || !shuffle || shuffle->op != ptx::Opcode::shfl)
        return;
    const SourceOf source = sourceFor(*shuffle);
    const std::uint32_t* const b = row32(w, ip->b);
    const std::uint32_t* const c = row32(w, ip->c);
    std::uint32_t wrong = 0, read = 0;
    for (std::uint32_t rest = readers; rest; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const std::uint32_t from = 1u << (source(lane, b[lane], c[lane]).lane & 31);
        if (from & w.absent) {
            wrong |= 1u << lane;
            read |= from;
        }
    }
    if (!wrong)
        return;
    w.block->worker.report(FaultKind::absentLane, recordOf(w, ip), 0, [&] {
        const std::string text =
            "shuffle from lanes that do not exist: " + laneRange(wrong) + " of warp " +
            std::to_string(w.index) + (std::has_single_bit(wrong) ? " reads " : " read ") +
            laneRange(read) + ", but the block has " + threadCount(w.block->launch.threadsPerBlock);
        return makeFault(w, ip, FaultKind::absentLane,
                         static_cast<std::uint32_t>(std::countr_zero(wrong)), 0, 0, text.c_str());
    });
}

} // namespace warpbench::simgpu::engine
