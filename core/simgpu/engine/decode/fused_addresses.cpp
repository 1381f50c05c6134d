// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/decode/fused_addresses.h"

#include "core/simgpu/engine/decode/register_writes.h"
#include "core/simgpu/ptx/roles.h"

#include <algorithm>

namespace warpbench::simgpu::engine {

namespace {

using ptx::Instruction;
using ptx::Operand;

constexpr std::uint32_t kNowhere = ~0u;
constexpr std::uint64_t kLargestElement = 16; ///< bytes: a vector of four words

bool isRegister(const Operand& operand) {
    return operand.kind == Operand::Kind::reg && operand.reg >= 0 && operand.predicateOut < 0 &&
           !operand.negated;
}

/// The address operand of a load or store in global or shared memory; null for other
/// instructions.
const Operand* addressOf(const Instruction& i) {
    const bool store = i.op == ptx::Opcode::st;
    if ((!store && i.op != ptx::Opcode::ld) || i.operands.size() != 2 ||
        !(i.modifiers.has("global") || i.modifiers.has("shared")))
        return nullptr;
    const Operand& operand = i.operands.at(store ? 0 : 1);
    const bool plain = operand.kind == Operand::Kind::address || operand.kind == Operand::Kind::reg;
    return plain && operand.reg >= 0 && operand.symbol < 0 ? &operand : nullptr;
}

/// Bytes that a lane loads or stores.
std::uint64_t bytesOf(const Instruction& i) {
    const Operand& data = i.operands.at(i.op == ptx::Opcode::st ? 1 : 0);
    const std::size_t count = data.kind == Operand::Kind::vector ? data.elements.size() : 1;
    return count * static_cast<std::uint64_t>(ptx::sizeOf(ptx::typeNamed(i.modifiers.back())));
}

class Fuser {
  public:
    Fuser(const ptx::Function& function, const ptx::ControlFlowGraph& graph,
          const std::vector<bool>& uniform)
        : m_function(function)
        , m_graph(graph)
        , m_uniform(uniform)
        , m_reads(function.registers.size())
        , m_writes(function.registers.size())
        , m_definition(function.registers.size(), kNowhere)
        , m_allWrites(function) {}

    AddressFusion run() {
        m_result.address.resize(m_function.code.size());
        m_result.elided.resize(m_function.code.size());
        m_result.rowless.resize(m_function.registers.size());
        count();
        for (std::uint32_t i = 0; i < m_function.code.size(); ++i)
            m_result.address[i] = match(i);
        keepWhatOthersNeed();
        for (std::size_t i = 0; i < m_function.code.size(); ++i) {
            if (m_result.elided[i])
                m_result.rowless[reg(m_function.code[i].operands.at(0))] = true;
        }
        return std::move(m_result);
    }

  private:
    static std::size_t reg(const Operand& operand) { return static_cast<std::size_t>(operand.reg); }

    void count() {
        std::vector<std::int32_t> reads, writes;
        for (std::uint32_t i = 0; i < m_function.code.size(); ++i) {
            reads.clear();
            writes.clear();
            ptx::registersOf(m_function.code[i], reads, writes);
            for (const std::int32_t r : reads)
                ++m_reads[static_cast<std::size_t>(r)];
            for (const std::int32_t r : writes) {
                ++m_writes[static_cast<std::size_t>(r)];
                m_definition[static_cast<std::size_t>(r)] = i;
            }
        }
    }

    /// The only instruction that writes the register, if it is in the block before `before` and is
    /// not guarded.
    const Instruction* definition(std::int32_t r, std::uint32_t before) const {
        const auto index = static_cast<std::size_t>(r);
        const std::uint32_t at = m_definition[index];
        if (m_writes[index] != 1 || at >= before ||
            m_graph.blockOf[at] != m_graph.blockOf[before] || m_function.code[at].guard >= 0)
            return nullptr;
        return &m_function.code[at];
    }

    IndexedAddress match(std::uint32_t at) const {
        const Instruction& access = m_function.code[at];
        const Operand* address = addressOf(access);
        if (!address)
            return {};
        const Instruction* sum = definition(address->reg, at);
        if (!sum || sum->op != ptx::Opcode::add || sum->operands.size() != 3 ||
            !(sum->modifiers.has("s64") || sum->modifiers.has("u64")) ||
            !isRegister(sum->operands.at(1)) || !isRegister(sum->operands.at(2)))
            return {};
        const bool baseIsFirst = m_uniform[reg(sum->operands.at(1))];
        const Operand& base = sum->operands.at(baseIsFirst ? 1 : 2);
        const Operand& scaled = sum->operands.at(baseIsFirst ? 2 : 1);
        if (!m_uniform[reg(base)] || m_uniform[reg(scaled)])
            return {};
        const Instruction* product =
            definition(scaled.reg, static_cast<std::uint32_t>(sum - m_function.code.data()));
        if (!product || product->op != ptx::Opcode::mul || !product->modifiers.has("wide") ||
            !(product->modifiers.has("s32") || product->modifiers.has("u32")) ||
            product->operands.size() != 3 || !isRegister(product->operands.at(1)) ||
            product->operands.at(2).kind != Operand::Kind::immediate ||
            product->operands.at(2).bits != bytesOf(access) || bytesOf(access) > kLargestElement)
            return {};
        const auto from = static_cast<std::uint32_t>(product - m_function.code.data());
        if (m_allWrites.areBetween(product->operands.at(1).reg, from, at))
            return {};
        return {base.reg, product->operands.at(1).reg, product->modifiers.has("s32")};
    }

    /// A sum is elided if only such accesses use it, a product if only elided sums do. Values that
    /// are still needed are kept, together with their operands.
    void keepWhatOthersNeed() {
        std::vector<std::uint32_t> fused(m_function.registers.size());
        for (std::size_t i = 0; i < m_function.code.size(); ++i) {
            if (m_result.address[i].base >= 0)
                ++fused[reg(*addressOf(m_function.code[i]))];
        }
        for (std::size_t i = 0; i < m_function.code.size(); ++i) {
            if (m_result.address[i].base < 0)
                continue;
            const std::size_t sum = reg(*addressOf(m_function.code[i]));
            if (fused[sum] == m_reads[sum])
                m_result.elided[m_definition[sum]] = true;
            else
                m_result.address[i] = {};
        }
        std::vector<std::uint32_t> usedBySums(m_function.registers.size());
        const auto productOf = [&](const Instruction& sum) {
            return reg(sum.operands[m_uniform[reg(sum.operands.at(1))] ? 2 : 1]);
        };
        for (std::size_t i = 0; i < m_function.code.size(); ++i) {
            if (m_result.elided[i])
                ++usedBySums[productOf(m_function.code[i])];
        }
        for (std::size_t r = 0; r < usedBySums.size(); ++r) {
            if (usedBySums[r] && usedBySums[r] == m_reads[r])
                m_result.elided[m_definition[r]] = true;
        }
    }

    const ptx::Function& m_function;
    const ptx::ControlFlowGraph& m_graph;
    const std::vector<bool>& m_uniform;
    std::vector<std::uint32_t> m_reads, m_writes; ///< by register: how often
    std::vector<std::uint32_t> m_definition;      ///< by register: the last write in the code
    const RegisterWrites m_allWrites;
    AddressFusion m_result;
};

} // namespace

AddressFusion fuseAddresses(const ptx::Function& function, const ptx::ControlFlowGraph& graph,
                            const std::vector<bool>& uniform) {
    return Fuser(function, graph, uniform).run();
}

} // namespace warpbench::simgpu::engine
