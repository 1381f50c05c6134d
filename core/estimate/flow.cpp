// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/flow.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace warpbench::estimate {

namespace {

/// A count that some instructions of a block speak for.
struct Vote {
    double count = 0;
    double weight = 0;
};

constexpr double kExactWeight = 4; ///< of instructions that cannot be part of something larger
constexpr double kQuantile = 0.65; ///< of the votes; most errors are on the low side
/// A block that seems to be executed so much more often than the loop around it is not: its lines
/// were moved out of another loop.
constexpr double kSurelyMore = 1.5;

/// Instructions that PTX's have one to one, so that several of one line are unrolled copies and not
/// its expansion.
bool oneToOne(const MachineInstruction& instruction) {
    switch (instruction.opcode->unit) {
    case Unit::memory:
    case Unit::texture:
    case Unit::barrier:
    case Unit::matrix:
        return true;
    default:
        return false;
    }
}

/// Also true of these, if the line has nothing else: otherwise they may be part of a division.
bool isFloat(const MachineInstruction& instruction) {
    if (instruction.opcode->name == "VIADD") // such as a loop's counter, of which copies are merged
        return false;
    return instruction.opcode->unit == Unit::fma || instruction.opcode->unit == Unit::fp64;
}

double weighted(std::vector<Vote> votes) {
    std::sort(votes.begin(), votes.end(),
              [](const Vote& a, const Vote& b) { return a.count < b.count; });
    double all = 0;
    for (const Vote& vote : votes)
        all += vote.weight;
    double seen = 0;
    for (const Vote& vote : votes) {
        seen += vote.weight;
        if (seen >= kQuantile * all)
            return vote.count;
    }
    return votes.empty() ? 0 : votes.back().count;
}

/// How many copies of a PTX line each block has.
struct LineUse {
    std::map<int, int> copies; ///< by block, of all its unguarded instructions
    std::map<int, int> exact;  ///< by block, of those that are one to one
    std::map<int, int> floats; ///< by block, of isFloat()
    const Opcode* opcode = nullptr;
    bool mixed = false; ///< PTX instructions with several opcodes
};

class Counting {
  public:
    Counting(const MachineCode& code, const LaunchProfile& profile)
        : m_code(code.instructions) {
        m_flow.blocks = basicBlocks(m_code);
        for (const ProfileLine& line : profile.lines) {
            m_executions[line.line] = static_cast<double>(line.executions);
            if (line.taken > 0)
                m_taken.insert(line.line);
            if (line.slowPaths > 0)
                m_slowPaths[line.line] = static_cast<double>(line.slowPaths);
        }
        m_warps = static_cast<double>(std::max<std::uint64_t>(profile.warps, 1));
    }

    Flow run() {
        m_counts.resize(m_flow.blocks.size());
        m_before.resize(m_flow.blocks.size());
        for (std::size_t b = 0; b < m_flow.blocks.size(); ++b)
            for (const int next : m_flow.blocks[b].next)
                m_before[std::size_t(next)].push_back(static_cast<int>(b));
        findLoops();
        findExpansions();
        collect();
        vote();
        dropImpossible();
        shareUnrolled();
        fillFromNeighbours();
        guessTheRest();
        for (const std::optional<double>& count : m_counts)
            m_flow.counts.push_back(count.value_or(0));
        setEdges();
        return std::move(m_flow);
    }

  private:
    /// A natural loop; its blocks lie behind its head.
    struct Loop {
        int head = 0, latch = 0;
        std::set<int> blocks;
    };

    void findLoops() {
        for (std::size_t b = 0; b < m_flow.blocks.size(); ++b)
            for (const int head : m_flow.blocks[b].next) {
                if (head > static_cast<int>(b))
                    continue;
                Loop loop{head, static_cast<int>(b), {head}};
                std::vector<int> open{loop.latch};
                while (!open.empty()) {
                    const int block = open.back();
                    open.pop_back();
                    if (!loop.blocks.insert(block).second)
                        continue;
                    for (const int before : m_before[std::size_t(block)])
                        if (before >= head)
                            open.push_back(before);
                }
                m_loops.push_back(std::move(loop));
            }
        std::stable_sort(m_loops.begin(), m_loops.end(), [](const Loop& a, const Loop& b) {
            return a.blocks.size() > b.blocks.size();
        });
    }

    const MachineInstruction& lastOf(int block) const {
        return m_code[std::size_t(m_flow.blocks[std::size_t(block)].end) - 1];
    }

