// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/passes/liveness.h"

#include "core/simgpu/ptx/roles.h"

#include <algorithm>
#include <cstdint>
#include <new>

namespace warpbench::simgpu::ptx {

namespace {

/// 32-bit registers that a value takes.
std::uint32_t weightOf(Type type) {
    return type == Type::pred ? 0 : static_cast<std::uint32_t>(std::max(1, sizeOf(type) / 4));
}

using Words = std::vector<std::uint64_t>;

/// Only registers that some block reads before writing can be live across blocks: only these get a
/// bit, so that huge functions with few blocks stay cheap.
class LivenessSolver {
  public:
    LivenessSolver(const Function& function, const ControlFlowGraph& graph)
        : m_function(function)
        , m_graph(graph) {}

    Liveness solve() {
        findUsesAndDefinitions();
        iterate();
        Liveness liveness;
        for (std::size_t block = 0; block < m_graph.blocks.size(); ++block) {
            liveness.liveIn.push_back(registersIn(m_in[block]));
            liveness.liveOut.push_back(registersIn(m_out[block]));
        }
        measurePressure(liveness);
        return liveness;
    }

  private:
    struct Effects {
        std::vector<std::int32_t> reads, writes;
        void of(const Instruction& instruction) {
            reads.clear();
            writes.clear();
            registersOf(instruction, reads, writes);
        }
    };

    /// Per block: registers read before any write (uses) and surely written (definitions).
    void findUsesAndDefinitions() {
        const std::size_t registers = m_function.registers.size();
        std::vector<std::uint32_t> writtenIn(registers, kNever);
        std::vector<std::uint32_t> usedIn(registers, kNever);
        std::vector<std::vector<std::int32_t>> uses(m_graph.blocks.size());
        std::vector<std::vector<std::int32_t>> definitions(m_graph.blocks.size());
        Effects effects;
        for (std::uint32_t block = 0; block < m_graph.blocks.size(); ++block) {
            for (std::uint32_t at = m_graph.blocks[block].first; at < m_graph.blocks[block].end;
                 ++at) {
                effects.of(m_function.code[at]);
                for (const std::int32_t reg : effects.reads) {
                    if (mark(usedIn, reg, block, writtenIn))
                        uses[block].push_back(reg);
                }
                if (m_function.code[at].guard >= 0)
                    continue;
                for (const std::int32_t reg : effects.writes) {
                    if (mark(writtenIn, reg, block, writtenIn))
                        definitions[block].push_back(reg);
                }
            }
        }
        numberRegisters(uses);
        m_uses = bitsOf(uses);
        m_definitions = bitsOf(definitions);
    }

    /// Records `block` for `reg`; false if it is already recorded or the block has written it.
    static bool mark(std::vector<std::uint32_t>& noted, std::int32_t reg, std::uint32_t block,
                     const std::vector<std::uint32_t>& writtenIn) {
        const auto index = static_cast<std::size_t>(reg);
        if (writtenIn[index] == block || noted[index] == block)
            return false;
        noted[index] = block;
        return true;
    }

    void numberRegisters(const std::vector<std::vector<std::int32_t>>& uses) {
        m_bitOf.assign(m_function.registers.size(), -1);
        for (const auto& list : uses) {
            for (const std::int32_t reg : list)
                m_bitOf[static_cast<std::size_t>(reg)] = 0;
        }
        for (std::size_t reg = 0; reg < m_bitOf.size(); ++reg) {
            if (m_bitOf[reg] < 0)
                continue;
            m_bitOf[reg] = static_cast<std::int32_t>(m_registerOf.size());
            m_registerOf.push_back(static_cast<std::int32_t>(reg));
        }
        m_words = (m_registerOf.size() + 63) / 64;
        // Four sets for each block: no compiler makes a function that needs so much.
        constexpr std::uint64_t kMostBytes = std::uint64_t{2} << 30;
        if (m_graph.blocks.size() * m_words * sizeof(std::uint64_t) * 4 > kMostBytes)
            throw std::bad_alloc();
    }

    std::vector<Words> bitsOf(const std::vector<std::vector<std::int32_t>>& lists) const {
        std::vector<Words> bits(lists.size(), Words(m_words, 0));
        for (std::size_t block = 0; block < lists.size(); ++block) {
            for (const std::int32_t reg : lists[block]) {
                const std::int32_t bit = m_bitOf[static_cast<std::size_t>(reg)];
                if (bit >= 0)
                    bits[block][static_cast<std::size_t>(bit) / 64] |= std::uint64_t{1}
                                                                       << (bit % 64);
            }
        }
        return bits;
    }

