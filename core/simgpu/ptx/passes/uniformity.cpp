// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/passes/uniformity.h"

#include "core/simgpu/ptx/roles.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace warpbench::simgpu::ptx {

namespace {

using Kind = Operand::Kind;

/// Opcodes whose results follow from the values of their operands alone.
bool isPure(std::string_view opcode) {
    static const std::unordered_set<std::string_view> kPure = {
        "abs",  "add",      "and",      "bfe",   "bfi",  "bfind", "bmsk",  "brev",  "clz",
        "cnot", "copysign", "cos",      "cvt",   "cvta", "div",   "dp2a",  "dp4a",  "ex2",
        "fma",  "fns",      "isspacep", "lg2",   "lop3", "mad",   "mad24", "mapa",  "max",
        "min",  "mov",      "mul",      "mul24", "neg",  "not",   "or",    "popc",  "prmt",
        "rcp",  "rem",      "rsqrt",    "sad",   "selp", "set",   "setp",  "shf",   "shl",
        "shr",  "sin",      "slct",     "sqrt",  "sub",  "szext", "tanh",  "testp", "xor",
    };
    return kPure.contains(opcode);
}

bool isUniformSpecial(SpecialRegister special) {
    using enum SpecialRegister;
    switch (special) {
    case tid:
    case laneid:
    case lanemask_eq:
    case lanemask_le:
    case lanemask_lt:
    case lanemask_ge:
    case lanemask_gt:
    case clock: // Lanes that parted may read it at different times.
    case clock_hi:
    case clock64:
    case globaltimer:
    case globaltimer_lo:
    case globaltimer_hi:
    case pm:
    case pm64:
        return false;
    default:
        return true;
    }
}

/// Starts with everything uniform and takes back what is not, until nothing changes.
class UniformitySolver {
  public:
    UniformitySolver(const Function& function, const ControlFlowGraph& graph,
                     const std::vector<std::int32_t>& postDominators, const Liveness& liveness)
        : m_function(function)
        , m_graph(graph)
        , m_postDominators(postDominators)
        , m_liveness(liveness) {
        m_result.uniformRegister.assign(function.registers.size(), true);
        m_result.divergentBlock.assign(graph.blocks.size(), false);
        m_result.uniformBranch.assign(graph.blocks.size(), true);
        m_sides.assign(graph.blocks.size(), 0);
        m_seenIn.assign(graph.blocks.size(), 0);
        m_written.assign(function.registers.size(), false);
        for (const Variable& variable : function.variables) {
            if (variable.reg < 0)
                continue;
            for (std::int32_t part = 0; part < variable.vectorWidth; ++part)
                makeDivergent(variable.reg + part);
        }
    }

    Uniformity solve() {
        for (m_changed = true; m_changed;) {
            m_changed = false;
            for (std::uint32_t block = 0; block < m_graph.blocks.size(); ++block)
                visit(block);
        }
        return std::move(m_result);
    }

  private:
    void makeDivergent(std::int32_t reg) {
        const auto index = static_cast<std::size_t>(reg);
        if (!m_result.uniformRegister[index])
            return;
        m_result.uniformRegister[index] = false;
        m_changed = true;
    }

    bool isUniform(std::int32_t reg) const {
        return m_result.uniformRegister[static_cast<std::size_t>(reg)];
    }

    bool isUniform(const Operand& operand) const {
        switch (operand.kind) {
        case Kind::reg:
            return isUniform(operand.reg);
        case Kind::special:
            return isUniformSpecial(operand.special);
        case Kind::address:
        case Kind::symbol:
            if (operand.reg >= 0)
                return isUniform(operand.reg);
            // Each lane has local memory of its own, and so may have its addresses.
            return operand.symbol < 0 || !operand.symbolIsLocal || spaceOf(operand) != Space::local;
        case Kind::vector:
        case Kind::tuple:
            return std::all_of(operand.elements.begin(), operand.elements.end(),
                               [this](const Operand& element) { return isUniform(element); });
        default:
            return true;
        }
    }

    Space spaceOf(const Operand& operand) const {
        return m_function.variables[static_cast<std::size_t>(operand.symbol)].space;
    }

    /// Every operand but the one that is written.
    bool inputsAreUniform(const Instruction& instruction) const {
        const std::size_t first = firstRole(instruction) == Role::written ? 1 : 0;
        return std::all_of(instruction.operands.begin() + static_cast<std::ptrdiff_t>(first),
                           instruction.operands.end(),
                           [this](const Operand& operand) { return isUniform(operand); });
    }

    /// ld.param of a kernel's parameters, ld.const and ld.global.nc, which nothing changes while
    /// the kernel runs.
    bool isUniformLoad(const Instruction& load) const {
        if (load.operands.size() < 2 || !inputsAreUniform(load))
            return false;
        if (load.modifiers.has("const") || load.modifiers.has("nc"))
            return true;
        const Operand& address = load.operands[1];
        const std::size_t parameters =
            m_function.prototype.returns.size() + m_function.prototype.parameters.size();
        return m_function.isKernel && address.kind == Kind::address && address.symbolIsLocal &&
               address.symbol >= 0 && static_cast<std::size_t>(address.symbol) < parameters;
    }

