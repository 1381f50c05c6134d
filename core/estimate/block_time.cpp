// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/block_time.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>

namespace warpbench::estimate {

namespace {

constexpr std::size_t kScoreboards = 6;
/// Instructions waiting for the memory unit that do not keep a warp from issuing more.
constexpr double kMemoryQueueCycles = 64;
/// Measured on an H200 with one warp, in addition to the stall counts.
constexpr double kTakenBranchCycles = 5, kDivergenceCycles = 15, kReconvergenceCycles = 4;
/// Longer blocks are only simulated up to this point; the rest is assumed to have the same pace.
constexpr double kMostIssues = 400'000;
constexpr double kMostTimes = 1.5; ///< of the instructions that blocks execute
constexpr double kFewIssues = 64;
constexpr double kOne = 1 - 1e-6; ///< of shares that are added up

/// Chooses so often as a share says, spread evenly.
struct Share {
    double sum = 0;

    bool next(double share) {
        sum += share;
        if (sum < kOne)
            return false;
        sum -= 1;
        return true;
    }
};

struct Pending {
    int block = 0; ///< block where the other lanes wait
    int depth = 0; ///< of the region in which they went apart
};

struct Warp {
    int block = 0;
    int at = 0; ///< instruction
    double ready = 0;
    double lastIssue = 0;
    std::array<double, kScoreboards> free{}; ///< when each scoreboard is
    std::array<int, kScoreboards> setBy{};   ///< the instruction that holds it
    std::vector<double> groups;              ///< when each group of copies is done
    double openGroup = 0;
    int depth = 0;
    std::vector<Pending> pending;
    std::vector<int> returns;                    ///< blocks after calls
    std::map<int, std::array<Share, 2>> choices; ///< by block that ends with a branch
    std::size_t issues = 0;
    bool done = false;
    bool atBarrier = false;
};

/// The requests of an instruction, by all warps.
struct Request {
    Share misses{kOne}; ///< the first one is
    Share waits;
    double done = 0; ///< the last one
};

struct Quarter {
    double issueFree = 0;
    std::array<double, kUnits> unitFree{};
};

class BlockRun {
  public:
    BlockRun(const MachineCode& code, const Flow& flow, const std::vector<InstructionCost>& costs,
             int warps)
        : m_code(code.instructions)
        , m_flow(flow)
        , m_costs(costs)
        , m_warps(static_cast<std::size_t>(warps)) {
        m_out.waits.resize(m_code.size());
        for (std::size_t b = 0; b < flow.blocks.size(); ++b)
            for (int i = flow.blocks[b].begin; i < flow.blocks[b].end; ++i)
                m_blockOf.push_back(static_cast<int>(b));
        findLoops();
        findUniform();
    }

    /// \param expected  warp instructions of the block in all
    BlockTime run(double expected) {
        const double limit = std::min(kMostIssues, kMostTimes * expected + kFewIssues);
        while (static_cast<double>(m_issues) < limit) {
            const std::size_t next = earliest();
            if (next == m_warps.size() && !openBarrier())
                break;
            if (next < m_warps.size())
                issue(next);
        }
        // Ways are chosen by shares: a block gone through may be longer or shorter than they are.
        const double rest = m_issues > 0 ? expected / static_cast<double>(m_issues) : 1;
        m_out.cycles = m_now * rest;
        std::size_t most = 0;
        for (const Warp& warp : m_warps)
            most = std::max(most, warp.issues);
        if (m_issues > 0)
            m_out.busiest = double(most) * double(m_warps.size()) / double(m_issues);
        for (double& wait : m_out.waits)
            wait *= rest;
        return std::move(m_out);
    }

  private:
    /// The ranges of the loops, by their last block.
    void findLoops() {
        for (std::size_t b = 0; b < m_flow.blocks.size(); ++b)
            for (const int next : m_flow.blocks[b].next)
                if (next <= static_cast<int>(b))
                    m_loops.emplace_back(next, static_cast<int>(b));
    }

