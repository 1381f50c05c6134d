// SPDX-License-Identifier: GPL-3.0-or-later
// alloca, stacksave and stackrestore. Dynamic allocations grow down from the top of a thread's
// local memory, function frames grow up; a function frees its allocations on return.
#include "core/simgpu/engine/decode/kernel_decoder.h"

#include <bit>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint64_t kDefaultAlignment = 8; // PTX ISA 9.0, alloca: "... natural alignment"

} // namespace

/// alloca.u64 ptr, size{, alignment}; stacksave.u64 d; stackrestore.u64 a.
void KernelDecoder::decodeStack(const Instruction& i) {
    const bool wide = !i.modifiers.empty() && i.modifiers.back() == "u64";
    const char letter = wide ? 'q' : 'r';
    if (i.operands.empty() || (i.op == ptx::Opcode::alloca && i.operands.size() < 2))
        unsupported(i, "it has too few operands");
    if (i.op == ptx::Opcode::stackrestore) {
        emitRow(i, wide ? "$stackRestore.q" : "$stackRestore.r", m_code.stackTop,
                source(i, i.operands.at(0), letter));
        return;
    }
    const std::uint16_t d = destination(i, i.operands.at(0), letter);
    if (i.op == ptx::Opcode::stacksave) {
        emitRow(i, wide ? "cvt.u64.u32" : "mov.b32", d, m_code.stackTop);
        return;
    }
    std::uint64_t alignment = kDefaultAlignment;
    if (i.operands.size() > 2) {
        if (i.operands.at(2).kind != Operand::Kind::immediate ||
            !std::has_single_bit(i.operands.at(2).bits))
            unsupported(i, "the alignment must be a power of two");
        alignment = i.operands.at(2).bits;
    }
    const std::uint16_t size = source(i, i.operands.at(1), letter);
    Inst& inst = emitRow(i, wide ? "$alloca.q" : "$alloca.r", d, size);
    inst.imm = static_cast<std::int64_t>(alignment);
    inst.b = m_code.stackTop;
}

/// Before the first instruction of a function.
void KernelDecoder::enterDynamicStack() {
    if (m_code.stackTop == kNoRow || m_function->code.empty())
        return;
    m_instruction = 0;
    const Instruction& first = m_function->code.front();
    if (m_function->isKernel)
        emitRow(first, "mov.b32", m_code.stackTop, constant(0, false));
    else if (m_state->savedStackTop != kNoRow)
        emitRow(first, "mov.b32", m_state->savedStackTop, m_code.stackTop);
    else
        return;
    m_code.infos.back().counted = false;
}

void KernelDecoder::leaveDynamicStack(const Instruction& i) {
    if (m_state->savedStackTop == kNoRow)
        return;
    emitRow(i, "mov.b32", m_code.stackTop, m_state->savedStackTop);
    m_code.infos.back().counted = false;
}

} // namespace warpbench::simgpu::engine