    bool resultIsUniform(const Instruction& instruction) const {
        if (instruction.op == Opcode::ld || instruction.op == Opcode::ldu)
            return isUniformLoad(instruction);
        // All lanes that vote or meet at the barrier together receive one answer.
        if (instruction.op == Opcode::vote)
            return instruction.modifiers.has("sync") && !instruction.operands.empty() &&
                   isUniform(instruction.operands.back());
        if ((instruction.op == Opcode::bar || instruction.op == Opcode::barrier) &&
            instruction.modifiers.has("red"))
            return true;
        return isPure(instruction.opcode) && inputsAreUniform(instruction);
    }

    void visit(std::uint32_t block) {
        for (std::uint32_t at = m_graph.blocks[block].first; at < m_graph.blocks[block].end; ++at) {
            const Instruction& instruction = m_function.code[at];
            m_reads.clear();
            m_writes.clear();
            registersOf(instruction, m_reads, m_writes);
            if (m_writes.empty())
                continue;
            const bool stays = (instruction.guard < 0 || isUniform(instruction.guard)) &&
                               resultIsUniform(instruction);
            if (!stays)
                std::for_each(m_writes.begin(), m_writes.end(),
                              [this](std::int32_t reg) { makeDivergent(reg); });
        }
        if (m_result.uniformBranch[block] && branchDiverges(block)) {
            m_result.uniformBranch[block] = false;
            m_changed = true;
            spread(block);
        }
    }

    bool branchDiverges(std::uint32_t block) const {
        const BasicBlock& basicBlock = m_graph.blocks[block];
        const Instruction& last = m_function.code[basicBlock.end - 1];
        if (basicBlock.successors.size() + (basicBlock.mayLeave ? 1 : 0) < 2)
            return false;
        const bool guardDiverges = last.guard >= 0 && !isUniform(last.guard);
        return guardDiverges || (last.op == Opcode::brx &&
                                 (last.operands.empty() || !isUniform(last.operands.front())));
    }

    /// Lanes part at the end of `block`. What one side writes and is still read where the sides
    /// meet differs between lanes from there on.
    void spread(std::uint32_t block) {
        const std::int32_t end = m_postDominators[block];
        std::vector<std::uint32_t> region;
        for (const std::uint32_t successor : m_graph.blocks[block].successors)
            walk(successor, end, region);
        std::vector<std::int32_t> writes;
        for (const std::uint32_t inside : region) {
            m_result.divergentBlock[inside] = true;
            addWrites(inside, writes);
        }
        for (const std::int32_t reg : writes)
            m_written[static_cast<std::size_t>(reg)] = true;
        for (const std::uint32_t inside : region) {
            if (m_sides[inside] > 1)
                join(inside);
            m_sides[inside] = 0;
        }
        if (end != kFunctionEnd)
            join(static_cast<std::uint32_t>(end));
        for (const std::int32_t reg : writes)
            m_written[static_cast<std::size_t>(reg)] = false;
    }

    /// Counts this side in all blocks from `from` on before `end`.
    void walk(std::uint32_t from, std::int32_t end, std::vector<std::uint32_t>& region) {
        ++m_walk;
        std::vector<std::uint32_t> work{from};
        while (!work.empty()) {
            const std::uint32_t block = work.back();
            work.pop_back();
            if (m_seenIn[block] == m_walk || static_cast<std::int32_t>(block) == end)
                continue;
            m_seenIn[block] = m_walk;
            if (m_sides[block]++ == 0)
                region.push_back(block);
            for (const std::uint32_t successor : m_graph.blocks[block].successors)
                work.push_back(successor);
        }
    }

    void addWrites(std::uint32_t block, std::vector<std::int32_t>& writes) {
        for (std::uint32_t at = m_graph.blocks[block].first; at < m_graph.blocks[block].end; ++at) {
            m_reads.clear();
            registersOf(m_function.code[at], m_reads, writes);
        }
    }

    void join(std::uint32_t block) {
        for (const std::int32_t reg : m_liveness.liveIn[block]) {
            if (m_written[static_cast<std::size_t>(reg)])
                makeDivergent(reg);
        }
    }

    const Function& m_function;
    const ControlFlowGraph& m_graph;
    const std::vector<std::int32_t>& m_postDominators;
    const Liveness& m_liveness;
    Uniformity m_result;
    bool m_changed = false;
    std::vector<std::int32_t> m_reads, m_writes; ///< of the instruction that is looked at
    std::vector<std::uint32_t> m_sides;          ///< by block: sides of a branch that reach it
    std::vector<std::uint32_t> m_seenIn;         ///< by block: the last walk that came by
    std::uint32_t m_walk = 0;
    std::vector<bool> m_written; ///< by register: in the region of a branch
};

} // namespace

Uniformity computeUniformity(const Function& function, const ControlFlowGraph& graph,
                             const std::vector<std::int32_t>& postDominators,
                             const Liveness& liveness) {
    return UniformitySolver(function, graph, postDominators, liveness).solve();
}

} // namespace warpbench::simgpu::ptx