    /// ptxas expands divisions, roots and the like: a part for usual numbers, and a call for others
    /// behind a branch that is not in the PTX. The profile says how often those were met.
    void findExpansions() {
        std::vector<int> unused, used; // what is called
        for (std::size_t b = 0; b < m_flow.blocks.size(); ++b) {
            const MachineInstruction& last = lastOf(static_cast<int>(b));
            if (last.opcode->unit != Unit::call || last.target < 0)
                continue;
            const std::vector<int>& before = m_before[b];
            const bool isSkipped =
                before.size() == 1 && m_flow.blocks[std::size_t(before[0])].next.size() == 2;
            const bool isSlowPath =
                isSkipped && last.ptxLine > 0 && !m_taken.contains(last.ptxLine);
            if (isSlowPath)
                m_expansions[last.ptxLine].push_back(static_cast<int>(b));
            const bool isUsed = !isSlowPath || slowPathsOf(last.ptxLine) > 0;
            (isUsed ? used : unused).push_back(blockAt(last.target));
            m_callers[blockAt(last.target)].push_back(static_cast<int>(b));
        }
        for (const auto& [line, blocks] : m_expansions)
            for (const int block : blocks)
                m_counts[std::size_t(block)] = slowPathsOf(line) / double(blocks.size());
        const std::set<int> own = reachedFrom({0}), called = reachedFrom(used);
        m_functions = reachedFrom(unused);
        for (const int block : m_functions)
            if (!called.contains(block) && !own.contains(block))
                m_counts[std::size_t(block)] = 0;
        m_functions.insert(called.begin(), called.end());
    }

    double slowPathsOf(int line) const {
        const auto found = m_slowPaths.find(line);
        return found == m_slowPaths.end() ? 0 : found->second;
    }

    int blockAt(int instruction) const {
        const auto after =
            std::upper_bound(m_flow.blocks.begin(), m_flow.blocks.end(), instruction,
                             [](int at, const BasicBlock& block) { return at < block.begin; });
        return static_cast<int>(after - m_flow.blocks.begin()) - 1;
    }

    std::set<int> reachedFrom(std::vector<int> open) const {
        std::set<int> reached;
        while (!open.empty()) {
            const int block = open.back();
            open.pop_back();
            if (reached.insert(block).second)
                for (const int next : m_flow.blocks[std::size_t(block)].next)
                    open.push_back(next);
        }
        return reached;
    }

    /// A block is executed at most once in each round of the loop around it.
    std::vector<std::optional<double>> limits() const {
        std::vector<std::optional<double>> limits(m_counts.size());
        for (std::size_t b = 0; b < limits.size(); ++b)
            if (!m_functions.contains(static_cast<int>(b)))
                limits[b] = m_warps;
        for (const Loop& loop : m_loops) { // the outer ones first
            const std::optional<double> head = m_counts[std::size_t(loop.head)];
            const std::optional<double> latch = m_counts[std::size_t(loop.latch)];
            for (const int block : loop.blocks) {
                std::optional<double>& limit = limits[std::size_t(block)];
                limit.reset();
                if (block != loop.head && block != loop.latch && head && latch)
                    limit = std::max(*head, *latch);
            }
        }
        return limits;
    }

    /// Removes what was voted for more often than is possible: code that ptxas moved in front of a
    /// loop, or behind it.
    void dropImpossible() {
        const std::vector<std::optional<double>> most = limits();
        for (std::size_t b = 0; b < most.size(); ++b)
            if (most[b] && m_counts[b] && *m_counts[b] > kSurelyMore * *most[b])
                m_counts[b].reset();
    }

    void collect() {
        const std::set<int> retried = retriedAtomics(m_code);
        for (std::size_t b = 0; b < m_flow.blocks.size(); ++b)
            for (int i = m_flow.blocks[b].begin; i < m_flow.blocks[b].end; ++i) {
                const MachineInstruction& instruction = m_code[std::size_t(i)];
                if (instruction.ptxLine == 0)
                    continue;
                const bool branch = instruction.opcode->unit == Unit::branch;
                if (instruction.guarded && !branch)
                    continue;
                LineUse& use = m_lines[instruction.ptxLine];
                ++use.copies[static_cast<int>(b)];
                use.mixed = use.mixed || (use.opcode && use.opcode != instruction.opcode);
                use.opcode = instruction.opcode;
                const bool isTry =
                    instruction.opcode->name == "LDS" && retried.contains(instruction.ptxLine);
                if (oneToOne(instruction) && !isTry)
                    ++use.exact[static_cast<int>(b)];
                if (isFloat(instruction))
                    ++use.floats[static_cast<int>(b)];
            }
        for (auto& [line, use] : m_lines)
            if (use.exact.empty() && !use.mixed)
                use.exact = use.floats;
    }

