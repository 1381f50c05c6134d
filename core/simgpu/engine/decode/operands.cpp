// SPDX-License-Identifier: GPL-3.0-or-later
// Converts operands to rows.
#include "core/simgpu/engine/decode/kernel_decoder.h"
#include "core/simgpu/engine/machine/warp.h"
#include "core/simgpu/ptx/roles.h"
#include "core/simgpu/ptx/special_registers.h"

#include <bit>

namespace warpbench::simgpu::engine {

bool KernelDecoder::isWide(const Operand& operand) const {
    if (operand.kind == Operand::Kind::reg) {
        const ptx::Type type = m_function->registers[static_cast<std::size_t>(operand.reg)].type;
        return ptx::sizeOf(type) == 8 || (ptx::sizeOf(type) == 0 && type != ptx::Type::pred);
    }
    return operand.kind == Operand::Kind::symbol;
}

bool KernelDecoder::isPredicate(const Operand& operand) const {
    return operand.kind == Operand::Kind::reg &&
           m_function->registers[static_cast<std::size_t>(operand.reg)].type == ptx::Type::pred;
}

bool KernelDecoder::isFloatOperand(const Operand& operand) const {
    if (operand.kind == Operand::Kind::immediate)
        return operand.literal == Operand::Literal::f32 || operand.literal == Operand::Literal::f64;
    return operand.kind == Operand::Kind::reg &&
           m_function->registers[static_cast<std::size_t>(operand.reg)].type == ptx::Type::f32;
}

bool KernelDecoder::isQuad(const Operand& operand) const {
    return operand.kind == Operand::Kind::reg &&
           ptx::sizeOf(m_function->registers[static_cast<std::size_t>(operand.reg)].type) == 16;
}

/// The rows of a 128-bit register's halves, the lower one first.
std::array<std::uint16_t, 2> KernelDecoder::quadRows(const Instruction& i,
                                                     const Operand& operand) const {
    if (!isQuad(operand))
        unsupported(i, "an operand that is not a 128-bit register");
    const std::uint16_t row = m_state->rows.row[static_cast<std::size_t>(operand.reg)];
    return {row, static_cast<std::uint16_t>(row + 2)};
}

std::uint16_t KernelDecoder::temporary(bool wide) {
    return wide ? m_wideRows.takeForInstruction(m_nextRow, 2)
                : m_narrowRows.takeForInstruction(m_nextRow, 1);
}

std::uint16_t KernelDecoder::temporaryPredicate() {
    return m_predicateRows.takeForInstruction(m_nextPredicate, 1);
}

void KernelDecoder::giveBackTemporaries() {
    m_narrowRows.endInstruction();
    m_wideRows.endInstruction();
    m_predicateRows.endInstruction();
}

std::uint16_t KernelDecoder::constant(ConstantRow wanted) {
    const auto [first, last] = m_constantsByBits.equal_range(wanted.bits);
    for (auto it = first; it != last; ++it) {
        const ConstantRow& known = m_code.constants[it->second];
        if (known == wanted)
            return known.row;
    }
    wanted.row = static_cast<std::uint16_t>(m_nextRow); // filled once, so it cannot be shared
    m_nextRow += wanted.wide ? 2 : 1;
    m_constantsByBits.emplace(wanted.bits, m_code.constants.size());
    m_code.constants.push_back(wanted);
    return wanted.row;
}

std::uint16_t KernelDecoder::constant(std::uint64_t bits, bool wide) {
    ConstantRow wanted;
    wanted.wide = wide;
    wanted.bits = wide ? bits : bits & 0xffffffffu;
    return constant(wanted);
}

const ptx::Variable& KernelDecoder::variableOf(const Operand& operand) const {
    if (operand.symbolIsLocal)
        return m_function->variables[static_cast<std::size_t>(operand.symbol)];
    const ptx::Symbol& symbol = m_module.symbols[static_cast<std::size_t>(operand.symbol)];
    return m_module.variables[static_cast<std::size_t>(symbol.index)];
}

/// The address of a symbol in its own state space.
std::uint64_t KernelDecoder::symbolAddress(const Instruction& i, const Operand& operand) const {
    const auto offset = static_cast<std::uint64_t>(operand.offset);
    if (!operand.symbolIsLocal) {
        const ptx::Symbol& symbol = m_module.symbols[static_cast<std::size_t>(operand.symbol)];
        if (symbol.kind == ptx::Symbol::Kind::function)
            return kCodeWindow + (static_cast<std::uint64_t>(symbol.index) + 1) * kCodeStep;
        const ptx::Variable& variable = m_module.variables[static_cast<std::size_t>(symbol.index)];
        if (variable.space == ptx::Space::shared)
            return m_sharedOffsets.at({-1, symbol.index}) + offset;
        if (isOpaque(variable))
            unsupported(i, describeOpaque(variable));
        return m_placement.addresses[static_cast<std::size_t>(symbol.index)] + offset;
    }
    const ptx::Variable& variable = variableOf(operand);
    const auto function = static_cast<std::int32_t>(m_code.functions[m_codeIndex].moduleIndex);
    switch (variable.space) {
    case ptx::Space::shared:
        return m_sharedOffsets.at({function, operand.symbol}) + offset;
    case ptx::Space::local:
        return m_state->localOffsets.at(operand.symbol) + offset;
    case ptx::Space::param:
        if (m_function->isKernel &&
            static_cast<std::size_t>(operand.symbol) < m_function->parameterOffsets.size())
            return m_function->parameterOffsets[static_cast<std::size_t>(operand.symbol)] + offset;
        break;
    default:
        break;
    }
    unsupported(i, "the address of '" + variable.name + "'");
}

std::uint16_t KernelDecoder::symbolSource(const Instruction& i, const Operand& operand, bool wide) {
    const std::uint64_t address = symbolAddress(i, operand);
    const bool inFrame = operand.symbolIsLocal && !m_function->isKernel &&
                         variableOf(operand).space == ptx::Space::local;
    if (!inFrame)
        return constant(address, wide);
    if (!wide)
        unsupported(i, "a 32-bit address of a local variable");
    const std::uint16_t row = temporary(true);
    Inst& inst = emitRow(i, "$localAddress", row, 0);
    inst.imm = static_cast<std::int64_t>(address);
    m_code.infos.back().counted = false;
    return row;
}

std::uint16_t KernelDecoder::specialSource(const Instruction& i, const Operand& operand,
                                           bool wide) {
    if (ptx::changesWhileRunning(operand.special)) {
        const std::uint16_t row = temporary(wide);
        Inst& inst = emitRow(i, wide ? "$special.q" : "$special.r", row, 0);
        inst.aux = static_cast<std::uint32_t>(operand.special);
        m_code.infos.back().counted = false;
        return row;
    }
    ConstantRow wanted;
    wanted.kind = ConstantRow::Kind::special;
    wanted.wide = wide;
    wanted.special = operand.special;
    wanted.dim = operand.dim;
    if (operand.special == ptx::SpecialRegister::envreg && (operand.dim == 1 || operand.dim == 2))
        m_code.usesGridSync = true;
    if (operand.special == ptx::SpecialRegister::reserved_smem_offset)
        m_code.usesReservedShared = true;
    return constant(wanted);
}

std::uint16_t KernelDecoder::source(const Instruction& i, const Operand& operand, char letter) {
    const bool wide = letter == 'q' || letter == 'g';
    switch (operand.kind) {
    case Operand::Kind::reg: {
        if (operand.negated || operand.selector >= 0)
            unsupported(i, "a sign or a selector on this operand");
        // cvt reads the low part of a register that is wider than its type.
        if (i.op == ptx::Opcode::cvt && (isQuad(operand) || (isWide(operand) && !wide)))
            return narrowed(i, m_state->rows.row[static_cast<std::size_t>(operand.reg)], wide);
        if (isPredicate(operand) || isWide(operand) != wide || isQuad(operand))
            unsupported(i, "operand " +
                               m_function->registers[static_cast<std::size_t>(operand.reg)].name +
                               " has another size");
        return m_state->rows.row[static_cast<std::size_t>(operand.reg)];
    }
    case Operand::Kind::immediate: {
        std::uint64_t bits = operand.bits;
        if (letter == 'f' && operand.literal == Operand::Literal::f64)
            bits = std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
        if (letter == 'g' && operand.literal == Operand::Literal::f32)
            bits = std::bit_cast<std::uint64_t>(
                static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
        return constant(bits, wide);
    }
    case Operand::Kind::special:
        return specialSource(i, operand, wide);
    case Operand::Kind::symbol:
        if (operand.indexScale)
            return narrowed(i, elementAddress(i, operand), wide);
        return symbolSource(i, operand, wide);
    default:
        unsupported(i, "an operand of this kind");
    }
}

std::uint16_t KernelDecoder::destination(const Instruction& i, const Operand& operand,
                                         char letter) {
    if (letter == 'p') {
        if (operand.kind == Operand::Kind::discard)
            return temporaryPredicate();
        if (!isPredicate(operand))
            invalid(i, "the destination must be a predicate");
        return m_state->rows.row[static_cast<std::size_t>(operand.reg)];
    }
    const bool wide = letter == 'q' || letter == 'g';
    if (operand.kind == Operand::Kind::discard)
        return temporary(wide);
    if (i.op == ptx::Opcode::cvt && (isQuad(operand) || (isWide(operand) && !wide)))
        return temporary(wide); // see widenResult
    if (operand.kind != Operand::Kind::reg || isPredicate(operand) || isWide(operand) != wide ||
        isQuad(operand))
        unsupported(i, "the destination has another size");
    return m_state->rows.row[static_cast<std::size_t>(operand.reg)];
}

std::uint16_t KernelDecoder::predicateSource(const Instruction& i, const Operand& operand) {
    if (operand.kind == Operand::Kind::immediate || operand.kind == Operand::Kind::special) {
        // All lanes alike: compare a constant row with zero.
        const std::uint16_t p = temporaryPredicate();
        const std::uint16_t a = source(i, operand, 'r');
        const std::uint16_t zero = constant(0, false);
        Inst& inst = emitRow(i, "setp.ne.s32", p, a);
        inst.b = zero;
        m_code.infos.back().counted = false;
        return p;
    }
    if (!isPredicate(operand))
        invalid(i, "an operand must be a predicate");
    const std::uint16_t p = m_state->rows.row[static_cast<std::size_t>(operand.reg)];
    if (!operand.negated)
        return p;
    const std::uint16_t opposite = temporaryPredicate();
    emitRow(i, "not.pred", opposite, p);
    m_code.infos.back().counted = false;
    return opposite;
}

/// A wide row, or the lower half of it.
std::uint16_t KernelDecoder::narrowed(const Instruction& i, std::uint16_t row, bool wide) {
    if (wide)
        return row;
    const std::uint16_t low = temporary(false);
    emitRow(i, "$part32.0", low, row);
    m_code.infos.back().counted = false;
    return low;
}

/// symbol[reg + constant]: a wide row.
std::uint16_t KernelDecoder::elementAddress(const Instruction& i, const Operand& operand) {
    Operand index;
    index.kind = Operand::Kind::reg;
    index.reg = operand.reg;
    Operand symbol = operand;
    symbol.reg = -1;
    symbol.indexScale = 0;
    const bool wide = isWide(index);
    const std::uint16_t base = symbolSource(i, symbol, true);
    const std::uint16_t factor = source(i, index, wide ? 'q' : 'r');
    const std::uint16_t scale = constant(operand.indexScale, wide);
    const std::uint16_t row = temporary(true);
    Inst& inst = emitRow(i, wide ? "mad.lo.u64" : "mad.wide.s32", row, factor);
    inst.b = scale;
    inst.c = base;
    m_code.infos.back().counted = false;
    return row;
}

/// The row with a 32-bit address of shared or local memory extended to 64 bits. Adding an offset is
/// a 32-bit operation in PTX, so [%r + 4] is address 0 if %r is -4; with sign extension, the wide
/// sum is the same. Accesses in a block share the first one's row.
std::uint16_t KernelDecoder::wideAddress(const Instruction& i, const Operand& reg) {
    const std::uint16_t narrow = source(i, reg, 'r');
    // Under a guard only some lanes' addresses are made.
    const bool shared = m_purpose == DecodeFor::speed && i.guard < 0;
    WideAddress once;
    WideAddress& address = shared ? m_wideAddresses[reg.reg] : once;
    if (address.isMade)
        return address.row;
    if (address.row == kNoRow && shared) {
        address.row = m_wideRows.take(m_nextRow, 2);
        m_wideAddressesByEnd.emplace(m_state->rows.lastUse[static_cast<std::size_t>(reg.reg)],
                                     reg.reg);
    } else if (address.row == kNoRow) {
        address.row = temporary(true);
    }
    address.isMade = true;
    emitRow(i, "cvt.s64.s32", address.row, narrow);
    m_code.infos.back().counted = false;
    return address.row;
}

/// Those that are not used after an instruction. (A block that runs again computes them again.)
void KernelDecoder::giveBackWideAddresses(std::uint32_t position) {
    while (!m_wideAddressesByEnd.empty() && m_wideAddressesByEnd.begin()->first <= position) {
        const auto at = m_wideAddresses.find(m_wideAddressesByEnd.begin()->second);
        m_wideRows.give(at->second.row);
        m_wideAddresses.erase(at);
        m_wideAddressesByEnd.erase(m_wideAddressesByEnd.begin());
    }
}

/// Addresses are computed again where lanes come from elsewhere, and after a call, because the
/// callee may call the function again.
void KernelDecoder::forgetWideAddresses() {
    for (auto& [reg, address] : m_wideAddresses)
        address.isMade = false;
}

/// Also those that an instruction has changed.
void KernelDecoder::forgetWideAddressesAfter(const Instruction& i) {
    if (m_wideAddresses.empty())
        return;
    if (i.op == ptx::Opcode::call)
        return forgetWideAddresses();
    std::vector<std::int32_t> reads, writes;
    ptx::registersOf(i, reads, writes);
    for (const std::int32_t reg : writes) {
        const auto it = m_wideAddresses.find(reg);
        if (it != m_wideAddresses.end())
            it->second.isMade = false;
    }
}

std::pair<std::uint16_t, std::int64_t> KernelDecoder::address(const Instruction& i,
                                                              const Operand& operand) {
    if (operand.kind != Operand::Kind::address && operand.kind != Operand::Kind::symbol &&
        operand.kind != Operand::Kind::reg)
        unsupported(i, "an address was expected");
    if (operand.indexScale)
        return {elementAddress(i, operand), 0};
    if (operand.reg >= 0) {
        Operand base;
        base.kind = Operand::Kind::reg;
        base.reg = operand.reg;
        if (isWide(base))
            return {source(i, base, 'q'), operand.offset};
        return {wideAddress(i, base), operand.offset};
    }
    if (operand.symbol >= 0)
        return {symbolSource(i, operand, true), 0};
    return {constant(static_cast<std::uint64_t>(operand.offset), true), 0};
}

} // namespace warpbench::simgpu::engine
