// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/decode/layout.h"

#include "core/simgpu/ptx/roles.h"

#include <algorithm>
#include <map>
#include <utility>

namespace warpbench::simgpu::engine {

std::vector<std::uint32_t> blockOrder(const ptx::ControlFlowGraph& graph) {
    if (graph.blocks.empty())
        return {};
    // Depth first, later code first: a loop's exit, which compilers place after its body, is then
    // finished before the body and follows it in the reversed order.
    std::vector<std::uint32_t> postOrder;
    std::vector<bool> seen(graph.blocks.size());
    struct Visit {
        std::uint32_t block;
        std::vector<std::uint32_t> rest;
    };
    const auto open = [&](std::uint32_t block) {
        seen[block] = true;
        std::vector<std::uint32_t> successors = graph.blocks[block].successors;
        std::sort(successors.begin(), successors.end());
        return Visit{block, std::move(successors)};
    };
    std::vector<Visit> stack;
    stack.push_back(open(0));
    while (!stack.empty()) {
        if (stack.back().rest.empty()) {
            postOrder.push_back(stack.back().block);
            stack.pop_back();
            continue;
        }
        const std::uint32_t next = stack.back().rest.back();
        stack.back().rest.pop_back();
        if (!seen[next])
            stack.push_back(open(next));
    }
    std::reverse(postOrder.begin(), postOrder.end());
    return postOrder;
}

namespace {

struct Life {
    std::int32_t reg = -1;
    std::uint32_t first = ~0u, last = 0;
    void at(std::uint32_t position) {
        first = std::min(first, position);
        last = std::max(last, position);
    }
};

/// Positions: an instruction reads at 2i and writes at 2i + 1.
std::vector<Life> livesOf(const ptx::Function& function, const ptx::ControlFlowGraph& graph,
                          const std::vector<std::uint32_t>& order, const ptx::Liveness& liveness,
                          const AddressFusion& fusion) {
    std::vector<Life> lives(function.registers.size());
    for (std::size_t i = 0; i < lives.size(); ++i)
        lives[i].reg = static_cast<std::int32_t>(i);
    std::uint32_t index = 0;
    std::vector<std::int32_t> reads, writes;
    for (const std::uint32_t b : order) {
        const ptx::BasicBlock& block = graph.blocks[b];
        for (const std::int32_t reg : liveness.liveIn[b])
            lives[static_cast<std::size_t>(reg)].at(2 * index);
        for (std::uint32_t i = block.first; i < block.end; ++i, ++index) {
            reads.clear();
            writes.clear();
            ptx::registersOf(function.code[i], reads, writes);
            for (const std::int32_t reg : reads)
                lives[static_cast<std::size_t>(reg)].at(2 * index);
            if (fusion.address[i].base >= 0)
                lives[static_cast<std::size_t>(fusion.address[i].index)].at(2 * index);
            // An instruction with several results is several records: none of its results may take
            // the place of an operand.
            for (const std::int32_t reg : writes) {
                lives[static_cast<std::size_t>(reg)].at(2 * index + 1);
                if (writes.size() > 1)
                    lives[static_cast<std::size_t>(reg)].at(2 * index);
            }
        }
        for (const std::int32_t reg : liveness.liveOut[b])
            lives[static_cast<std::size_t>(reg)].at(2 * index);
    }
    return lives;
}

/// Rows of one kind that are free, lowest first.
class RowPool {
  public:
    RowPool(std::uint32_t first, std::uint32_t step)
        : m_next(first)
        , m_step(step) {}
    std::uint32_t take() {
        if (m_free.empty()) {
            m_next += m_step;
            return m_next - m_step;
        }
        const std::uint32_t row = m_free.back();
        m_free.pop_back();
        return row;
    }
    void give(std::uint32_t row) { m_free.push_back(row); }
    std::uint32_t end() const { return m_next; }

  private:
    std::vector<std::uint32_t> m_free; ///< used last first: that one is warm in the cache
    std::uint32_t m_next;
    std::uint32_t m_step;
};

/// \return the end of the rows used
std::uint32_t scan(std::vector<Life>& lives, RowPool pool, std::vector<std::uint16_t>& rows) {
    std::sort(lives.begin(), lives.end(),
              [](const Life& a, const Life& b) { return a.first < b.first; });
    std::multimap<std::uint32_t, std::uint32_t> active; // last position → row
    for (const Life& life : lives) {
        while (!active.empty() && active.begin()->first < life.first) {
            pool.give(active.begin()->second);
            active.erase(active.begin());
        }
        const std::uint32_t row = pool.take();
        rows[static_cast<std::size_t>(life.reg)] = static_cast<std::uint16_t>(row);
        active.emplace(life.last, row);
    }
    return pool.end();
}

} // namespace

RowAssignment assignRows(const ptx::Function& function, const ptx::ControlFlowGraph& graph,
                         const std::vector<std::uint32_t>& order, const ptx::Liveness& liveness,
                         const AddressFusion& fusion, bool separate, std::uint32_t firstRow,
                         std::uint32_t firstPredicate) {
    RowAssignment result;
    result.row.assign(function.registers.size(), 0xffff);
    result.lastUse.assign(function.registers.size(), 0);
    std::vector<Life> narrow, wide, quads, predicates;
    for (Life life : livesOf(function, graph, order, liveness, fusion)) {
        result.lastUse[static_cast<std::size_t>(life.reg)] = life.last / 2;
        if (life.first > life.last || fusion.rowless[static_cast<std::size_t>(life.reg)])
            continue; // never used
        if (separate) {
            life.first = 0;
            life.last = ~0u;
        }
        const ptx::Type type = function.registers[static_cast<std::size_t>(life.reg)].type;
        if (type == ptx::Type::pred)
            predicates.push_back(life);
        else if (ptx::sizeOf(type) == 8 || ptx::sizeOf(type) == 0)
            wide.push_back(life);
        else if (ptx::sizeOf(type) <= 4)
            narrow.push_back(life);
        else
            quads.push_back(life);
    }
    result.firstWide = scan(narrow, RowPool(firstRow, 1), result.row);
    result.endRow = scan(wide, RowPool(result.firstWide, 2), result.row);
    result.endRow = scan(quads, RowPool(result.endRow, 4), result.row);
    result.endPredicate = scan(predicates, RowPool(firstPredicate, 1), result.row);
    return result;
}

} // namespace warpbench::simgpu::engine
