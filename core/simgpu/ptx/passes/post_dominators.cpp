// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/passes/cfg.h"

#include <algorithm>

namespace warpbench::simgpu::ptx {

namespace {

/// Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001), on the reversed graph
/// with one more node: the function's end, to which every block that may leave has an edge.
class PostDominance {
  public:
    explicit PostDominance(const ControlFlowGraph& graph)
        : m_graph(graph)
        , m_end(static_cast<std::uint32_t>(graph.blocks.size())) {}

    std::vector<std::int32_t> compute() {
        orderFromEnd();
        m_parents.assign(m_end + 1, kNone);
        m_parents[m_end] = m_end;
        for (bool changed = true; changed;) {
            changed = false;
            // The end itself comes first and keeps its parent.
            for (std::size_t at = 1; at < m_order.size(); ++at)
                changed = update(m_order[at]) || changed;
        }
        std::vector<std::int32_t> result(m_end, kFunctionEnd);
        for (std::uint32_t block = 0; block < m_end; ++block) {
            if (m_parents[block] != kNone && m_parents[block] != m_end)
                result[block] = static_cast<std::int32_t>(m_parents[block]);
        }
        return result;
    }

  private:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    bool leaves(std::uint32_t block) const {
        return m_graph.blocks[block].mayLeave || m_graph.blocks[block].successors.empty();
    }

    /// Reverse post-order of the reversed graph, and each node's place in it.
    void orderFromEnd() {
        struct Visit {
            std::uint32_t node;
            std::size_t next;
        };
        std::vector<std::uint32_t> exits;
        for (std::uint32_t block = 0; block < m_end; ++block) {
            if (leaves(block))
                exits.push_back(block);
        }
        std::vector<bool> seen(m_end + 1, false);
        std::vector<Visit> path{{m_end, 0}};
        seen[m_end] = true;
        while (!path.empty()) {
            Visit& visit = path.back();
            const auto& next =
                visit.node == m_end ? exits : m_graph.blocks[visit.node].predecessors;
            if (visit.next == next.size()) {
                m_order.push_back(visit.node);
                path.pop_back();
                continue;
            }
            const std::uint32_t target = next[visit.next++];
            if (!seen[target]) {
                seen[target] = true;
                path.push_back({target, 0});
            }
        }
        std::reverse(m_order.begin(), m_order.end());
        m_place.assign(m_end + 1, 0);
        for (std::uint32_t at = 0; at < m_order.size(); ++at)
            m_place[m_order[at]] = at;
    }

    bool update(std::uint32_t block) {
        std::uint32_t parent = leaves(block) ? m_end : kNone;
        for (const std::uint32_t successor : m_graph.blocks[block].successors) {
            if (m_parents[successor] == kNone)
                continue;
            parent = parent == kNone ? successor : meet(parent, successor);
        }
        if (m_parents[block] == parent)
            return false;
        m_parents[block] = parent;
        return true;
    }

    std::uint32_t meet(std::uint32_t left, std::uint32_t right) const {
        while (left != right) {
            while (m_place[left] > m_place[right])
                left = m_parents[left];
            while (m_place[right] > m_place[left])
                right = m_parents[right];
        }
        return left;
    }

    const ControlFlowGraph& m_graph;
    std::uint32_t m_end; ///< the node of the function's end
    std::vector<std::uint32_t> m_order;
    std::vector<std::uint32_t> m_place;
    std::vector<std::uint32_t> m_parents; ///< in the tree of post-dominators
};

} // namespace

std::vector<std::int32_t> immediatePostDominators(const ControlFlowGraph& graph) {
    return PostDominance(graph).compute();
}

} // namespace warpbench::simgpu::ptx
