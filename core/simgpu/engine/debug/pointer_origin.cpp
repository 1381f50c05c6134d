// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/debug/pointer_origin.h"

#include "core/simgpu/engine/debug/source_map.h"
#include "core/simgpu/engine/decode/register_writes.h"

#include <cstring>
#include <vector>

namespace warpbench::simgpu::engine {

namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;

/// Walks from an address to the values that it is made of. A factor, a shifted or a converted
/// number is not a pointer; each term of an addition may be one.
class OriginSearch {
  public:
    OriginSearch(const Launch& launch, const ptx::Function& function)
        : m_launch(launch)
        , m_function(function)
        , m_writes(function)
        , m_seen(function.registers.size()) {}

    std::optional<Allocation> from(const Operand& address) {
        addTerm(address);
        for (std::size_t next = 0; next < m_registers.size() && m_isKnown; ++next)
            for (const std::uint32_t instruction : m_writes.of(m_registers[next]))
                addTermsOf(m_function.code[instruction], m_registers[next]);
        return m_isKnown ? m_found : std::nullopt;
    }

  private:
    void addTerm(const Operand& operand) {
        switch (operand.kind) {
        case Operand::Kind::reg:
        case Operand::Kind::address:
        case Operand::Kind::symbol:
            if (operand.symbol >= 0 && !operand.symbolIsLocal)
                addVariable(m_launch.program.module.symbols[std::size_t(operand.symbol)]);
            if (operand.reg >= 0 && !m_seen[std::size_t(operand.reg)]) {
                m_seen[std::size_t(operand.reg)] = true;
                m_registers.push_back(operand.reg);
            }
            break;
        default:
            break;
        }
    }

    void addTermsOf(const Instruction& i, std::int32_t written) {
        switch (i.op) {
        case Opcode::mov:
        case Opcode::cvta:
            addTerm(i.operands.at(1));
            break;
        case Opcode::add:
        case Opcode::selp:
            addTerm(i.operands.at(1));
            addTerm(i.operands.at(2));
            break;
        case Opcode::sub:
            addTerm(i.operands.at(1));
            break;
        case Opcode::mad:
            addTerm(i.operands.at(3));
            break;
        case Opcode::ld:
        case Opcode::ldu:
            addLoaded(i, written);
            break;
        case Opcode::call: // its result may be a pointer
        case Opcode::shfl:
        case Opcode::atom:
            m_isKnown = false;
            break;
        default:
            break;
        }
    }

    /// A kernel argument, or a value from memory, which may be a pointer if it has the same
    /// size.
    void addLoaded(const Instruction& i, std::int32_t written) {
        constexpr int kPointerBytes = 8;
        if (ptx::sizeOf(ptx::typeNamed(i.modifiers.back())) < kPointerBytes)
            return;
        const Operand& from = i.operands.at(1);
        const bool argument = i.modifiers.has("param") && m_function.isKernel &&
                              from.symbolIsLocal && from.symbol >= 0 && from.reg < 0;
        const std::size_t index =
            argument ? std::size_t(from.symbol) - m_function.prototype.returns.size() : 0;
        if (!argument || index >= m_function.parameterOffsets.size()) {
            m_isKnown = false;
            return;
        }
        const std::vector<std::byte>& block = m_launch.request.parameters;
        std::uint64_t at = m_function.parameterOffsets[index] + std::uint64_t(from.offset);
        std::uint64_t value = 0;
        for (const Operand& element : i.operands.at(0).elements) { // of a vector; otherwise empty
            if (element.reg == written)
                break;
            at += sizeof value;
        }
        if (at <= block.size() && block.size() - at >= sizeof value) {
            std::memcpy(&value, block.data() + at, sizeof value);
            addPointer(value);
        }
    }

    void addVariable(const ptx::Symbol& symbol) {
        const auto& addresses = m_launch.program.addresses;
        if (symbol.kind == ptx::Symbol::Kind::variable)
            addPointer(addresses.at(std::size_t(symbol.index)));
    }

    /// A number that is not an address in an allocation is not a term of a pointer.
    void addPointer(std::uint64_t value) {
        const auto allocation = value ? m_launch.program.memory->nearest(value) : std::nullopt;
        // Empty buffers are at the end of an allocation.
        if (!allocation || value < allocation->base || value - allocation->base > allocation->size)
            return;
        if (m_found && m_found->base != allocation->base)
            m_isKnown = false;
        m_found = allocation;
    }

    const Launch& m_launch;
    const ptx::Function& m_function;
    const RegisterWrites m_writes;
    std::vector<bool> m_seen;              ///< by register
    std::vector<std::int32_t> m_registers; ///< seen, in the order in which they are looked at
    std::optional<Allocation> m_found;
    bool m_isKnown = true; ///< otherwise something else may be the pointer
};

/// The operand with the address; null unless there is exactly one.
const Operand* onlyAddressOf(const Instruction& instruction) {
    const Operand* found = nullptr;
    for (const Operand& operand : instruction.operands) {
        if (operand.kind != Operand::Kind::address)
            continue;
        if (found)
            return nullptr;
        found = &operand;
    }
    return found;
}

} // namespace

std::optional<Allocation> allocationMeant(const Launch& launch, const InstInfo& info) {
    const Instruction* instruction = instructionOf(launch.program, info);
    const Operand* address = instruction ? onlyAddressOf(*instruction) : nullptr;
    if (!address)
        return std::nullopt;
    return OriginSearch(launch, launch.program.module.functions[info.function]).from(*address);
}

} // namespace warpbench::simgpu::engine
