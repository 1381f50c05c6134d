// SPDX-License-Identifier: GPL-3.0-or-later
// mbarrier, cp.async and addresses in a cluster.
#include "core/simgpu/engine/decode/kernel_decoder.h"

namespace warpbench::simgpu::engine {

/// Inst: d result, a address, b operand (count, bytes, state or parity), aux the space.
void KernelDecoder::decodeMbarrier(const Instruction& i) {
    if (i.modifiers.empty())
        unsupported(i);
    const std::string_view what = i.modifiers.at(0);
    std::string key = "$mbarrier." + std::string(what);
    std::size_t next = 0;
    std::uint16_t d = kNoRow;
    if (what == "pending_count") {
        const std::uint16_t state = source(i, i.operands.at(1), 'q');
        emitRow(i, key, destination(i, i.operands.at(0), 'r'), state);
        return;
    }
    const bool waits = what == "test_wait" || what == "try_wait";
    const bool arrives = what == "arrive" || what == "arrive_drop";
    if (waits) {
        d = destination(i, i.operands.at(next++), 'p');
        key = i.modifiers.has("parity") ? "$mbarrier.wait.parity" : "$mbarrier.wait";
    } else if (arrives) {
        const Operand& state = i.operands.at(next);
        const bool noState = state.kind == Operand::Kind::address;
        if (!noState) {
            if (state.kind != Operand::Kind::discard)
                d = destination(i, state, 'q');
            ++next;
        }
        if (i.modifiers.has("expect_tx"))
            key += ".expect_tx";
    } else if (what != "init" && what != "inval" && what != "expect_tx" && what != "complete_tx") {
        unsupported(i);
    }
    const auto at = address(i, i.operands.at(next++));
    std::uint16_t b = constant(1, false);
    if (next < i.operands.size())
        b = source(i, i.operands.at(next), waits && !i.modifiers.has("parity") ? 'q' : 'r');
    Inst& inst = emitRow(i, key, d, at.first);
    inst.b = b;
    inst.imm = at.second;
    inst.aux = static_cast<std::uint32_t>(spaceOf(i));
    inst.c = static_cast<std::uint16_t>(m_code.slotCount++ & 0xffff);
    noteAccess(spaceOf(i), 8, what != "test_wait" && what != "try_wait");
}

/// Groups matter to the race checks alone. Those of bulk copies from shared memory are not
/// followed.
void KernelDecoder::decodeCopyGroup(const Instruction& i) {
    if (i.modifiers.has("bulk")) {
        emit(i, "$nothing");
        return;
    }
    if (i.modifiers.has("commit_group")) {
        emit(i, "$cp.async.commit");
        return;
    }
    std::int64_t left = -1; // of wait_all, which commits first
    if (i.modifiers.has("wait_group")) {
        if (i.operands.empty() || i.operands.at(0).kind != Operand::Kind::immediate)
            unsupported(i, "the number of groups is not a constant");
        left = static_cast<std::int64_t>(i.operands.at(0).bits);
    }
    emit(i, "$cp.async.wait").imm = left;
}

/// Copies are executed at once: waits find them complete.
void KernelDecoder::decodeAsyncCopy(const Instruction& i) {
    if (i.modifiers.has("commit_group") || i.modifiers.has("wait_group") ||
        i.modifiers.has("wait_all"))
        return decodeCopyGroup(i);
    if (!i.modifiers.has("async"))
        unsupported(i);
    if (isBulkCopy(i))
        return decodeBulkCopy(i);
    if (i.modifiers.has("mbarrier")) {
        // The thread's earlier copies are complete when the mbarrier says so. Without .noinc, the
        // count is incremented and decremented by one: the two cancel out.
        emit(i, "$cp.async.wait").imm = -1;
        if (!i.modifiers.has("noinc"))
            return;
        m_code.infos.back().counted = false;
        const auto at = address(i, i.operands.at(0));
        const std::uint16_t one = constant(1, false);
        Inst& inst = emitRow(i, "$mbarrier.arrive", kNoRow, at.first);
        inst.b = one;
        inst.imm = at.second;
        inst.aux = static_cast<std::uint32_t>(spaceOf(i));
        inst.c = static_cast<std::uint16_t>(m_code.slotCount++ & 0xffff);
        return;
    }
    const bool bulk = i.modifiers.has("bulk");
    const bool toGlobal = bulk && i.modifiers.size() > 2 && i.modifiers.at(2) == "global";
    const auto to = address(i, i.operands.at(0));
    const auto from = address(i, i.operands.at(1));
    const std::uint16_t size = source(i, i.operands.at(2), 'r');
    std::uint16_t used = size;
    if (!bulk && i.operands.size() > 3) {
        // The fourth operand is the size of the source, the rest is zero; or a predicate.
        if (isPredicate(i.operands.at(3))) {
            // If the predicate is true, the source is ignored and zeros are written.
            const std::uint16_t ignore = predicateSource(i, i.operands.at(3));
            used = temporary(false);
            Inst& choose = emitRow(i, "selp.b32", used, constant(0, false));
            choose.b = size;
            choose.c = ignore;
            m_code.infos.back().counted = false;
        } else if (!i.modifiers.has("L2::cache_hint") || i.operands.size() > 4) {
            used = source(i, i.operands.at(3), 'r');
        }
    }
    const std::uint16_t sourceRow = temporary(true);
    Inst& add = emitRow(i, "$addConstant", sourceRow, from.first);
    add.imm = from.second;
    m_code.infos.back().counted = false;
    const bool tracked = bulk && !toGlobal;
    std::uint16_t barrier = 0;
    if (tracked) {
        const auto at = address(i, i.operands.at(3));
        barrier = temporary(true);
        Inst& sum = emitRow(i, "$addConstant", barrier, at.first);
        sum.imm = at.second;
        m_code.infos.back().counted = false;
    }
    Inst& inst = emitRow(i, toGlobal ? "$cp.async.toGlobal" : "$cp.async", size, to.first);
    inst.b = sourceRow;
    inst.imm = to.second;
    inst.aux = barrier;
    inst.aux2 = used;
    inst.c = static_cast<std::uint16_t>(m_code.slotCount++ & 0xffff);
    m_code.slotCount++; // the destination's slot follows the source's
}

/// mapa and getctarank, of addresses of 64 bits, or of 32 in shared memory.
void KernelDecoder::decodeClusterAddress(const Instruction& i) {
    const bool wide = i.modifiers.back() == "u64";
    const bool sharedSpace = i.modifiers.has("shared::cluster");
    if (!wide && (i.modifiers.back() != "u32" || !sharedSpace))
        unsupported(i);
    std::uint16_t a = source(i, i.operands.at(1), wide ? 'q' : 'r');
    if (!wide) {
        const std::uint16_t whole = temporary(true);
        emitRow(i, "cvt.u64.u32", whole, a);
        m_code.infos.back().counted = false;
        a = whole;
    }
    if (i.op == ptx::Opcode::getctarank) {
        emitRow(i, "$getctarank", destination(i, i.operands.at(0), 'r'), a);
        return;
    }
    const std::uint16_t rank = source(i, i.operands.at(2), 'r');
    const std::uint16_t d = wide ? destination(i, i.operands.at(0), 'q') : temporary(true);
    Inst& inst = emitRow(i, "$mapa", d, a);
    inst.b = rank;
    inst.aux = sharedSpace;
    if (wide)
        return;
    emitRow(i, "$part32.0", destination(i, i.operands.at(0), 'r'), d);
    m_code.infos.back().counted = false;
}

} // namespace warpbench::simgpu::engine
