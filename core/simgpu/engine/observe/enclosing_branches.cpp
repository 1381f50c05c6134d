// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/observe/enclosing_branches.h"

#include "core/simgpu/ptx/passes/cfg.h"

#include <algorithm>
#include <map>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint32_t kNone = ~0u;
/// Of a function. Larger ones are skipped, as the blocks around each operation are listed.
constexpr std::size_t kMostBlocks = 1u << 14;

/// Which blocks of a function are inside which branches: control dependence by post-dominators
/// (Ferrante, Ottenstein, Warren 1987; Cooper, Harvey, Kennedy 2001).
class BranchNesting {
  public:
    BranchNesting(const ptx::Module& module, const ptx::Function& function)
        : m_module(module)
        , m_function(function)
        , m_graph(ptx::buildControlFlow(module, function))
        , m_exit(static_cast<std::uint32_t>(m_graph.blocks.size()))
        , m_next(m_graph.blocks.size())
        , m_meets(m_graph.blocks.size() + 1, kNone)
        , m_branchesOf(m_graph.blocks.size()) {
        if (m_graph.blocks.size() > kMostBlocks)
            return;
        for (std::uint32_t block = 0; block < m_exit; ++block)
            m_next[block] = waysFrom(block);
        findMeetingBlocks();
        for (std::uint32_t block = 0; block < m_exit; ++block)
            noteBranch(block);
    }

    std::uint32_t blockOf(std::uint32_t instruction) const { return m_graph.blockOf[instruction]; }
    /// The last instruction of a block.
    std::uint32_t lastOf(std::uint32_t block) const { return m_graph.blocks[block].end - 1; }
    /// Where the paths of a branch join; kNone if they do not within the function.
    std::uint32_t meetingBlock(std::uint32_t branch) const {
        return m_meets[branch] == m_exit ? kNone : m_meets[branch];
    }
    /// Blocks that end with a branch around this one, inner ones first.
    std::vector<std::uint32_t> branchesAround(std::uint32_t block) const {
        std::vector<std::uint32_t> around = m_branchesOf[block];
        for (std::size_t n = 0; n < around.size(); ++n) {
            for (const std::uint32_t outer : m_branchesOf[around[n]]) {
                if (std::find(around.begin(), around.end(), outer) == around.end())
                    around.push_back(outer);
            }
        }
        return around;
    }

  private:
    bool onlyReturns(std::uint32_t block) const {
        const ptx::BasicBlock& b = m_graph.blocks[block];
        return b.end - b.first == 1 && returnsAtEnd(block);
    }
    bool returnsAtEnd(std::uint32_t block) const {
        const ptx::Opcode op = m_function.code[lastOf(block)].op;
        return m_graph.blocks[block].successors.empty() &&
               (op == ptx::Opcode::ret || op == ptx::Opcode::exit);
    }

    /// Whether it falls through after the last instruction, which also returns.
    bool fallsOff(std::uint32_t block) const {
        const ptx::Instruction& last = m_function.code[lastOf(block)];
        return lastOf(block) + 1 == m_function.code.size() && !ptx::has(last.op, ptx::kLeaves) &&
               !ptx::has(last.op, ptx::kJumps) && !ptx::neverReturns(m_module, m_function, last);
    }

    /// The successors, including the exit. A path of a kernel that only returns is left out if
    /// there is another one; a thread that traps ends the launch.
    std::vector<std::uint32_t> waysFrom(std::uint32_t block) const {
        const std::vector<std::uint32_t>& all = m_graph.blocks[block].successors;
        if (all.empty()) {
            return returnsAtEnd(block) || fallsOff(block) ? std::vector{m_exit}
                                                          : std::vector<std::uint32_t>{};
        }
        if (!m_function.isKernel)
            return all;
        std::vector<std::uint32_t> ways;
        for (const std::uint32_t next : all) {
            if (!onlyReturns(next))
                ways.push_back(next);
        }
        return ways.empty() ? std::vector{m_exit} : ways;
    }

    /// By block: the nearest one that all ways to the exit lead through.
    void findMeetingBlocks() {
        const std::vector<std::uint32_t> order = backwards();
        std::vector<std::uint32_t> number(m_exit + 1, kNone); // rises towards the exit
        for (std::uint32_t n = 0; n < order.size(); ++n)
            number[order[n]] = static_cast<std::uint32_t>(order.size()) - n;
        m_meets[m_exit] = m_exit;
        const auto common = [&](std::uint32_t a, std::uint32_t b) {
            while (a != b)
                (number[a] < number[b] ? a : b) = m_meets[number[a] < number[b] ? a : b];
            return a;
        };
        for (bool changed = true; changed;) {
            changed = false;
            for (const std::uint32_t block : order) {
                if (block == m_exit)
                    continue;
                std::uint32_t meets = kNone;
                for (const std::uint32_t next : m_next[block]) {
                    if (m_meets[next] != kNone)
                        meets = meets == kNone ? next : common(meets, next);
                }
                if (meets != m_meets[block]) {
                    m_meets[block] = meets;
                    changed = true;
                }
            }
        }
    }

