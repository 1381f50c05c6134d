// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses through the same register have the same address pattern: the first one determines it for
// all others. In an unrolled loop over a tile, that saves fifteen of sixteen.
#include "core/simgpu/engine/decode/kernel_decoder.h"
#include "core/simgpu/ptx/roles.h"

#include <algorithm>
#include <array>

namespace warpbench::simgpu::engine {

namespace {

/// The contents of an entry of Warp::shapes at a record.
struct KnownShape {
    std::int32_t reg = -1; ///< -1: nothing that anybody may use
    std::uint16_t row = 0;
    std::uint8_t bytes = 0; ///< per lane: side by side is another thing for other sizes
};

/// Plain loads and stores, whose handlers determine the address pattern.
bool looksAtAddresses(const ptx::Instruction& i, const InstInfo& info) {
    return (i.op == ptx::Opcode::ld || i.op == ptx::Opcode::ldu || i.op == ptx::Opcode::st) &&
           info.accessBytes != 0 && !info.indexed && info.addressRegister >= 0 &&
           (info.space == MemorySpace::global || info.space == MemorySpace::generic ||
            info.space == MemorySpace::shared);
}

/// Records after which other lanes may be active.
bool mayChangeLanes(const ptx::Instruction& i, const InstInfo& info) {
    switch (info.kind) {
    case InstClass::branch:
    case InstClass::barrier:
    case InstClass::warpwide:
    case InstClass::matrix:
    case InstClass::atomic: // a failed compare-and-swap yields
        return true;
    default:
        return info.retried || info.waits || i.guard >= 0 || i.op == ptx::Opcode::nanosleep ||
               ptx::has(i.op, ptx::kLeaves);
    }
}

} // namespace

/// Of the current function.
void KernelDecoder::shareShapes() {
    std::array<KnownShape, kShapes> known; // entry 0 is unused
    std::size_t next = 1;
    std::vector<std::uint32_t> starts(m_blockStart);
    std::sort(starts.begin(), starts.end());
    std::vector<std::int32_t> reads, writes;
    const std::uint32_t first = m_code.functions[m_codeIndex].entry;
    for (std::uint32_t n = first; n < m_code.insts.size(); ++n) {
        const InstInfo& info = m_code.infos[n];
        if (m_function->code.empty())
            return;
        const Instruction& i = m_function->code[info.instruction];
        const bool startsBlock = std::binary_search(starts.begin(), starts.end(), n);
        if (startsBlock || mayChangeLanes(i, info))
            known = {};
        if (mayChangeLanes(i, info))
            continue;
        if (looksAtAddresses(i, info)) {
            Inst& inst = m_code.insts[n];
            const auto same =
                std::find_if(known.begin() + 1, known.end(), [&](const KnownShape& shape) {
                    return shape.reg == info.addressRegister && shape.row == inst.a &&
                           shape.bytes == info.accessBytes;
                });
            if (same != known.end()) {
                inst.aux = static_cast<std::uint32_t>(same - known.begin()) | kKnownShape;
            } else {
                inst.aux = static_cast<std::uint32_t>(next);
                known[next] = {info.addressRegister, inst.a, info.accessBytes};
                next = next % (kShapes - 1) + 1;
            }
        }
        if (std::all_of(known.begin(), known.end(), [](const auto& s) { return s.reg < 0; }))
            continue;
        reads.clear();
        writes.clear();
        ptx::registersOf(i, reads, writes);
        for (KnownShape& shape : known) {
            if (std::find(writes.begin(), writes.end(), shape.reg) != writes.end())
                shape.reg = -1;
        }
    }
}

} // namespace warpbench::simgpu::engine
