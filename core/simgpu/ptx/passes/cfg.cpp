// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/passes/cfg.h"

#include <algorithm>

namespace warpbench::simgpu::ptx {

namespace {

/// Control flow after an instruction.
struct Flow {
    bool endsBlock = false;
    bool fallsThrough = true;
    bool leaves = false; ///< some threads leave the function
};

Flow flowOf(const Module& module, const Function& function, const Instruction& instruction) {
    const bool isGuarded = instruction.guard >= 0;
    if (has(instruction.op, kJumps))
        return {true, isGuarded, false};
    if (has(instruction.op, kLeaves) || neverReturns(module, function, instruction))
        return {true, isGuarded, true};
    return {};
}

/// The labels that a branch may go to, as indices of instructions.
void forEachTarget(const Function& function, const Instruction& branch, auto&& action) {
    if (!has(branch.op, kJumps))
        return;
    const auto visitLabel = [&](std::int32_t label) {
        if (label >= 0)
            action(function.labels[static_cast<std::size_t>(label)].instruction);
    };
    for (const Operand& operand : branch.operands) {
        if (operand.kind == Operand::Kind::label)
            visitLabel(operand.label);
        if (operand.kind != Operand::Kind::targetList)
            continue;
        const TargetList& list = function.targetLists[static_cast<std::size_t>(operand.label)];
        if (!list.calls)
            std::for_each(list.targets.begin(), list.targets.end(), visitLabel);
    }
}

/// By instruction: whether a block begins there.
std::vector<bool> findLeaders(const Module& module, const Function& function) {
    std::vector<bool> leads(function.code.size() + 1, false);
    leads[0] = true;
    for (const Label& label : function.labels)
        leads[label.instruction] = true;
    for (std::size_t index = 0; index < function.code.size(); ++index) {
        if (flowOf(module, function, function.code[index]).endsBlock)
            leads[index + 1] = true;
    }
    return leads;
}

/// Adds edges from one block to others, each once.
class EdgeAdder {
  public:
    explicit EdgeAdder(ControlFlowGraph& graph)
        : m_graph(graph)
        , m_lastSource(graph.blocks.size(), kNobody) {}

    /// \param instruction  target of the edge; the end of the code is not a block
    void add(std::uint32_t from, std::size_t instruction) {
        if (instruction >= m_graph.blockOf.size()) {
            m_graph.blocks[from].mayLeave = true;
            return;
        }
        const std::uint32_t target = m_graph.blockOf[instruction];
        if (m_lastSource[target] == from)
            return;
        m_lastSource[target] = from;
        m_graph.blocks[from].successors.push_back(target);
        m_graph.blocks[target].predecessors.push_back(from);
    }

  private:
    static constexpr std::uint32_t kNobody = UINT32_MAX;
    ControlFlowGraph& m_graph;
    std::vector<std::uint32_t> m_lastSource; ///< of the last edge to a block
};

} // namespace

bool neverReturns(const Module& module, const Function& function, const Instruction& instruction) {
    if (instruction.op != Opcode::call || instruction.operands.empty())
        return false;
    if (instruction.callPrototype >= 0)
        return function.prototypes[static_cast<std::size_t>(instruction.callPrototype)].noReturn;
    const Operand& target = instruction.operands.front();
    if (target.kind != Operand::Kind::symbol || target.symbolIsLocal)
        return false;
    const Symbol& symbol = module.symbols[static_cast<std::size_t>(target.symbol)];
    if (symbol.kind != Symbol::Kind::function)
        return false;
    const Function& callee = module.functions[static_cast<std::size_t>(symbol.index)];
    return callee.prototype.noReturn || callee.name == "__assertfail";
}

ControlFlowGraph buildControlFlow(const Module& module, const Function& function) {
    ControlFlowGraph graph;
    if (function.code.empty())
        return graph;
    const std::vector<bool> leads = findLeaders(module, function);
    graph.blockOf.resize(function.code.size());
    for (std::uint32_t index = 0; index < function.code.size(); ++index) {
        if (leads[index])
            graph.blocks.emplace_back().first = index;
        graph.blocks.back().end = index + 1;
        graph.blockOf[index] = static_cast<std::uint32_t>(graph.blocks.size()) - 1;
    }
    EdgeAdder edges(graph);
    for (std::uint32_t block = 0; block < graph.blocks.size(); ++block) {
        const Instruction& last = function.code[graph.blocks[block].end - 1];
        const Flow flow = flowOf(module, function, last);
        graph.blocks[block].mayLeave = flow.leaves;
        if (flow.fallsThrough)
            edges.add(block, graph.blocks[block].end);
        forEachTarget(function, last, [&](std::uint32_t target) { edges.add(block, target); });
    }
    return graph;
}

} // namespace warpbench::simgpu::ptx