    /// Blocks that lead to the exit, each after its successors except in loops.
    std::vector<std::uint32_t> backwards() const {
        std::vector<std::vector<std::uint32_t>> before(m_exit + 1);
        for (std::uint32_t block = 0; block < m_exit; ++block) {
            for (const std::uint32_t next : m_next[block])
                before[next].push_back(block);
        }
        std::vector<std::uint32_t> order;
        std::vector<bool> seen(m_exit + 1);
        std::vector<std::pair<std::uint32_t, std::size_t>> open{{m_exit, 0}};
        seen[m_exit] = true;
        while (!open.empty()) {
            auto& [block, at] = open.back();
            if (at == before[block].size()) {
                order.push_back(block);
                open.pop_back();
                continue;
            }
            const std::uint32_t next = before[block][at++];
            if (!seen[next]) {
                seen[next] = true;
                open.emplace_back(next, 0);
            }
        }
        std::reverse(order.begin(), order.end());
        return order;
    }

    /// The blocks between a branch and its join point are inside the branch.
    void noteBranch(std::uint32_t branch) {
        if (m_next[branch].size() < 2 || m_meets[branch] == kNone)
            return;
        for (const std::uint32_t way : m_next[branch]) {
            for (std::uint32_t block = way;
                 block != m_meets[branch] && block != m_exit && block != kNone;
                 block = m_meets[block]) {
                std::vector<std::uint32_t>& branches = m_branchesOf[block];
                if (branches.empty() || branches.back() != branch)
                    branches.push_back(branch);
            }
        }
    }

    const ptx::Module& m_module;
    const ptx::Function& m_function;
    const ptx::ControlFlowGraph m_graph;
    const std::uint32_t m_exit;                           ///< number after all blocks
    std::vector<std::vector<std::uint32_t>> m_next;       ///< by block
    std::vector<std::uint32_t> m_meets;                   ///< by block: its post-dominator
    std::vector<std::vector<std::uint32_t>> m_branchesOf; ///< by block: those that decide about it
};

/// Operations in which threads may wait for others.
bool isLookedAt(const InstInfo& info, const ptx::Instruction& instruction) {
    return info.counted &&
           (info.waits || info.kind == InstClass::warpwide || instruction.op == ptx::Opcode::call);
}

/// For one function of a kernel, with the records [first, end).
class FunctionBranches {
  public:
    FunctionBranches(const Code& code, const ptx::Module& module, const FunctionCode& function,
                     EnclosingBranches& result)
        : m_code(code)
        , m_function(module.functions[function.moduleIndex])
        , m_nesting(module, m_function)
        , m_result(result) {}

    void run(std::uint32_t first, std::uint32_t end) {
        for (std::uint32_t record = first; record < end; ++record)
            m_firstRecord.try_emplace(blockAt(record), record);
        for (std::uint32_t record = first; record < end; ++record) {
            const InstInfo& info = m_code.infos[record];
            if (isLookedAt(info, m_function.code[info.instruction]))
                addAround(record);
        }
    }

  private:
    std::uint32_t blockAt(std::uint32_t record) const {
        return m_nesting.blockOf(m_code.infos[record].instruction);
    }

    /// Some of the lanes that reach the record may continue before the others.
    bool partsLanes(const InstInfo& info) const {
        const ptx::Instruction& instruction = m_function.code[info.instruction];
        return isClusterWait(info) || instruction.op == ptx::Opcode::brx ||
               (instruction.op == ptx::Opcode::call &&
                instruction.operands.front().kind != ptx::Operand::Kind::symbol);
    }

    void addAround(std::uint32_t record) {
        for (const std::uint32_t branch : m_nesting.branchesAround(blockAt(record))) {
            const auto first = m_firstRecord.find(m_nesting.meetingBlock(branch));
            if (first == m_firstRecord.end() || partsLanes(m_code.infos[first->second]))
                continue;
            std::uint32_t& join = m_result.joinAt[first->second];
            if (join == 0)
                join = ++m_result.joins;
            InstInfo info;
            info.function = m_code.infos[record].function;
            info.instruction = m_nesting.lastOf(branch);
            m_result.around[record].push_back({join - 1, info});
        }
    }

    const Code& m_code;
    const ptx::Function& m_function;
    const BranchNesting m_nesting;
    std::map<std::uint32_t, std::uint32_t> m_firstRecord; ///< by block
    EnclosingBranches& m_result;
};

} // namespace

EnclosingBranches enclosingBranches(const Code& code, const ptx::Module& module) {
    EnclosingBranches result;
    result.joinAt.resize(code.insts.size());
    const bool waits = std::any_of(code.infos.begin(), code.infos.end(), [](const InstInfo& info) {
        return info.waits || info.kind == InstClass::warpwide;
    });
    for (std::size_t f = 0; waits && f < code.functions.size(); ++f) {
        const std::size_t end =
            f + 1 < code.functions.size() ? code.functions[f + 1].entry : code.insts.size();
        if (!module.functions[code.functions[f].moduleIndex].code.empty())
            FunctionBranches(code, module, code.functions[f], result)
                .run(code.functions[f].entry, static_cast<std::uint32_t>(end));
    }
    return result;
}

} // namespace warpbench::simgpu::engine
