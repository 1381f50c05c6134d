// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/passes/dominators.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace warpbench::simgpu::ptx {

namespace {

constexpr std::uint32_t kNoBlock = ~0u;

/// Blocks are numbered in the order in which a depth-first search finds them. All lists but
/// `numberOf` are by number.
class DominatorFinder {
  public:
    explicit DominatorFinder(const ControlFlowGraph& graph)
        : m_graph(graph)
        , m_numberOf(graph.blocks.size(), kNoBlock) {
        search();
        m_label.resize(m_blocks.size());
        std::iota(m_label.begin(), m_label.end(), 0u);
        m_semi = m_label;
        m_ancestor.assign(m_blocks.size(), kNoBlock);
    }

    /// The nearest dominator of each; 0 for the entry.
    std::vector<std::uint32_t> nearest() {
        const auto count = static_cast<std::uint32_t>(m_blocks.size());
        std::vector<std::uint32_t> nearest(count);
        std::vector<std::vector<std::uint32_t>> waiting(count); // for their semidominator
        for (std::uint32_t n = count; n-- > 1;) {
            for (const std::uint32_t before : m_graph.blocks[m_blocks[n]].predecessors) {
                if (m_numberOf[before] != kNoBlock)
                    m_semi[n] = std::min(m_semi[n], m_semi[best(m_numberOf[before])]);
            }
            waiting[m_semi[n]].push_back(n);
            const std::uint32_t parent = m_parent[n];
            m_ancestor[n] = parent;
            for (const std::uint32_t one : std::exchange(waiting[parent], {})) {
                const std::uint32_t other = best(one);
                nearest[one] = m_semi[other] < m_semi[one] ? other : parent;
            }
        }
        for (std::uint32_t n = 1; n < count; ++n) {
            if (nearest[n] != m_semi[n])
                nearest[n] = nearest[nearest[n]];
        }
        return nearest;
    }

    const std::vector<std::uint32_t>& blocks() const { return m_blocks; }

  private:
    void search() {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> open; // blocks, numbers they are from
        if (!m_graph.blocks.empty())
            open.emplace_back(0, 0);
        while (!open.empty()) {
            const auto [block, from] = open.back();
            open.pop_back();
            if (m_numberOf[block] != kNoBlock)
                continue;
            const auto number = static_cast<std::uint32_t>(m_blocks.size());
            m_numberOf[block] = number;
            m_blocks.push_back(block);
            m_parent.push_back(from);
            for (const std::uint32_t next : m_graph.blocks[block].successors)
                open.emplace_back(next, number);
        }
    }

    /// The one with the lowest semidominator on the way up the linked part of the search's tree.
    /// Shortens the way.
    std::uint32_t best(std::uint32_t n) {
        m_way.clear();
        for (std::uint32_t at = n; m_ancestor[at] != kNoBlock; at = m_ancestor[at])
            m_way.push_back(at);
        if (m_way.empty())
            return n;
        m_way.pop_back(); // it is below the root, and its label is right
        while (!m_way.empty()) {
            const std::uint32_t at = m_way.back();
            m_way.pop_back();
            const std::uint32_t above = m_ancestor[at];
            if (m_semi[m_label[above]] < m_semi[m_label[at]])
                m_label[at] = m_label[above];
            m_ancestor[at] = m_ancestor[above];
        }
        return m_label[n];
    }

    const ControlFlowGraph& m_graph;
    std::vector<std::uint32_t> m_numberOf; ///< by block; kNoBlock: unreachable
    std::vector<std::uint32_t> m_blocks, m_parent, m_semi, m_label, m_ancestor;
    std::vector<std::uint32_t> m_way; ///< of best()
};

} // namespace

Dominators::Dominators(const ControlFlowGraph& graph)
    : m_subtrees(graph.blocks.size()) {
    DominatorFinder finder(graph);
    const std::vector<std::uint32_t> nearest = finder.nearest();
    const std::vector<std::uint32_t>& blocks = finder.blocks();
    const auto subtree = [&](std::uint32_t n) -> Subtree& { return m_subtrees[blocks[n]]; };
    // A dominator has a lower number than what it dominates.
    for (auto n = static_cast<std::uint32_t>(nearest.size()); n-- > 0;) {
        subtree(n).size += 1;
        if (n > 0)
            subtree(nearest[n]).size += subtree(n).size;
    }
    std::vector<std::uint32_t> next(nearest.size()); // by number, for its next child
    for (std::uint32_t n = 0; n < nearest.size(); ++n) {
        if (n > 0) {
            subtree(n).first = next[nearest[n]];
            next[nearest[n]] += subtree(n).size;
        }
        next[n] = subtree(n).first + 1;
    }
}

bool Dominators::isAlwaysBefore(std::uint32_t block, std::uint32_t later) const {
    const Subtree &one = m_subtrees[block], &other = m_subtrees[later];
    return block == later || other.size == 0 ||
           (other.first >= one.first && other.first - one.first < one.size);
}

} // namespace warpbench::simgpu::ptx