    double executionsOf(int line) const {
        const auto found = m_executions.find(line);
        return found == m_executions.end() ? 0 : found->second;
    }

    /// Lines that only one block has say how often it was executed.
    void vote() {
        std::vector<std::vector<Vote>> copies(m_flow.blocks.size());
        std::vector<std::vector<Vote>> votes(m_flow.blocks.size());
        for (const auto& [line, use] : m_lines)
            if (use.copies.size() == 1) {
                const auto [block, number] = *use.copies.begin();
                const auto exact = use.exact.find(block);
                const bool isExact = exact != use.exact.end();
                copies[std::size_t(block)].push_back(
                    {double(isExact ? exact->second : number), isExact ? kExactWeight : 1});
            }
        for (const auto& [line, use] : m_lines) {
            if (use.copies.size() != 1 && use.exact.size() == 1) // the others are an expansion
                votes[std::size_t(use.exact.begin()->first)].push_back(
                    {executionsOf(line) / use.exact.begin()->second, kExactWeight});
            if (use.copies.size() != 1)
                continue;
            const auto [block, number] = *use.copies.begin();
            const auto exact = use.exact.find(block);
            const double unrolled =
                mayBeUnrolled(block) ? mostCommon(copies[std::size_t(block)]) : 1;
            if (exact != use.exact.end())
                votes[std::size_t(block)].push_back(
                    {executionsOf(line) / exact->second, kExactWeight});
            else // several instructions of a line may be its expansion
                votes[std::size_t(block)].push_back(
                    {executionsOf(line) / (number % int(unrolled) == 0 ? unrolled : 1), 1});
        }
        for (std::size_t b = 0; b < votes.size(); ++b) {
            // Some lines that code is attributed to do not have any instruction.
            std::vector<Vote> executed = votes[b];
            std::erase_if(executed, [](const Vote& vote) {
                return vote.count == 0 && vote.weight < kExactWeight;
            });
            if (!m_counts[b] && !votes[b].empty() && !isBetterShared(static_cast<int>(b), votes[b]))
                m_counts[b] = weighted(std::move(executed));
        }
    }

    /// Whether the loads of a block, of which others have copies as well, say more than its votes:
    /// a loop's counter is merged where ptxas unrolls it, and a load is not.
    bool isBetterShared(int block, const std::vector<Vote>& votes) const {
        const auto isExact = [](const Vote& vote) { return vote.weight == kExactWeight; };
        if (!mayBeUnrolled(block) || std::any_of(votes.begin(), votes.end(), isExact))
            return false;
        return std::any_of(m_lines.begin(), m_lines.end(), [&](const auto& line) {
            const std::map<int, int>& exact = line.second.exact;
            const auto copies = exact.find(block);
            return exact.size() > 1 && copies != exact.end() && copies->second > 1;
        });
    }

    bool mayBeUnrolled(int block) const {
        const std::vector<int>& next = m_flow.blocks[std::size_t(block)].next;
        return std::any_of(next.begin(), next.end(), [&](int to) { return to <= block; });
    }

    /// ptxas's unroll factor: the number of copies that most instructions have.
    static double mostCommon(const std::vector<Vote>& votes) {
        std::map<double, double> weights;
        for (const Vote& vote : votes)
            weights[vote.count] += vote.weight;
        double best = 1, most = 0;
        for (const auto& [count, weight] : weights)
            if (weight > most) {
                best = count;
                most = weight;
            }
        return best;
    }

    /// The smallest loop around a block; null: none.
    const Loop* loopAround(int block) const {
        const Loop* around = nullptr;
        for (const Loop& loop : m_loops)
            if (loop.blocks.contains(block))
                around = &loop;
        return around;
    }

