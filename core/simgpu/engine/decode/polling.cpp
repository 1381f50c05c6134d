// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that do nothing but look at one place until somebody else writes it: of a flag, of a
// barrier of the whole grid. Whoever runs such a loop had better let others run.
#include "core/simgpu/engine/decode/kernel_decoder.h"
#include "core/simgpu/ptx/roles.h"

#include <algorithm>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::int64_t kLongestLoop = 48; ///< records

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

} // namespace

/// True where the records [first, last] read a place by a volatile, relaxed or acquiring load whose
/// address stays the same, and change nothing that others see.
bool KernelDecoder::onlyPolls(std::uint32_t first, std::uint32_t last) const {
    std::vector<std::int32_t> reads, writes;
    bool looks = false;
    for (std::uint32_t n = first; n <= last; ++n) {
        const InstInfo& info = m_code.infos[n];
        if (!changesNothing(info))
            return false;
        const Instruction& i = m_function->code[info.instruction];
        if (i.op == ptx::Opcode::call || i.op == ptx::Opcode::nanosleep)
            return false;
        ptx::registersOf(i, reads, writes);
    }
    for (std::uint32_t n = first; n <= last; ++n) {
        const InstInfo& info = m_code.infos[n];
        looks |= info.strong && info.accessBytes != 0 && !info.store &&
                 info.kind == InstClass::memory &&
                 std::find(writes.begin(), writes.end(), info.addressRegister) == writes.end();
    }
    return looks;
}

/// A back-edge of such a loop costs as much of the warp's budget as many others.
void KernelDecoder::markPolls() {
    for (const Branch& branch : m_branches) {
        Inst& inst = m_code.insts[branch.inst];
        if (inst.imm > 0 || inst.imm < -kLongestLoop ||
            m_code.infos[branch.inst].kind != InstClass::branch)
            continue;
        const auto first = static_cast<std::uint32_t>(branch.inst + inst.imm);
        if (onlyPolls(first, branch.inst))
            inst.aux2 = kPollCost;
    }
}

} // namespace warpbench::simgpu::engine
