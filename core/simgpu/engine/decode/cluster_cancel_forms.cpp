// SPDX-License-Identifier: GPL-3.0-or-later
// clusterlaunchcontrol
#include "core/simgpu/engine/decode/kernel_decoder.h"

namespace warpbench::simgpu::engine {

/// clusterlaunchcontrol.try_cancel.async… [response], [mbarrier]; .query_cancel.is_canceled p, q;
/// .query_cancel.get_first_ctaid.v4 {x, y, z, _}, q; .query_cancel.get_first_ctaid::x d, q
void KernelDecoder::decodeClusterCancel(const Instruction& i) {
    const auto named = [&](std::string_view modifier) { return i.modifiers.has(modifier); };
    if (named("try_cancel")) {
        const std::uint16_t response = addressRow(i, i.operands.at(0));
        const std::uint16_t barrier = addressRow(i, i.operands.at(1));
        Inst& inst = emitRow(i, "$cancel.try", kNoRow, response);
        inst.b = barrier;
        inst.aux = named("multicast::cluster::all");
        m_code.cancelsLaunches = true;
        return;
    }
    const auto halves = quadRows(i, i.operands.at(1));
    const Operand& to = i.operands.at(0);
    if (named("is_canceled")) {
        emitRow(i, "$cancel.query", destination(i, to, 'p'), halves[1]);
        return;
    }
    static constexpr std::pair<const char*, std::size_t> kParts[] = {
        {"$part32.0", 0}, {"$part32.1", 0}, {"$part32.0", 1}, {"$part32.1", 1}};
    const auto give = [&](const Operand& operand, std::size_t part) {
        if (operand.kind != Operand::Kind::discard)
            emitRow(i, kParts[part].first, destination(i, operand, 'r'),
                    halves[kParts[part].second]);
    };
    if (to.kind == Operand::Kind::vector) {
        for (std::size_t part = 0; part < to.elements.size(); ++part)
            give(to.elements[part], part);
        return;
    }
    give(to, named("get_first_ctaid::x") ? 0 : named("get_first_ctaid::y") ? 1 : 2);
}

} // namespace warpbench::simgpu::engine
