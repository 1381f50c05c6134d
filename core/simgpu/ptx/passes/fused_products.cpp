// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/passes/fused_products.h"

#include "core/simgpu/ptx/passes/cfg.h"
#include "core/simgpu/ptx/roles.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpbench::simgpu::ptx {

namespace {

constexpr std::uint32_t kNone = ~0u;

/// Rounds to nearest because it names no rounding, and may be fused for that reason.
bool isFusible(const Instruction& i) {
    constexpr std::array<std::string_view, 8> kAllowed{"ftz", "sat",   "f32",  "f64",
                                                       "f16", "f16x2", "bf16", "bf16x2"};
    return i.operands.size() == 3 && i.operands[0].kind == Operand::Kind::reg &&
           std::ranges::all_of(i.modifiers, [&](std::string_view name) {
               return std::ranges::find(kAllowed, name) != kAllowed.end();
           });
}
bool isProduct(const Instruction& i) {
    return i.op == Opcode::mul && i.guard < 0 && isFusible(i) && !i.modifiers.has("sat");
}
bool isSum(const Instruction& i) {
    return (i.op == Opcode::add || i.op == Opcode::sub) && isFusible(i);
}
bool isNegation(const Instruction& i) {
    return i.op == Opcode::neg && i.guard < 0 && i.operands.size() == 2 &&
           i.operands[0].kind == Operand::Kind::reg && i.operands[1].kind == Operand::Kind::reg;
}
bool sameArithmetic(const Instruction& one, const Instruction& other) {
    return one.modifiers.back() == other.modifiers.back() &&
           one.modifiers.has("ftz") == other.modifiers.has("ftz");
}

/// Whether ptxas has more than one basic block for the instruction: code for rare operands, or a
/// branch around what a guard must keep from happening.
bool splitsBlock(const Instruction& i) {
    if (i.op == Opcode::membar || i.op == Opcode::fence || i.op == Opcode::call)
        return true;
    if (i.guard >= 0) {
        const OpcodeKind kind = traitsOf(i.op).kind;
        return kind == OpcodeKind::memory || kind == OpcodeKind::atomic ||
               kind == OpcodeKind::barrier || has(i.op, kLeaves);
    }
    if (i.op == Opcode::div || i.op == Opcode::rem) {
        if (i.modifiers.has("u64") || i.modifiers.has("s64"))
            return true;
    }
    return (i.op == Opcode::div || i.op == Opcode::rcp || i.op == Opcode::sqrt) &&
           i.modifiers.has("rn");
}

/// The straight pieces of a function's code, by instruction.
std::vector<std::uint32_t> findPieces(const ControlFlowGraph& graph, const Function& function) {
    std::vector<std::uint32_t> pieces(function.code.size());
    std::uint32_t count = 0;
    for (const BasicBlock& block : graph.blocks) {
        std::uint32_t piece = count++;
        if (block.predecessors.size() == 1) {
            const BasicBlock& before = graph.blocks[block.predecessors[0]];
            if (before.successors.size() == 1 && !before.mayLeave && before.end <= block.first)
                piece = pieces[before.end - 1]; // a label that only one place leads to
        }
        for (std::uint32_t n = block.first; n < block.end; ++n) {
            pieces[n] = piece;
            if (splitsBlock(function.code[n]))
                piece = count++;
        }
    }
    return pieces;
}

class ProductFuser {
  public:
    ProductFuser(const Module& module, Function& function)
        : m_function(function)
        , m_graph(buildControlFlow(module, function))
        , m_pieces(findPieces(m_graph, function))
        , m_readers(function.registers.size())
        , m_writers(function.registers.size())
        , m_taken(function.code.size()) {
        std::vector<std::int32_t> reads, writes;
        for (std::uint32_t n = 0; n < function.code.size(); ++n) {
            reads.clear();
            writes.clear();
            registersOf(function.code[n], reads, writes);
            for (const std::int32_t reg : reads)
                m_readers[static_cast<std::size_t>(reg)].push_back(n);
            for (const std::int32_t reg : writes)
                m_writers[static_cast<std::size_t>(reg)].push_back(n);
        }
    }