    /// How many times each block has a line. Where a line's instructions may be its expansion, the
    /// block with the fewest has it once; blocks of one loop share an expansion.
    std::map<int, int> copiesOf(int line, const LineUse& use) const {
        if (!use.exact.empty() || use.copies.size() < 2)
            return use.exact;
        if (m_expansions.contains(line))
            return {};
        std::set<const Loop*> loops;
        for (const auto& [block, number] : use.copies)
            if (const Loop* loop = loopAround(block); loop && !loops.insert(loop).second)
                return {};
        const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
        const int least = std::min_element(use.copies.begin(), use.copies.end(), fewer)->second;
        const int most = std::max_element(use.copies.begin(), use.copies.end(), fewer)->second;
        std::map<int, int> copies;
        if (most >= 2 * least)
            for (const auto& [block, number] : use.copies)
                copies[block] = std::max(1, number / least);
        return copies;
    }

    /// A loop that ptxas unrolled has the same lines in a body of several copies and in one for the
    /// rest: as many executions as possible are the former's.
    void shareUnrolled() {
        std::map<int, std::vector<Vote>> votes;
        const std::vector<std::optional<double>> most = limits();
        for (const auto& [line, use] : m_lines) {
            const std::map<int, int> copies = copiesOf(line, use);
            if (copies.size() < 2)
                continue;
            const double weight = use.exact.empty() ? 1 : kExactWeight;
            std::vector<std::pair<int, int>> blocks(copies.begin(), copies.end());
            std::stable_sort(blocks.begin(), blocks.end(),
                             [](const auto& a, const auto& b) { return a.second > b.second; });
            const double entries = entriesBefore(blocks);
            double left = executionsOf(line);
            for (std::size_t k = 0; k < blocks.size(); ++k) {
                const auto [block, number] = blocks[k];
                if (const auto known = m_counts[std::size_t(block)]) {
                    left = std::max(0.0, left - *known * number);
                    continue;
                }
                const bool last = k + 1 == blocks.size();
                const double rounds = left / number / entries;
                double count = last ? left / number : std::floor(rounds + 1e-9) * entries;
                if (const auto limit = most[std::size_t(block)])
                    count = std::min(count, *limit);
                votes[block].push_back({count, weight});
                left = std::max(0.0, left - count * number);
            }
        }
        for (auto& [block, list] : votes)
            if (!m_counts[std::size_t(block)])
                m_counts[std::size_t(block)] = weighted(std::move(list));
    }

    /// Executions of the nearest earlier block whose count is known.
    double entriesBefore(const std::vector<std::pair<int, int>>& blocks) const {
        int first = blocks.front().first;
        for (const auto& [block, copies] : blocks)
            first = std::min(first, block);
        return countBefore(first);
    }

    /// The flow from `from` to `to`; empty while unknown.
    std::optional<double> along(int from, int to) const {
        const std::optional<double>& count = m_counts[std::size_t(from)];
        if (!count)
            return {};
        const std::vector<int>& next = m_flow.blocks[std::size_t(from)].next;
        if (next.size() == 1)
            return endsWithExit(from) ? std::optional<double>() : count;
        for (const int other : next) // loops are left as often as they are begun
            if (other != to && other <= from)
                return std::min(*count, countBefore(other));
        if (to <= from)
            return {};
        for (const int other : next)
            if (other != to && m_before[std::size_t(other)].size() == 1 &&
                m_counts[std::size_t(other)])
                return std::max(0.0, *count - *m_counts[std::size_t(other)]);
        return {};
    }

    bool endsWithExit(int block) const { return lastOf(block).opcode->unit == Unit::exit; }

    /// Blocks without their own lines: their inflow or outflow.
    void fillFromNeighbours() {
        if (!m_counts.empty() && !m_counts[0])
            m_counts[0] = m_warps;
        bool changed = true;
        while (changed) {
            changed = false;
            for (std::size_t b = 0; b < m_counts.size(); ++b)
                if (!m_counts[b])
                    if (const auto count = fromNeighbours(static_cast<int>(b))) {
                        m_counts[b] = count;
                        changed = true;
                    }
        }
    }