    /// A barrier of the block on one way of a branch is only allowed if all threads take that way.
    void findUniform() {
        m_isUniform.resize(m_flow.blocks.size());
        std::set<int> barriers;
        for (std::size_t i = 0; i < m_code.size(); ++i)
            if (m_code[i].opcode->unit == Unit::barrier)
                barriers.insert(m_blockOf[i]);
        for (std::size_t b = 0; b < m_flow.blocks.size() && !barriers.empty(); ++b) {
            const std::vector<int>& next = m_flow.blocks[b].next;
            if (next.size() != 2)
                continue;
            const std::vector<bool> one = reached(next[0], int(b)),
                                    other = reached(next[1], int(b));
            m_isUniform[b] = std::any_of(barriers.begin(), barriers.end(), [&](int barrier) {
                return one[std::size_t(barrier)] != other[std::size_t(barrier)];
            });
        }
    }

    /// By block, whether it can follow `block` without `without` before it.
    std::vector<bool> reached(int block, int without) const {
        std::vector<bool> found(m_flow.blocks.size());
        found[std::size_t(without)] = true;
        for (std::vector<int> open{block}; !open.empty();) {
            const int from = open.back();
            open.pop_back();
            if (found[std::size_t(from)])
                continue;
            found[std::size_t(from)] = true;
            for (const int next : m_flow.blocks[std::size_t(from)].next)
                open.push_back(next);
        }
        return found;
    }

    /// Whether one way of a block's branch stays in a loop and the other leaves it.
    bool leavesLoop(int block) const {
        const std::vector<int>& next = m_flow.blocks[std::size_t(block)].next;
        return std::any_of(m_loops.begin(), m_loops.end(), [&](const std::pair<int, int>& loop) {
            const auto in = [&](int b) { return b >= loop.first && b <= loop.second; };
            return in(block) && next.size() == 2 && in(next[0]) != in(next[1]);
        });
    }

    double issueTime(std::size_t index) const {
        const Warp& warp = m_warps[index];
        const MachineInstruction& instruction = m_code[std::size_t(warp.at)];
        const Quarter& quarter = m_quarters[index % kSmQuarters];
        double time = std::max(warp.ready, quarter.issueFree);
        for (std::size_t k = 0; k < kScoreboards; ++k)
            if (instruction.waitMask & (1U << k))
                time = std::max(time, warp.free[k]);
        const Unit unit = instruction.opcode->unit;
        if (unit == Unit::wait)
            time = std::max(time, groupsDone(warp, instruction.groups));
        if (unit == Unit::memory)
            return std::max(time, m_memoryFree - kMemoryQueueCycles);
        return std::max(time, quarter.unitFree[std::size_t(unit)]);
    }

    /// The instruction whose result a warp waited for longest, otherwise the one to be issued.
    static int waitedFor(const Warp& warp, const MachineInstruction& instruction) {
        double latest = warp.ready;
        int by = warp.at;
        for (std::size_t k = 0; k < kScoreboards; ++k)
            if ((instruction.waitMask & (1U << k)) && warp.free[k] > latest) {
                latest = warp.free[k];
                by = warp.setBy[k];
            }
        return by;
    }

    static double groupsDone(const Warp& warp, int stillOpen) {
        double time = 0;
        for (std::size_t i = 0; i + static_cast<std::size_t>(stillOpen) < warp.groups.size(); ++i)
            time = std::max(time, warp.groups[i]);
        return time;
    }

    std::size_t earliest() const {
        std::size_t best = m_warps.size();
        double bestTime = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < m_warps.size(); ++i) {
            if (m_warps[i].done || m_warps[i].atBarrier)
                continue;
            const double time = issueTime(i);
            if (time < bestTime) {
                bestTime = time;
                best = i;
            }
        }
        return best;
    }

    /// If all remaining warps wait, they continue; false if all have ended.
    bool openBarrier() {
        double time = m_now;
        std::size_t waiting = 0;
        for (const Warp& warp : m_warps)
            if (!warp.done) {
                ++waiting;
                time = std::max(time, warp.ready);
            }
        for (Warp& warp : m_warps)
            if (!warp.done) {
                warp.atBarrier = false;
                warp.ready = time;
            }
        return waiting > 0;
    }

