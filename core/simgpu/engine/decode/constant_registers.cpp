// SPDX-License-Identifier: GPL-3.0-or-later
// Registers that hold one value for the whole launch: a parameter, an immediate, %ntid. Compilers
// load them at the start of each kernel; here they are rows that are filled once.
#include "core/simgpu/engine/decode/kernel_decoder.h"
#include "core/simgpu/ptx/roles.h"
#include "core/simgpu/ptx/special_registers.h"

namespace warpbench::simgpu::engine {

namespace {

bool isSingleMove(const ptx::Instruction& i) {
    return i.guard < 0 && i.operands.size() == 2 &&
           i.operands.at(0).kind == ptx::Operand::Kind::reg && i.operands.at(0).predicateOut < 0;
}

} // namespace

bool KernelDecoder::isElided(const Instruction& i) const {
    if (i.isFused || m_state->fusion.elided[m_instruction])
        return true;
    return isSingleMove(i) &&
           (i.op == ptx::Opcode::mov || i.op == ptx::Opcode::ld || i.op == ptx::Opcode::cvta) &&
           m_state->constantRegister[static_cast<std::size_t>(i.operands.at(0).reg)];
}

/// The source of the value of a register that is only written by `i`.
KernelDecoder::ConstantSource KernelDecoder::constantSource(const Instruction& i) const {
    const Operand& from = i.operands.at(1);
    if (i.op == ptx::Opcode::mov) {
        if (from.kind == Operand::Kind::immediate)
            return ConstantSource::immediate;
        if (from.kind == Operand::Kind::special && !ptx::changesWhileRunning(from.special))
            return ConstantSource::special;
        // The frame of a device function is at a different address in each call.
        const bool inFrame = from.symbolIsLocal && !m_function->isKernel;
        if (from.kind == Operand::Kind::symbol && !from.indexScale && isWide(i.operands.at(0)) &&
            !inFrame)
            return ConstantSource::symbol;
    }
    if (i.op == ptx::Opcode::ld && spaceOf(i) == MemorySpace::param && m_function->isKernel &&
        from.symbol >= 0 && from.symbolIsLocal &&
        static_cast<std::size_t>(from.symbol) < m_function->parameterOffsets.size())
        return ConstantSource::parameter;
    const bool copies = i.op == ptx::Opcode::mov ||
                        (i.op == ptx::Opcode::cvta && spaceOf(i) == MemorySpace::global);
    if (copies && from.kind == Operand::Kind::reg && from.reg >= 0 &&
        m_state->constantRegister[static_cast<std::size_t>(from.reg)] &&
        isWide(from) == isWide(i.operands.at(0)))
        return ConstantSource::copy;
    return ConstantSource::none;
}

/// Before rows are assigned: which registers do not need one.
void KernelDecoder::findConstantRegisters() {
    const std::size_t count = m_function->registers.size();
    m_state->constantRegister.assign(count, false);
    m_state->uniformRegister.assign(count, false);
    std::vector<std::uint32_t> writesOf(count);
    std::vector<std::int32_t> reads, writes;
    for (const Instruction& i : m_function->code) {
        reads.clear();
        writes.clear();
        ptx::registersOf(i, reads, writes);
        for (const std::int32_t reg : writes)
            ++writesOf[static_cast<std::size_t>(reg)];
    }
    for (const Instruction& i : m_function->code) {
        if (!isSingleMove(i) || isPredicate(i.operands.at(0)) || isQuad(i.operands.at(0)))
            continue;
        const auto reg = static_cast<std::size_t>(i.operands.at(0).reg);
        const ConstantSource from = writesOf[reg] == 1 ? constantSource(i) : ConstantSource::none;
        m_state->constantRegister[reg] = from != ConstantSource::none;
        if (from == ConstantSource::copy)
            m_state->uniformRegister[reg] =
                m_state->uniformRegister[static_cast<std::size_t>(i.operands.at(1).reg)];
        else
            m_state->uniformRegister[reg] =
                from != ConstantSource::none && from != ConstantSource::special;
    }
}

void KernelDecoder::placeConstantRegisters() {
    for (const Instruction& i : m_function->code) {
        if (!isSingleMove(i) || isPredicate(i.operands.at(0)) ||
            !m_state->constantRegister[static_cast<std::size_t>(i.operands.at(0).reg)])
            continue;
        const Operand& from = i.operands.at(1);
        const bool wide = isWide(i.operands.at(0));
        const std::string_view type = i.modifiers.empty() ? "" : i.modifiers.back();
        std::uint16_t& row = m_state->rows.row[static_cast<std::size_t>(i.operands.at(0).reg)];
        switch (constantSource(i)) {
        case ConstantSource::immediate:
            row = source(i, from, type == "f32" ? 'f' : type == "f64" ? 'g' : wide ? 'q' : 'r');
            break;
        case ConstantSource::special:
            row = specialSource(i, from, wide);
            break;
        case ConstantSource::symbol:
            row = symbolSource(i, from, true);
            break;
        case ConstantSource::parameter:
            row = parameterConstant(i, ptx::typeNamed(type), wide, symbolAddress(i, from));
            break;
        case ConstantSource::copy:
            row = m_state->rows.row[static_cast<std::size_t>(from.reg)];
            break;
        case ConstantSource::none:
            break;
        }
    }
}

} // namespace warpbench::simgpu::engine