    void iterate() {
        m_in = m_uses;
        m_out.assign(m_graph.blocks.size(), Words(m_words, 0));
        std::vector<std::uint32_t> work;
        std::vector<bool> waits(m_graph.blocks.size(), true);
        for (std::uint32_t block = 0; block < m_graph.blocks.size(); ++block)
            work.push_back(block);
        while (!work.empty()) {
            const std::uint32_t block = work.back();
            work.pop_back();
            waits[block] = false;
            if (!update(block))
                continue;
            for (const std::uint32_t predecessor : m_graph.blocks[block].predecessors) {
                if (!waits[predecessor]) {
                    waits[predecessor] = true;
                    work.push_back(predecessor);
                }
            }
        }
    }

    /// False if the block's live-in set does not change.
    bool update(std::uint32_t block) {
        bool changed = false;
        for (std::size_t word = 0; word < m_words; ++word) {
            std::uint64_t out = 0;
            for (const std::uint32_t successor : m_graph.blocks[block].successors)
                out |= m_in[successor][word];
            m_out[block][word] = out;
            const std::uint64_t in = m_uses[block][word] | (out & ~m_definitions[block][word]);
            changed = changed || in != m_in[block][word];
            m_in[block][word] = in;
        }
        return changed;
    }

    std::vector<std::int32_t> registersIn(const Words& bits) const {
        std::vector<std::int32_t> registers;
        for (std::size_t bit = 0; bit < m_registerOf.size(); ++bit) {
            if (bits[bit / 64] >> (bit % 64) & 1)
                registers.push_back(m_registerOf[bit]);
        }
        return registers;
    }

    /// The live registers while walking code backwards.
    struct Pressure {
        std::vector<bool> live;
        std::uint32_t registers = 0;

        void set(const Function& function, std::int32_t reg, bool isLive) {
            const auto index = static_cast<std::size_t>(reg);
            if (live[index] == isLive)
                return;
            live[index] = isLive;
            const std::uint32_t sign = isLive ? 1u : ~0u;
            registers += sign * weightOf(function.registers[index].type);
        }
    };

    void measurePressure(Liveness& liveness) const {
        Pressure pressure{std::vector<bool>(m_function.registers.size(), false)};
        const auto note = [&] {
            liveness.maxLive32 = std::max(liveness.maxLive32, pressure.registers);
        };
        Effects effects;
        for (std::size_t block = 0; block < m_graph.blocks.size(); ++block) {
            for (const std::int32_t reg : liveness.liveOut[block])
                pressure.set(m_function, reg, true);
            note();
            for (std::uint32_t at = m_graph.blocks[block].end;
                 at-- > m_graph.blocks[block].first;) {
                const Instruction& instruction = m_function.code[at];
                effects.of(instruction);
                // Even a dead result needs a place; under a guard the old value lives on.
                std::erase_if(effects.writes, [&](std::int32_t reg) {
                    const bool stays =
                        instruction.guard >= 0 && pressure.live[static_cast<std::size_t>(reg)];
                    pressure.set(m_function, reg, true);
                    return stays;
                });
                note();
                for (const std::int32_t reg : effects.writes)
                    pressure.set(m_function, reg, false);
                for (const std::int32_t reg : effects.reads)
                    pressure.set(m_function, reg, true);
                note();
            }
            for (const std::int32_t reg : liveness.liveIn[block])
                pressure.set(m_function, reg, false);
        }
    }

    static constexpr std::uint32_t kNever = UINT32_MAX;
    const Function& m_function;
    const ControlFlowGraph& m_graph;
    std::vector<std::int32_t> m_bitOf;      ///< by register; -1: never live across blocks
    std::vector<std::int32_t> m_registerOf; ///< by bit
    std::size_t m_words = 0;
    std::vector<Words> m_uses, m_definitions, m_in, m_out; ///< by block
};

} // namespace

Liveness computeLiveness(const Function& function, const ControlFlowGraph& graph) {
    return LivenessSolver(function, graph).solve();
}

} // namespace warpbench::simgpu::ptx