    void issue(std::size_t index) {
        Warp& warp = m_warps[index];
        Quarter& quarter = m_quarters[index % kSmQuarters];
        const double time = issueTime(index);
        const MachineInstruction& instruction = m_code[std::size_t(warp.at)];
        const InstructionCost& cost = m_costs[std::size_t(warp.at)];
        m_now = std::max(m_now, time + 1);
        m_out.waits[std::size_t(waitedFor(warp, instruction))] +=
            std::max(1.0, time - warp.lastIssue);
        ++m_issues;
        ++warp.issues;
        warp.lastIssue = time;
        warp.ready = time + instruction.stall;
        quarter.issueFree = time + issueSlots(*instruction.opcode);
        const double done = completion(warp, quarter, instruction, cost, time);
        if (instruction.writeBarrier >= 0) {
            hold(warp, instruction.writeBarrier, done);
        }
        if (instruction.readBarrier >= 0) { // operands are read soon after the unit accepts it
            hold(warp, instruction.readBarrier, time + 2 + cost.busy);
        }
        const int at = warp.at;
        advance(warp, instruction, index);
        if (instruction.opcode->unit == Unit::branch && warp.at != at + 1)
            warp.ready += kTakenBranchCycles;
        if (instruction.opcode->unit == Unit::reconverge)
            warp.ready += kReconvergenceCycles;
    }

    /// A scoreboard counts: it is free when all that hold it are done.
    static void hold(Warp& warp, int scoreboard, double until) {
        double& free = warp.free[std::size_t(scoreboard)];
        if (until > free) {
            free = until;
            warp.setBy[std::size_t(scoreboard)] = warp.at;
        }
    }

    /// When the result is there.
    double completion(Warp& warp, Quarter& quarter, const MachineInstruction& instruction,
                      const InstructionCost& cost, double time) {
        double begin = time;
        switch (instruction.opcode->unit) {
        case Unit::memory:
            begin = std::max(time, m_memoryFree);
            m_memoryFree = begin + cost.busy;
            break;
        case Unit::barrier:
            begin = std::max(time, m_barrierFree);
            m_barrierFree = begin + cost.busy;
            warp.atBarrier = true;
            warp.ready = m_barrierFree + cost.latency;
            return warp.ready;
        case Unit::commit:
            warp.groups.push_back(warp.openGroup);
            return time;
        default:
            quarter.unitFree[std::size_t(instruction.opcode->unit)] = time + cost.busy;
            break;
        }
        if (cost.turnCycles > 0) {
            double& turn = m_turns[instruction.ptxLine];
            begin = std::max(begin, turn);
            turn = begin + cost.turnCycles;
        }
        double done = begin + cost.busy + cost.latency;
        if (cost.waitShare > 0)
            done = std::max(done, arrival(cost, warp.at, begin));
        if (cost.copies)
            warp.openGroup = std::max(warp.openGroup, done);
        return done;
    }

    /// When data that is not near arrives; 0 if it is. The warps of a block follow each other: one
    /// requests a sector, and the others wait for it if they are soon enough.
    double arrival(const InstructionCost& cost, int at, double begin) {
        Request& request = m_requests[at];
        if (cost.missShare <= 0) // another instruction requests it
            return request.waits.next(cost.waitShare) ? m_lastRequest : 0;
        if (request.misses.next(cost.missShare)) {
            request.waits.sum += (cost.waitShare - cost.missShare) / cost.missShare;
            request.done = begin + cost.busy + cost.missLatency;
            m_lastRequest = std::max(m_lastRequest, request.done);
            return request.done;
        }
        if (request.waits.sum < kOne)
            return 0;
        request.waits.sum -= 1;
        return request.done;
    }

    void enter(Warp& warp, int block) {
        warp.block = block;
        warp.at = m_flow.blocks[std::size_t(block)].begin;
    }

    void end(Warp& warp) {
        if (!warp.pending.empty()) { // other lanes continue elsewhere
            const Pending other = warp.pending.back();
            warp.pending.pop_back();
            warp.depth = other.depth;
            enter(warp, other.block);
        } else {
            warp.done = true;
        }
    }

    void advance(Warp& warp, const MachineInstruction& instruction, std::size_t index) {
        const BasicBlock& block = m_flow.blocks[std::size_t(warp.block)];
        if (instruction.opcode->unit == Unit::region)
            ++warp.depth;
        if (warp.at + 1 < block.end) {
            ++warp.at;
            return;
        }
        switch (instruction.opcode->unit) {
        case Unit::call:
            callFrom(warp, instruction, block);
            break;
        case Unit::ret:
            if (warp.returns.empty())
                end(warp);
            else {
                const int back = warp.returns.back();
                warp.returns.pop_back();
                enter(warp, back);
            }
            break;
        case Unit::reconverge:
            reconverge(warp, block);
            break;
        default:
            branch(warp, block, index);
            break;
        }
    }