    /// For edges that neither lines nor flow determine: inflow and outflow are upper limits.
    void guessTheRest() {
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t b = 0; b < m_counts.size(); ++b)
                if (!m_counts[b]) {
                    m_counts[b] = guessed(b);
                    changed = changed || m_counts[b];
                }
        }
    }

    std::optional<double> guessed(std::size_t block) const {
        const std::optional<double> before = mostOf(m_before[block]);
        const std::optional<double> after = mostOf(m_flow.blocks[block].next);
        if (!after)
            return {};
        // A loop's first block is executed more often than it is entered.
        return std::min({*after, before.value_or(*after), countBefore(static_cast<int>(block))});
    }

    std::optional<double> mostOf(const std::vector<int>& blocks) const {
        std::optional<double> most;
        for (const int block : blocks)
            if (const std::optional<double>& count = m_counts[std::size_t(block)])
                most = std::max(most.value_or(0), *count);
        return most;
    }

    /// Executions of the nearest earlier block that is known to have any.
    double countBefore(int block) const {
        for (int b = block - 1; b >= 0; --b)
            if (m_counts[std::size_t(b)] && *m_counts[std::size_t(b)] > 0)
                return *m_counts[std::size_t(b)];
        return m_warps;
    }

    std::optional<double> fromNeighbours(int block) const {
        if (const auto callers = m_callers.find(block); callers != m_callers.end()) {
            double calls = 0;
            for (const int caller : callers->second) {
                if (!m_counts[std::size_t(caller)])
                    return {};
                calls += *m_counts[std::size_t(caller)];
            }
            return calls;
        }
        const std::vector<int>& before = m_before[std::size_t(block)];
        double sum = 0;
        bool all = !before.empty();
        for (const int from : before) {
            const auto part = along(from, block);
            all = all && part.has_value();
            sum += part.value_or(0);
        }
        if (all)
            return sum;
        const std::vector<int>& next = m_flow.blocks[std::size_t(block)].next;
        if (next.size() == 1 && m_before[std::size_t(next[0])].size() == 1)
            return m_counts[std::size_t(next[0])];
        return {};
    }

    void setEdges() {
        for (std::size_t b = 0; b < m_flow.blocks.size(); ++b) {
            const std::vector<int>& next = m_flow.blocks[b].next;
            std::vector<double> edges(next.size(), m_flow.counts[b]);
            if (next.size() == 1 && endsWithExit(static_cast<int>(b)))
                edges[0] = std::min(edges[0], m_flow.counts[std::size_t(next[0])]);
            if (next.size() == 2)
                for (std::size_t k = 0; k < 2; ++k)
                    edges[k] = edge(static_cast<int>(b), next[k], next[1 - k]);
            m_flow.edges.push_back(std::move(edges));
        }
    }

    /// How often a loop is begun, by its first block.
    double entriesOf(int head) const {
        double sum = 0;
        for (const int b : m_before[std::size_t(head)])
            if (b < head)
                sum += m_flow.counts[std::size_t(b)];
        for (int b = head - 1; b >= 0 && sum <= 0; --b)
            sum = m_flow.counts[std::size_t(b)];
        return std::min(sum, m_flow.counts[std::size_t(head)]);
    }

    /// Of a block with two that can follow.
    double edge(int from, int to, int other) const {
        const double count = m_flow.counts[std::size_t(from)];
        if (to <= from)
            return std::clamp(m_flow.counts[std::size_t(to)] - entriesOf(to), 0.0, count);
        if (other <= from) // the way out of a loop
            return count -
                   std::clamp(m_flow.counts[std::size_t(other)] - entriesOf(other), 0.0, count);
        if (m_before[std::size_t(to)].size() == 1)
            return std::min(count, m_flow.counts[std::size_t(to)]);
        double least = m_flow.counts[std::size_t(to)]; // that only this block can contribute
        for (const int b : m_before[std::size_t(to)])
            if (b != from)
                least -= m_flow.counts[std::size_t(b)];
        double left = 0; // flow not on the other path; diverging lanes take both
        if (m_before[std::size_t(other)].size() == 1)
            left = count - m_flow.counts[std::size_t(other)];
        else
            left = m_flow.counts[std::size_t(to)];
        return std::clamp(std::max(left, least), 0.0, count);
    }

    const std::vector<MachineInstruction>& m_code;
    std::map<int, double> m_executions;
    std::map<int, double> m_slowPaths; ///< executions, by line of the PTX
    std::set<int> m_taken;             ///< lines of the PTX that jump or call
    double m_warps = 1;
    std::map<int, LineUse> m_lines;
    std::vector<std::vector<int>> m_before;
    std::vector<Loop> m_loops;                    ///< larger ones first
    std::set<int> m_functions;                    ///< blocks that are called
    std::map<int, std::vector<int>> m_callers;    ///< of a function's first block
    std::map<int, std::vector<int>> m_expansions; ///< calls of slow paths, by line of the PTX
    std::vector<std::optional<double>> m_counts;
    Flow m_flow;
};

} // namespace

Flow flowOf(const MachineCode& code, const LaunchProfile& profile) {
    return Counting(code, profile).run();
}

} // namespace warpbench::estimate