    void run() {
        std::vector<std::uint32_t> sums;
        for (std::uint32_t n = 0; n < m_function.code.size(); ++n) {
            if (isSum(m_function.code[n]))
                sums.push_back(n);
        }
        for (const std::uint32_t sum : sums)
            fuse(sum, 1);
        for (const std::uint32_t sum : sums)
            fuse(sum, kNone);
        for (std::uint32_t n = 0; n < m_function.code.size(); ++n) {
            if (m_taken[n] > 0 && readersOf(n) == 0)
                m_function.code[n].isFused = true;
        }
    }

  private:
    /// The product that an operand of a sum is.
    struct Term {
        std::uint32_t product = kNone;
        bool negated = false;
        std::uint32_t readers = 0; ///< with those that have taken it in
    };

    Instruction& at(std::uint32_t n) { return m_function.code[n]; }
    std::uint32_t onlyWriter(const Operand& operand) const {
        if (operand.kind != Operand::Kind::reg || operand.negated || operand.reg < 0)
            return kNone;
        const auto& writers = m_writers[static_cast<std::size_t>(operand.reg)];
        return writers.size() == 1 ? writers[0] : kNone;
    }
    std::vector<std::uint32_t>& readers(std::uint32_t writer) {
        return m_readers[static_cast<std::size_t>(at(writer).operands[0].reg)];
    }

    /// A number in the code, or one that is always at hand: a parameter or a constant variable.
    bool isConstant(const Operand& operand) {
        if (operand.kind == Operand::Kind::immediate)
            return true;
        const std::uint32_t writer = onlyWriter(operand);
        if (writer == kNone || at(writer).guard >= 0 || at(writer).operands.size() != 2)
            return false;
        const Instruction& i = at(writer);
        const Operand& from = i.operands[1];
        if (i.op == Opcode::mov)
            return from.kind == Operand::Kind::immediate;
        const bool always =
            i.modifiers.has("param") ? m_function.isKernel : i.modifiers.has("const");
        return i.op == Opcode::ld && always && from.reg < 0 && from.symbol >= 0;
    }
    /// Whether ptxas takes a product in at another place. A constant factor can do so anywhere, as
    /// nothing has to be kept for it.
    bool reaches(std::uint32_t product, std::uint32_t sum) {
        if (m_pieces[product] == m_pieces[sum])
            return true;
        const auto& factors = at(product).operands;
        const auto isFixed = [&](const Operand& factor) {
            return factor.kind != Operand::Kind::reg ||
                   m_writers[static_cast<std::size_t>(factor.reg)].size() <= 1;
        };
        return (isConstant(factors[1]) || isConstant(factors[2])) && isFixed(factors[1]) &&
               isFixed(factors[2]) &&
               isAlwaysBefore(m_graph.blockOf[product], m_graph.blockOf[sum]);
    }
    /// Whether every way to a block leads through another.
    bool isAlwaysBefore(std::uint32_t block, std::uint32_t later) const {
        if (block == later)
            return true;
        std::vector<bool> seen(m_graph.blocks.size());
        std::vector<std::uint32_t> ways{0};
        seen[0] = seen[block] = true;
        if (block == 0)
            return true;
        while (!ways.empty()) {
            const std::uint32_t next = ways.back();
            ways.pop_back();
            if (next == later)
                return false;
            for (const std::uint32_t successor : m_graph.blocks[next].successors) {
                if (!seen[successor]) {
                    seen[successor] = true;
                    ways.push_back(successor);
                }
            }
        }
        return true;
    }

