// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that only poll one place until another thread writes it: a flag, or a barrier of the whole
// grid. A warp in such a loop should let others run.
#include "core/simgpu/engine/decode/kernel_decoder.h"
#include "core/simgpu/ptx/roles.h"

#include <algorithm>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::int64_t kLongestLoop = 48; ///< records, including functions called in it
constexpr std::size_t kDeepestCall = 4;

bool changesNothing(const InstInfo& info) {
    const bool isLocal = info.space == MemorySpace::local || info.space == MemorySpace::param;
    switch (info.kind) {
    case InstClass::barrier: // among them fences
        return info.fence;
    case InstClass::atomic:
    case InstClass::matrix:
        return false;
    default:
        return !info.collective && !info.waits && (!info.store || isLocal);
    }
}

/// An atomic that does not change the place a second time: a read (`add 0`), or the attempt to take
/// a lock. A compare-and-swap with other values each time computes something.
bool onlyRepeats(const ptx::Instruction& i) {
    if (i.op != ptx::Opcode::atom || i.operands.size() < 3)
        return false;
    const auto has = [&](std::string_view name) { return i.modifiers.has(name); };
    if (has("exch") || has("cas") || has("min") || has("max"))
        return true;
    const ptx::Operand& value = i.operands[2];
    return (has("add") || has("or") || has("xor")) && value.kind == ptx::Operand::Kind::immediate &&
           value.bits == 0;
}

} // namespace

/// Findings in a range of records.
struct KernelDecoder::Looks {
    bool strongly = false;               ///< by a volatile, relaxed or acquiring load, or an atomic
    std::vector<std::int32_t> addresses; ///< registers of such loads, in the function of the loop
    std::vector<std::int32_t> repeated;  ///< registers that atomics read; must not change
    std::vector<std::int32_t> results;   ///< of the atomics; the loop must look at one
    std::vector<std::uint32_t> callers;  ///< functions that are being looked at
};

/// True if the records [first, last], and the functions that they call, do not change anything
/// visible to others. Debug builds call a function for each read of a flag.
bool KernelDecoder::onlyLooks(std::uint32_t first, std::uint32_t last, Looks& looks) {
    for (std::uint32_t n = first; n <= last; ++n) {
        const InstInfo& info = m_code.infos[n];
        const std::vector<Instruction>& code = m_module.functions[info.function].code;
        if (info.instruction >= code.size()) // the return of a function without instructions
            continue;
        const Instruction& i = code[info.instruction];
        if (info.kind == InstClass::atomic && onlyRepeats(i) && looks.callers.empty()) {
            ptx::registersOf(i, looks.repeated, looks.results);
            looks.strongly = true;
            continue;
        }
        if (!changesNothing(info) || i.op == ptx::Opcode::nanosleep)
            return false;
        if (info.strong && info.accessBytes != 0 && !info.store && info.kind == InstClass::memory) {
            looks.strongly = true;
            if (looks.callers.empty())
                looks.addresses.push_back(info.addressRegister);
        }
        if (i.op != ptx::Opcode::call || !info.counted)
            continue;
        const std::int32_t callee =
            m_code.calls[static_cast<std::size_t>(m_code.insts[n].imm)].function;
        if (callee < 0 || looks.callers.size() >= kDeepestCall)
            return false;
        const auto index = static_cast<std::uint32_t>(callee);
        const std::uint32_t begin = m_code.functions[index].entry;
        const std::uint32_t end = index + 1 < m_code.functions.size()
                                      ? m_code.functions[index + 1].entry
                                      : static_cast<std::uint32_t>(m_code.insts.size());
        if (end - begin > kLongestLoop)
            return false;
        looks.callers.push_back(index);
        if (!onlyLooks(begin, end - 1, looks))
            return false;
        looks.callers.pop_back();
    }
    return true;
}

/// Whether an instruction of the loop reads one of the registers, also one that has no record of
/// its own.
bool KernelDecoder::isAnyRead(const std::vector<std::int32_t>& registers,
                              const PollingLoop& loop) const {
    const InstInfo &first = m_code.infos[loop.first], &last = m_code.infos[loop.last];
    const std::vector<Instruction>& code = m_module.functions[first.function].code;
    std::vector<std::int32_t> reads, writes;
    for (std::size_t n = first.instruction; n <= last.instruction && n < code.size(); ++n)
        ptx::registersOf(code[n], reads, writes);
    return std::any_of(registers.begin(), registers.end(), [&](std::int32_t reg) {
        return std::find(reads.begin(), reads.end(), reg) != reads.end();
    });
}

/// True for a loop that reads a place by a volatile, relaxed or acquire load with a constant
/// address, as far as can be seen, or by an atomic that always does the same, and does not change
/// anything else that is visible to others.
bool KernelDecoder::onlyPolls(const PollingLoop& loop) {
    Looks looks;
    if (!onlyLooks(loop.first, loop.last, looks) || !looks.strongly)
        return false;
    std::vector<std::int32_t> reads, writes;
    for (std::uint32_t n = loop.first; n <= loop.last; ++n) {
        const InstInfo& info = m_code.infos[n];
        ptx::registersOf(m_module.functions[info.function].code[info.instruction], reads, writes);
    }
    const auto stays = [&](std::int32_t reg) {
        return std::find(writes.begin(), writes.end(), reg) == writes.end();
    };
    if (!looks.results.empty() && !isAnyRead(looks.results, loop))
        return false;
    return std::all_of(looks.repeated.begin(), looks.repeated.end(), stays) &&
           (looks.addresses.empty() ||
            std::any_of(looks.addresses.begin(), looks.addresses.end(), stays));
}

/// The short loops of the current function.
void KernelDecoder::noteLoops() {
    for (const Branch& branch : m_branches) {
        const Inst& inst = m_code.insts[branch.inst];
        if (inst.imm > 0 || inst.imm < -kLongestLoop ||
            m_code.infos[branch.inst].kind != InstClass::branch)
            continue;
        m_loops.push_back({static_cast<std::uint32_t>(branch.inst + inst.imm), branch.inst});
    }
}

/// A back-edge of a loop that polls costs as much of the warp's budget as many others.
void KernelDecoder::markPolls() {
    for (const PollingLoop& loop : m_loops) {
        if (onlyPolls(loop))
            m_code.insts[loop.last].aux2 = kPollCost;
    }
}

} // namespace warpbench::simgpu::engine
