// SPDX-License-Identifier: GPL-3.0-or-later
// Registers that hold one value for the whole launch: a parameter, an immediate, %ntid. Compilers
// load them at the start of each kernel; here they are rows that are filled once.
#include "core/simgpu/engine/decode/kernel_decoder.h"
#include "core/simgpu/ptx/roles.h"

#include <algorithm>

namespace warpbench::simgpu::engine {

namespace {

bool isSingleMove(const ptx::Instruction& i) {
    return i.guard < 0 && i.operands.size() == 2 && i.operands[0].kind == ptx::Operand::Kind::reg &&
           i.operands[0].predicateOut < 0;
}

bool isTimer(const ptx::Operand& operand) {
    using S = ptx::SpecialRegister;
    switch (operand.special) {
    case S::clock:
    case S::clock_hi:
    case S::clock64:
    case S::globaltimer:
    case S::globaltimer_lo:
    case S::globaltimer_hi:
    case S::pm:
    case S::pm64:
        return true;
    default:
        return false;
    }
}

} // namespace

bool KernelDecoder::isElided(const Instruction& i) const {
    return isSingleMove(i) && (i.opcode == "mov" || i.opcode == "ld" || i.opcode == "cvta") &&
           m_state->constantRegister[static_cast<std::size_t>(i.operands[0].reg)];
}

void KernelDecoder::findConstantRegisters() {
    const std::size_t count = m_function->registers.size();
    m_state->constantRegister.assign(count, false);
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
        if (!isSingleMove(i))
            continue;
        const Operand& to = i.operands[0];
        const Operand& from = i.operands[1];
        const auto reg = static_cast<std::size_t>(to.reg);
        if (writesOf[reg] != 1 || isPredicate(to) || m_state->rows.row[reg] == kNoRow)
            continue;
        const bool wide = isWide(to);
        std::uint16_t row = kNoRow;
        const std::string_view type = i.modifiers.empty() ? "" : i.modifiers.back();
        if (i.opcode == "mov" && from.kind == Operand::Kind::immediate) {
            row = source(i, from, type == "f32" ? 'f' : type == "f64" ? 'g' : wide ? 'q' : 'r');
        } else if (i.opcode == "mov" && from.kind == Operand::Kind::special && !isTimer(from)) {
            row = specialSource(i, from, wide);
        } else if (i.opcode == "ld" && spaceOf(i) == MemorySpace::param && m_function->isKernel &&
                   from.symbol >= 0 && from.symbolIsLocal &&
                   static_cast<std::size_t>(from.symbol) < m_function->parameterOffsets.size()) {
            row = parameterConstant(i, ptx::typeNamed(type), wide, symbolAddress(i, from));
        } else if (from.kind == Operand::Kind::reg && from.reg >= 0 &&
                   m_state->constantRegister[static_cast<std::size_t>(from.reg)] &&
                   isWide(from) == wide &&
                   (i.opcode == "mov" ||
                    (i.opcode == "cvta" && spaceOf(i) == MemorySpace::global))) {
            row = m_state->rows.row[static_cast<std::size_t>(from.reg)];
        }
        if (row == kNoRow)
            continue;
        m_state->constantRegister[reg] = true;
        m_state->rows.row[reg] = row;
    }
}

} // namespace warpbench::simgpu::engine