    /// How many sums read a product's value, directly or negated; empty if anything else does, or a
    /// sum that cannot take the product in. \param value  writes it: the product, or a negation
    std::optional<std::uint32_t> sumsThatRead(std::uint32_t value, std::uint32_t product) {
        std::uint32_t count = 0;
        for (const std::uint32_t reader : readers(value)) {
            const Instruction& i = at(reader);
            if (reader < value || !reaches(product, reader))
                return {};
            if (isNegation(i) &&
                m_writers[static_cast<std::size_t>(i.operands[0].reg)].size() == 1) {
                const auto more = sumsThatRead(reader, product);
                if (!more)
                    return {};
                count += *more;
                continue;
            }
            if (!isSum(i) || !sameArithmetic(i, at(product)) || i.operands[1] == i.operands[2])
                return {};
            ++count;
        }
        return count;
    }
    std::uint32_t readersOf(std::uint32_t product) {
        std::uint32_t count = 0;
        for (const std::uint32_t reader : readers(product))
            count += isNegation(at(reader)) ? readersOf(reader) : 1;
        return count;
    }

    Term termOf(const Operand& operand) {
        Term term;
        std::uint32_t writer = onlyWriter(operand);
        while (writer != kNone && isNegation(at(writer))) {
            term.negated = !term.negated;
            writer = onlyWriter(at(writer).operands[1]);
        }
        if (writer == kNone || !isProduct(at(writer)))
            return term;
        if (const auto count = sumsThatRead(writer, writer)) {
            term.product = writer;
            term.readers = *count + m_taken[writer];
        }
        return term;
    }

    /// Whether the factors of a product have the same values at a later place.
    bool keepsFactors(std::uint32_t product, std::uint32_t sum) {
        return std::ranges::all_of(at(product).operands, [&](const Operand& operand) {
            return operand.kind != Operand::Kind::reg ||
                   std::ranges::none_of(
                       m_writers[static_cast<std::size_t>(operand.reg)],
                       [&](std::uint32_t writer) { return writer > product && writer < sum; });
        });
    }

    /// \param most  how many sums may read a product that is taken in
    void fuse(std::uint32_t sum, std::uint32_t most) {
        if (!isSum(at(sum)))
            return;
        std::array<Term, 2> terms{termOf(at(sum).operands[1]), termOf(at(sum).operands[2])};
        const auto fits = [&](const Term& term) {
            return term.product != kNone && term.readers <= most && keepsFactors(term.product, sum);
        };
        const bool first = fits(terms[0]), second = fits(terms[1]);
        if (!first && !second)
            return;
        const std::size_t which =
            first && (!second || terms[0].readers <= terms[1].readers) ? 0 : 1;
        become(sum, terms[which], which);
    }

    void become(std::uint32_t sum, const Term& term, std::size_t which) {
        Instruction& i = at(sum);
        const bool minus = i.op == Opcode::sub;
        const Operand taken = i.operands[1 + which];
        Operand added = i.operands[2 - which];
        Operand factor = at(term.product).operands[1];
        const Operand other = at(term.product).operands[2];
        factor.negated = term.negated != (minus && which == 1);
        added.negated = minus && which == 0;
        i.operands = {i.operands[0], factor, other, added};
        i.setOpcode(Opcode::fma);
        std::erase(m_readers[static_cast<std::size_t>(taken.reg)], sum);
        for (const Operand& read : {factor, other}) {
            if (read.kind == Operand::Kind::reg)
                m_readers[static_cast<std::size_t>(read.reg)].push_back(sum);
        }
        ++m_taken[term.product];
    }

    Function& m_function;
    const ControlFlowGraph m_graph;
    const std::vector<std::uint32_t> m_pieces;
    std::vector<std::vector<std::uint32_t>> m_readers, m_writers; ///< by register, instructions
    std::vector<std::uint32_t> m_taken;                           ///< by product: by how many sums
};

} // namespace

void fuseProducts(Module& module) {
    if (module.targetDebug)
        return;
    for (Function& function : module.functions) {
        if (std::ranges::any_of(function.code, isProduct) &&
            std::ranges::any_of(function.code, isSum))
            ProductFuser(module, function).run();
    }
}

} // namespace warpbench::simgpu::ptx
