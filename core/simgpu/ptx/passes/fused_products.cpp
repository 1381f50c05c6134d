// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/passes/fused_products.h"

#include "core/simgpu/ptx/passes/cfg.h"
#include "core/simgpu/ptx/passes/dominators.h"
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
    return i.op == Opcode::neg && !i.modifiers.back().starts_with('s') && i.guard < 0 &&
           i.operands.size() == 2 && i.operands[0].kind == Operand::Kind::reg &&
           i.operands[1].kind == Operand::Kind::reg;
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
        , m_writers(function.registers.size())
        , m_values(function.code.size())
        , m_products(function.code.size()) {
        std::vector<std::int32_t> reads, writes;
        const auto forEach = [&](auto&& action) {
            for (std::uint32_t n = 0; n < function.code.size(); ++n) {
                reads.clear();
                writes.clear();
                registersOf(function.code[n], reads, writes);
                action(n);
            }
        };
        forEach([&](std::uint32_t n) {
            for (const std::int32_t reg : writes)
                m_writers[static_cast<std::size_t>(reg)].push_back(n);
        });
        for (std::uint32_t n = 0; n < function.code.size(); ++n)
            m_values[n] = valueOf(n);
        forEach([&](std::uint32_t n) {
            for (const std::int32_t reg : reads)
                noteReader(n, onlyWriter(reg));
        });
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
            if (m_products[n].taken > 0 && m_products[n].taken == m_products[n].readers)
                m_function.code[n].isFused = true;
        }
    }

  private:
    /// What an instruction or an operand is: a product, directly or negated.
    struct Value {
        std::uint32_t product = kNone;
        bool negated = false;
    };
    struct Product {
        std::uint32_t readers = 0; ///< sums, with those that have taken it in
        std::uint32_t taken = 0;   ///< by how many sums
        bool isKept = false;       ///< something else reads it, or a sum that cannot take it in
        std::optional<bool> travels;
    };

    Instruction& at(std::uint32_t n) { return m_function.code[n]; }
    const std::vector<std::uint32_t>& writers(std::int32_t reg) const {
        return m_writers[static_cast<std::size_t>(reg)];
    }
    std::uint32_t onlyWriter(std::int32_t reg) const {
        return writers(reg).size() == 1 ? writers(reg)[0] : kNone;
    }
    std::uint32_t onlyWriter(const Operand& operand) const {
        return operand.kind == Operand::Kind::reg && !operand.negated && operand.reg >= 0
                   ? onlyWriter(operand.reg)
                   : kNone;
    }

    /// Once those of all earlier instructions are known. A negation before its operand is not the
    /// product, as the operand comes from an earlier iteration.
    Value valueOf(std::uint32_t n) {
        const Instruction& i = at(n);
        if (onlyWriter(i.operands.empty() ? Operand{} : i.operands[0]) != n)
            return {};
        if (isProduct(i))
            return {n, false};
        const std::uint32_t from = isNegation(i) ? onlyWriter(i.operands[1]) : kNone;
        return from < n ? Value{m_values[from].product, !m_values[from].negated} : Value{};
    }
    Value valueOf(const Operand& operand) const {
        const std::uint32_t writer = onlyWriter(operand);
        return writer == kNone ? Value{} : m_values[writer];
    }

    /// \param from  what alone writes the register that the instruction reads; kNone: several do
    void noteReader(std::uint32_t reader, std::uint32_t from) {
        if (from == kNone || m_values[from].product == kNone)
            return;
        const std::uint32_t product = m_values[from].product;
        const Instruction& i = at(reader);
        const bool reached = reader >= from && reaches(product, reader);
        if (reached && isSum(i) && sameArithmetic(i, at(product)) && i.operands[1] != i.operands[2])
            ++m_products[product].readers;
        else if (!reached || !isNegation(i) || m_values[reader].product != product)
            m_products[product].isKept = true;
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
    /// Whether ptxas takes a product in anywhere behind it: one with a constant factor, as nothing
    /// has to be kept for it.
    bool travels(std::uint32_t product) {
        const auto& factors = at(product).operands;
        const auto isFixed = [&](const Operand& factor) {
            return factor.kind != Operand::Kind::reg || writers(factor.reg).size() <= 1;
        };
        return (isConstant(factors[1]) || isConstant(factors[2])) && isFixed(factors[1]) &&
               isFixed(factors[2]);
    }
    /// Whether ptxas takes a product in at another place.
    bool reaches(std::uint32_t product, std::uint32_t reader) {
        if (m_pieces[product] == m_pieces[reader])
            return true;
        std::optional<bool>& known = m_products[product].travels;
        if (!known)
            known = travels(product);
        if (!*known)
            return false;
        if (!m_dominators)
            m_dominators.emplace(m_graph);
        return m_dominators->isAlwaysBefore(m_graph.blockOf[product], m_graph.blockOf[reader]);
    }

    /// Whether the factors of a product have the same values at a later place.
    bool keepsFactors(std::uint32_t product, std::uint32_t sum) {
        return std::ranges::all_of(at(product).operands, [&](const Operand& operand) {
            if (operand.kind != Operand::Kind::reg)
                return true;
            const auto& all = writers(operand.reg);
            const auto next = std::ranges::upper_bound(all, product);
            return next == all.end() || *next >= sum;
        });
    }

    /// \param most  how many sums may read a product that is taken in
    void fuse(std::uint32_t sum, std::uint32_t most) {
        if (!isSum(at(sum)))
            return;
        const std::array<Value, 2> terms{valueOf(at(sum).operands[1]),
                                         valueOf(at(sum).operands[2])};
        const auto readers = [&](const Value& term) { return m_products[term.product].readers; };
        const auto fits = [&](const Value& term) {
            return term.product != kNone && !m_products[term.product].isKept &&
                   readers(term) <= most && keepsFactors(term.product, sum);
        };
        const bool first = fits(terms[0]), second = fits(terms[1]);
        if (!first && !second)
            return;
        const std::size_t which =
            first && (!second || readers(terms[0]) <= readers(terms[1])) ? 0 : 1;
        become(sum, terms[which], which);
        if (const std::uint32_t other = terms[1 - which].product; other != kNone)
            m_products[other].isKept = true;
    }

    void become(std::uint32_t sum, const Value& term, std::size_t which) {
        Instruction& i = at(sum);
        const bool minus = i.op == Opcode::sub;
        Operand added = i.operands[2 - which];
        Operand factor = at(term.product).operands[1];
        const Operand other = at(term.product).operands[2];
        factor.negated = term.negated != (minus && which == 1);
        added.negated = minus && which == 0;
        i.operands = {i.operands[0], factor, other, added};
        i.setOpcode(Opcode::fma);
        ++m_products[term.product].taken;
    }

    Function& m_function;
    const ControlFlowGraph m_graph;
    const std::vector<std::uint32_t> m_pieces;
    std::optional<Dominators> m_dominators;            ///< made when first needed
    std::vector<std::vector<std::uint32_t>> m_writers; ///< by register, in the code's order
    std::vector<Value> m_values;                       ///< by instruction
    std::vector<Product> m_products;                   ///< by instruction
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
