// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/decode/copies.h"

#include "core/simgpu/ptx/roles.h"

#include <algorithm>
#include <optional>

namespace warpbench::simgpu::engine {

namespace {

using ptx::Instruction;
using ptx::Operand;

/// The destination of a store's value, from certainly part of a copy to certainly not.
enum class Goes { intoOwnMemory, generically, elsewhere };

class CopyFinder {
  public:
    explicit CopyFinder(const ptx::Function& function)
        : m_function(function)
        , m_reads(function.registers.size())
        , m_writes(function.registers.size())
        , m_fixed(function.registers.size())
        , m_stored(function.registers.size()) {}

    std::vector<bool> run() {
        std::vector<std::int32_t> reads, writes;
        for (const Instruction& i : m_function.code) {
            reads.clear();
            writes.clear();
            ptx::registersOf(i, reads, writes);
            for (const std::int32_t reg : reads)
                ++m_reads[static_cast<std::size_t>(reg)];
            for (const std::int32_t reg : writes)
                ++m_writes[static_cast<std::size_t>(reg)];
            countStored(i);
        }
        std::vector<bool> copies;
        for (const Instruction& i : m_function.code) {
            noteFixed(i);
            copies.push_back(isCopy(i));
        }
        return copies;
    }

  private:
    struct Stored {
        std::uint32_t byKind[3] = {}; ///< by Goes: how many stores store the register
    };

    template <typename Visit>
    static void eachRegister(const Operand& data, Visit&& visit) {
        if (data.kind == Operand::Kind::reg && data.reg >= 0)
            visit(static_cast<std::size_t>(data.reg));
        for (const Operand& element : data.elements) {
            if (element.kind == Operand::Kind::reg && element.reg >= 0)
                visit(static_cast<std::size_t>(element.reg));
        }
    }

    /// A parameter that is an array of bytes is a struct's.
    bool isStruct(const Operand& parameter) const {
        if (parameter.symbol < 0 || !parameter.symbolIsLocal)
            return false;
        const auto& variable = m_function.variables[static_cast<std::size_t>(parameter.symbol)];
        return variable.size > static_cast<std::uint64_t>(ptx::sizeOf(variable.type));
    }

    /// Empty for a scalar parameter or result: a value, not a place in memory.
    std::optional<Goes> destinationOf(const Instruction& store) const {
        if (store.modifiers.has("local"))
            return Goes::intoOwnMemory;
        if (store.modifiers.has("param"))
            return isStruct(store.operands.at(0)) ? std::optional(Goes::intoOwnMemory)
                                                  : std::nullopt;
        const bool named = store.modifiers.has("global") || store.modifiers.has("shared") ||
                           store.modifiers.has("shared::cta") ||
                           store.modifiers.has("shared::cluster");
        return named ? Goes::elsewhere : Goes::generically;
    }

    void countStored(const Instruction& i) {
        if (i.op != ptx::Opcode::st || i.operands.size() != 2)
            return;
        if (const auto goes = destinationOf(i))
            eachRegister(i.operands.at(1), [&](std::size_t reg) {
                ++m_stored[reg].byKind[static_cast<std::size_t>(*goes)];
            });
    }

    bool isFixed(const Operand& operand) const {
        return operand.kind == Operand::Kind::immediate || operand.kind == Operand::Kind::symbol ||
               (operand.reg >= 0 && operand.indexScale == 0 &&
                m_fixed[static_cast<std::size_t>(operand.reg)]) ||
               (operand.kind == Operand::Kind::address && operand.reg < 0);
    }

    /// An address that is always the same: a variable plus a constant.
    void noteFixed(const Instruction& i) {
        if (i.operands.empty() || i.operands.at(0).kind != Operand::Kind::reg || i.guard >= 0 ||
            (i.op != ptx::Opcode::mov && i.op != ptx::Opcode::add && i.op != ptx::Opcode::cvta))
            return;
        const auto reg = static_cast<std::size_t>(i.operands.at(0).reg);
        m_fixed[reg] =
            m_writes[reg] == 1 && std::all_of(i.operands.begin() + 1, i.operands.end(),
                                              [&](const Operand& o) { return isFixed(o); });
    }

    bool isCopy(const Instruction& i) const {
        if (i.op != ptx::Opcode::ld || i.operands.size() != 2 || i.modifiers.empty())
            return false;
        const bool generic = !i.modifiers.has("local");
        const bool anywhere =
            isFixed(i.operands.at(1)) || (i.operands.at(0).elements.empty() &&
                                          ptx::sizeOf(ptx::typeNamed(i.modifiers.back())) == 1);
        bool copied = true;
        eachRegister(i.operands.at(0), [&](std::size_t reg) {
            const auto& [own, generically, elsewhere] = m_stored[reg].byKind;
            copied &= m_reads[reg] ==
                      own + (generic || anywhere ? generically : 0) + (anywhere ? elsewhere : 0);
        });
        return copied;
    }

    const ptx::Function& m_function;
    std::vector<std::uint32_t> m_reads, m_writes; ///< by register: how often
    std::vector<bool> m_fixed;                    ///< by register
    std::vector<Stored> m_stored;                 ///< by register
};

} // namespace

std::vector<bool> findCopies(const ptx::Function& function) {
    return CopyFinder(function).run();
}

} // namespace warpbench::simgpu::engine
