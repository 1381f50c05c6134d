// SPDX-License-Identifier: GPL-3.0-or-later
// cvt.pack, movmatrix, and what st.async and red.async tell an mbarrier.
#include "core/simgpu/engine/decode/kernel_decoder.h"

#include <algorithm>

namespace warpbench::simgpu::engine {

/// cvt.pack.sat.TYPE.s32{.b32} d, a, b{, c}: a and b saturated side by side, b below; of 8 bits, c
/// above them.
void KernelDecoder::decodePack(const Instruction& i) {
    if (i.modifiers.size() < 4 || i.modifiers[1] != "sat" || i.modifiers[3] != "s32")
        unsupported(i);
    const std::string_view type = i.modifiers[2];
    const bool bytes = type == "s8" || type == "u8";
    if ((!bytes && type != "s16" && type != "u16") || i.operands.size() != (bytes ? 4u : 3u))
        unsupported(i);
    const auto saturated = [&](const Operand& operand) {
        const std::uint16_t from = source(i, operand, 'r');
        const std::uint16_t row = temporary(false);
        emitRow(i, "cvt.sat." + std::string(type) + ".s32", row, from);
        m_code.infos.back().counted = false;
        return row;
    };
    const std::uint16_t high = saturated(i.operands[1]), low = saturated(i.operands[2]);
    if (!bytes) {
        emitRow(i, "$pack16", destination(i, i.operands[0], 'r'), low).b = high;
        return;
    }
    const auto permute = [&](std::uint16_t d, std::uint16_t a, std::uint16_t b,
                             std::uint64_t selector) {
        const std::uint16_t c = constant(selector, false);
        Inst& inst = emitRow(i, "$prmt", d, a);
        inst.b = b;
        inst.c = c;
    };
    const std::uint16_t pair = temporary(false);
    permute(pair, low, high, 0x0040);
    m_code.infos.back().counted = false;
    const std::uint16_t above = source(i, i.operands[3], 'r');
    permute(destination(i, i.operands[0], 'r'), pair, above, 0x5410);
}

/// movmatrix.sync.aligned.m8n8.trans.b16 d, a
void KernelDecoder::decodeMatrixTranspose(const Instruction& i) {
    if (i.operands.size() != 2)
        unsupported(i);
    const std::uint16_t a = source(i, i.operands[1], 'r');
    emitRow(i, "$movmatrix", destination(i, i.operands[0], 'r'), a);
}

/// st.async and red.async with .mbarrier::complete_tx::bytes: the bytes have come at once.
void KernelDecoder::completeOnBarrier(const Instruction& i, std::uint32_t bytes) {
    if (std::find(i.modifiers.begin(), i.modifiers.end(), "mbarrier::complete_tx::bytes") ==
        i.modifiers.end())
        return;
    if (i.operands.size() != 3)
        unsupported(i, "it has no mbarrier");
    const auto at = address(i, i.operands[2]);
    const std::uint16_t count = constant(bytes, false);
    Inst& inst = emitRow(i, "$mbarrier.complete_tx", kNoRow, at.first);
    inst.b = count;
    inst.imm = at.second;
    inst.aux = static_cast<std::uint32_t>(MemorySpace::shared);
    inst.c = static_cast<std::uint16_t>(m_code.slotCount++ & 0xffff);
    m_code.infos.back().counted = false;
}

} // namespace warpbench::simgpu::engine
