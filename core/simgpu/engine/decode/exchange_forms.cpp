// SPDX-License-Identifier: GPL-3.0-or-later
// movmatrix, the mbarrier updates of st.async and red.async, and atomic operations on vectors and
// on 128 bits.
#include "core/simgpu/engine/decode/kernel_decoder.h"

namespace warpbench::simgpu::engine {

/// movmatrix.sync.aligned.m8n8.trans.b16 d, a
void KernelDecoder::decodeMatrixTranspose(const Instruction& i) {
    if (i.operands.size() != 2)
        unsupported(i);
    const std::uint16_t a = source(i, i.operands.at(1), 'r');
    emitRow(i, "$movmatrix", destination(i, i.operands.at(0), 'r'), a);
}

/// st.async and red.async with .mbarrier::complete_tx::bytes: the bytes arrive immediately.
void KernelDecoder::completeOnBarrier(const Instruction& i, std::uint32_t bytes) {
    if (!i.modifiers.has("mbarrier::complete_tx::bytes"))
        return;
    if (i.operands.size() != 3)
        unsupported(i, "the mbarrier is missing");
    const auto at = address(i, i.operands.at(2));
    const std::uint16_t count = constant(bytes, false);
    Inst& inst = emitRow(i, "$mbarrier.complete_tx", kNoRow, at.first);
    inst.b = count;
    inst.imm = at.second;
    inst.aux = static_cast<std::uint32_t>(MemorySpace::shared);
    inst.c = static_cast<std::uint16_t>(m_code.slotCount++ & 0xffff);
    m_code.infos.back().counted = false;
}

/// atom{…}.add|min|max{.noftz}.v2|v4|v8.TYPE {…}, [p], {…}, and red: each element is a separate
/// operation, as the PTX ISA defines it.
void KernelDecoder::decodeVectorAtomic(const Instruction& i) {
    const bool reduction = i.op == ptx::Opcode::red;
    const std::size_t from = reduction ? 1 : 2;
    const auto named = [&](std::string_view modifier) { return i.modifiers.has(modifier); };
    const std::string type(i.modifiers.back());
    const std::string operation = named("add") ? "add" : named("min") ? "min" : "max";
    const std::string key = "$atom." + operation + "." + type;
    const Form* form = m_forms.find(key);
    const std::size_t count = named("v2") ? 2 : named("v4") ? 4 : 8;
    const bool halves = type == "f16" || type == "bf16",
               pairs = type == "f16x2" || type == "bf16x2";
    if (!form || spaceOf(i) == MemorySpace::shared ||
        !(halves || (count <= 4 && (pairs || (type == "f32" && operation == "add")))) ||
        i.operands.size() <= from || i.operands.at(from).kind != Operand::Kind::vector ||
        i.operands.at(from).elements.size() != count ||
        (!reduction && i.operands.at(0).kind != Operand::Kind::discard &&
         (i.operands.at(0).kind != Operand::Kind::vector ||
          i.operands.at(0).elements.size() != count)))
        unsupported(i);
    const char letter = form->shape[1];
    const auto at = address(i, i.operands.at(from - 1));
    std::vector<std::uint16_t> sources;
    for (const Operand& element : i.operands.at(from).elements)
        sources.push_back(source(i, element, letter));
    const auto bytes = static_cast<std::int64_t>(ptx::sizeOf(ptx::typeNamed(type)));
    Inst& check = emitRow(i, "$atom.aligned", kNoRow, at.first);
    check.imm = at.second;
    check.aux = static_cast<std::uint32_t>(count) * static_cast<std::uint32_t>(bytes);
    // Results wait until all operands are read: a register may be both.
    std::vector<std::pair<std::uint16_t, std::uint16_t>> moves;
    for (std::size_t e = 0; e < count; ++e) {
        std::uint16_t d = kNoRow;
        if (!reduction && i.operands.at(0).kind == Operand::Kind::vector &&
            i.operands.at(0).elements.at(e).kind != Operand::Kind::discard) {
            d = temporary(false);
            moves.emplace_back(destination(i, i.operands.at(0).elements.at(e), letter), d);
        }
        emitAtomic(i, key, {d, sources[e], sources[e]},
                   {at.first, at.second + static_cast<std::int64_t>(e) * bytes},
                   static_cast<std::uint32_t>(bytes));
    }
    for (const auto& [to, row] : moves)
        emitRow(i, "mov.b32", to, row);
}

/// atom.exch|cas.b128 d, [p], b{, c}
void KernelDecoder::decodeQuadAtomic(const Instruction& i) {
    const auto named = [&](std::string_view modifier) { return i.modifiers.has(modifier); };
    const bool compares = named("cas");
    if ((!compares && !named("exch")) || i.op != ptx::Opcode::atom ||
        i.operands.size() < (compares ? 4u : 3u))
        unsupported(i);
    const auto at = address(i, i.operands.at(1));
    const std::uint16_t b = quadRows(i, i.operands.at(2))[0];
    const std::uint16_t c = compares ? quadRows(i, i.operands.at(3))[0] : b;
    const std::uint16_t d =
        i.operands.at(0).kind == Operand::Kind::discard ? kNoRow : quadRows(i, i.operands.at(0))[0];
    emitAtomic(i, compares ? "$atom.cas.b128" : "$atom.exch.b128", {d, b, c}, at, 16);
}

} // namespace warpbench::simgpu::engine