    void callFrom(Warp& warp, const MachineInstruction& instruction, const BasicBlock& block) {
        if (instruction.target < 0 || block.next.empty()) { // unknown target
            follow(warp, block);
            return;
        }
        warp.returns.push_back(block.next[0]);
        enter(warp, m_blockOf[std::size_t(instruction.target)]);
    }

    void reconverge(Warp& warp, const BasicBlock& block) {
        if (!warp.pending.empty() && warp.pending.back().depth >= warp.depth) {
            end(warp);
            return;
        }
        warp.depth = std::max(0, warp.depth - 1);
        follow(warp, block);
    }

    void follow(Warp& warp, const BasicBlock& block) {
        if (block.next.empty())
            end(warp);
        else
            enter(warp, block.next[0]);
    }

    void branch(Warp& warp, const BasicBlock& block, std::size_t index) {
        const double count = m_flow.counts[std::size_t(warp.block)];
        const std::vector<double>& edges = m_flow.edges[std::size_t(warp.block)];
        if (block.next.empty() || count <= 0) {
            follow(warp, block);
            return;
        }
        const auto found = warp.choices.find(warp.block);
        std::array<Share, 2>& choice =
            found != warp.choices.end() ? found->second : begun(warp, index);
        if (block.next.size() == 1) {
            const double leaves = 1 - std::min(1.0, edges[0] / count);
            if (leaves > 0 && choice[0].next(leaves))
                end(warp);
            else
                enter(warp, block.next[0]);
            return;
        }
        const std::size_t rare = edges[0] <= edges[1] ? 0 : 1;
        const double rareShare = std::min(1.0, edges[rare] / count);
        const double commonShare = std::min(1.0, edges[1 - rare] / count);
        const bool takesRare = choice[0].next(rareShare);
        const bool both = takesRare && rareShare + commonShare > 1 + 1e-3 &&
                          choice[1].next((rareShare + commonShare - 1) / rareShare);
        if (both) {
            warp.pending.push_back({block.next[1], warp.depth});
            warp.ready += kDivergenceCycles;
        }
        enter(warp, both ? block.next[0] : block.next[takesRare ? rare : 1 - rare]);
    }

    /// If warps of a block take different paths, the first ones take the rare path. Loops end for
    /// all of them after the same number of iterations.
    std::array<Share, 2>& begun(Warp& warp, std::size_t index) {
        std::array<Share, 2>& choice = warp.choices[warp.block];
        if (leavesLoop(warp.block))
            return choice;
        if (m_isUniform[std::size_t(warp.block)])
            choice[0].sum = 0.5;
        else
            choice[0].sum = 1 - (double(index) + 0.5) / double(m_warps.size());
        return choice;
    }

    const std::vector<MachineInstruction>& m_code;
    const Flow& m_flow;
    const std::vector<InstructionCost>& m_costs;
    std::vector<int> m_blockOf; ///< by instruction
    std::vector<std::pair<int, int>> m_loops;
    std::vector<bool> m_isUniform; ///< by block: all warps go the same way
    std::vector<Warp> m_warps;
    std::array<Quarter, kSmQuarters> m_quarters{};
    std::map<int, Request> m_requests; ///< by instruction
    std::map<int, double> m_turns;     ///< by PTX line of atomics: when the next warp has its turn
    double m_lastRequest = 0;          ///< when the last of them is done
    double m_memoryFree = 0;
    double m_barrierFree = 0;
    double m_now = 0;
    std::size_t m_issues = 0;
    BlockTime m_out;
};

} // namespace

BlockTime blockTime(const MachineCode& code, const Flow& flow,
                    const std::vector<InstructionCost>& costs, int warps, double allWarps) {
    if (code.empty() || warps < 1)
        return {};
    double instructions = 0;
    for (std::size_t b = 0; b < flow.blocks.size(); ++b)
        instructions += flow.counts[b] * (flow.blocks[b].end - flow.blocks[b].begin);
    return BlockRun(code, flow, costs, warps).run(instructions * warps / std::max(1.0, allWarps));
}

} // namespace warpbench::estimate
