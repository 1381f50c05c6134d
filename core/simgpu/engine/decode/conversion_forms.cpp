// SPDX-License-Identifier: GPL-3.0-or-later
// cvt (PTX ISA 9.0, sections 9.7.9.21 and 9.7.9.22), unless it is a single record between two
// registers of its types' sizes.
#include "core/simgpu/engine/decode/kernel_decoder.h"

#include <algorithm>

namespace warpbench::simgpu::engine {

namespace {

/// Types come last.
ptx::Type firstType(const ptx::Instruction& i) {
    for (const std::string_view modifier : i.modifiers) {
        if (const ptx::Type type = ptx::typeNamed(modifier); type != ptx::Type::none)
            return type;
    }
    return ptx::Type::none;
}

} // namespace

void KernelDecoder::decodeConversion(const Instruction& i) {
    if (i.modifiers.has("pack"))
        return decodePack(i);
    if (i.modifiers.has("rs"))
        return decodeRandomRounding(i);
    decodeArithmetic(i);
    widenResult(i, firstType(i));
}

/// A destination that is larger than its type gets the sign or zeros above it. It has not been
/// written yet: destination() gave the last record a row of the type's own size.
void KernelDecoder::widenResult(const Instruction& i, ptx::Type type) {
    const Operand& to = i.operands.at(0);
    const bool wideType = ptx::sizeOf(type) == 8;
    if (!isQuad(to) && isWide(to) == wideType)
        return;
    const std::uint16_t narrow = m_code.insts.back().d;
    const std::uint16_t low =
        isQuad(to) ? quadRows(i, to)[0] : m_state->rows.row[static_cast<std::size_t>(to.reg)];
    emitRow(i,
            wideType                     ? "mov.b64"
            : ptx::isSignedInteger(type) ? "cvt.s64.s32"
                                         : "cvt.u64.u32",
            low, narrow);
    if (!isQuad(to))
        return;
    const std::uint16_t high = quadRows(i, to)[1];
    const std::uint16_t shift = constant(63, false);
    if (ptx::isSignedInteger(type))
        emitRow(i, "shr.s64", high, low).b = shift;
    else
        emitRow(i, "mov.b64", high, constant(0, true));
}

/// cvt.rs.f16x2.f32 d, a, b, bits; cvt.rs.e4m3x4.f32 d, {a, b, e, f}, bits
void KernelDecoder::decodeRandomRounding(const Instruction& i) {
    std::vector<std::string_view> modifiers = i.modifiers.copy();
    const std::uint32_t flags = takeFlags(modifiers);
    const std::string key = "$cvt.rs." + std::string(modifiers.at(0));
    if (i.operands.at(1).kind != Operand::Kind::vector) {
        emitShaped(i, key, flags);
        return widenResult(i, firstType(i));
    }
    std::vector<std::uint16_t> rows;
    for (const Operand& element : i.operands.at(1).elements)
        rows.push_back(source(i, element, 'f'));
    const std::uint16_t bits = source(i, i.operands.at(2), 'r');
    Inst& inst = emitRow(i, key, destination(i, i.operands.at(0), 'r'), bits);
    inst.aux = flags;
    inst.aux2 = static_cast<std::uint32_t>(m_code.operands.size());
    m_code.operands.insert(m_code.operands.end(), rows.begin(), rows.end());
}

/// cvt.pack.sat.TYPE.s32{.b32} d, a, b{, c}: a and b saturated side by side, b below, c above them.
void KernelDecoder::decodePack(const Instruction& i) {
    static constexpr std::pair<std::string_view, std::uint32_t> kBits[] = {
        {"u2", 2}, {"s2", 2}, {"u4", 4}, {"s4", 4}, {"u8", 8}, {"s8", 8}, {"u16", 16}, {"s16", 16}};
    const auto type = std::ranges::find_if(
        kBits, [&](const auto& entry) { return i.modifiers.has(entry.first); });
    const std::uint32_t bits = type->second;
    const bool isUnsigned = type->first.front() == 'u';
    const std::uint32_t largest = (1u << (isUnsigned ? bits : bits - 1)) - 1;
    const std::uint32_t smallest = isUnsigned ? 0 : ~largest;
    const auto emitHidden = [&](std::string_view key, std::uint16_t a,
                                std::uint16_t b) -> std::uint16_t {
        const std::uint16_t row = temporary(false);
        emitRow(i, key, row, a).b = b;
        m_code.infos.back().counted = false;
        return row;
    };
    const auto saturated = [&](const Operand& operand) {
        const std::uint16_t raised =
            emitHidden("max.s32", source(i, operand, 'r'), constant(smallest, false));
        return emitHidden("min.s32", raised, constant(largest, false));
    };
    const std::uint16_t a = saturated(i.operands.at(1)), b = saturated(i.operands.at(2));
    std::uint16_t above = constant(0, false);
    if (i.operands.size() > 3)
        above = emitHidden("shl.b32", source(i, i.operands.at(3), 'r'), constant(2 * bits, false));
    const auto insert = [&](std::uint16_t d, std::uint16_t field, std::uint16_t into,
                            std::uint32_t at) {
        const std::uint16_t position = constant(at, false), length = constant(bits, false);
        Inst& inst = emitRow(i, "bfi.b32", d, field);
        inst.b = into;
        inst.c = position;
        inst.aux2 = length;
    };
    const std::uint16_t upper = temporary(false);
    insert(upper, a, above, bits);
    m_code.infos.back().counted = false;
    insert(destination(i, i.operands.at(0), 'r'), b, upper, 0);
}

} // namespace warpbench::simgpu::engine
