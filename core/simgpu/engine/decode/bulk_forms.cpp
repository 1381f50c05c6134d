// SPDX-License-Identifier: GPL-3.0-or-later
// Bulk copies that are more than a range of bytes from global memory to this block or back.
#include "core/simgpu/engine/decode/bulk_copy.h"
#include "core/simgpu/engine/decode/kernel_decoder.h"

namespace warpbench::simgpu::engine {

namespace {

using Reduction = BulkCopy::Reduction;

Reduction reductionOf(const ptx::Instruction& i) {
    static constexpr std::pair<std::string_view, Reduction> kNames[] = {
        {"add", Reduction::add},  {"min", Reduction::min},   {"max", Reduction::max},
        {"inc", Reduction::inc},  {"dec", Reduction::dec},   {"and", Reduction::bitAnd},
        {"or", Reduction::bitOr}, {"xor", Reduction::bitXor}};
    for (const auto& [name, reduction] : kNames) {
        if (i.modifiers.has(name))
            return reduction;
    }
    return Reduction::none;
}

/// The spaces that a copy names, target first; .shared::cluster counts as shared.
BulkCopy::Way wayOf(const ptx::Instruction& i) {
    std::vector<bool> shared;
    for (const std::string_view modifier : i.modifiers) {
        if (modifier == "global")
            shared.push_back(false);
        else if (modifier == "shared::cluster" || modifier == "shared::cta")
            shared.push_back(true);
    }
    if (shared.size() == 2 && shared[0] && shared[1])
        return BulkCopy::Way::sharedToShared;
    return !shared.empty() && shared[0] ? BulkCopy::Way::globalToShared
                                        : BulkCopy::Way::sharedToGlobal;
}

} // namespace

bool KernelDecoder::isBulkCopy(const Instruction& i) const {
    return i.modifiers.has("bulk") &&
           (i.modifiers.has("tensor") || i.modifiers.has("reduce") ||
            i.modifiers.has("multicast::cluster") || i.modifiers.has("prefetch") ||
            i.modifiers.has("cp_mask") || wayOf(i) == BulkCopy::Way::sharedToShared);
}

/// The row of an address with its offset added.
std::uint16_t KernelDecoder::addressRow(const Instruction& i, const Operand& operand) {
    const auto at = address(i, operand);
    if (at.second == 0)
        return at.first;
    const std::uint16_t row = temporary(true);
    emitRow(i, "$addConstant", row, at.first).imm = at.second;
    m_code.infos.back().counted = false;
    return row;
}

/// cp{.reduce}.async.bulk{.tensor.Nd}.TO.FROM…: [to], [from] with a size or [map, {coordinates}],
/// then [mbarrier], a mask of blocks, a cache policy.
void KernelDecoder::decodeBulkCopy(const Instruction& i) {
    if (i.modifiers.has("prefetch")) {
        emit(i, "$nothing");
        return;
    }
    BulkCopy copy;
    copy.way = wayOf(i);
    const bool tensor = i.modifiers.has("tensor");
    if (i.modifiers.has("reduce")) {
        copy.reduction = reductionOf(i);
        copy.type = tensor ? ptx::Type::none : ptx::typeNamed(i.modifiers.back());
        if (copy.reduction == Reduction::none || (!tensor && copy.type == ptx::Type::none))
            unsupported(i);
    }
    for (const std::string_view modifier : i.modifiers) {
        if (modifier.starts_with("im2col::"))
            unsupported(i, "a tensor map in mode im2col::w");
        if (modifier == "im2col" || modifier == "im2col_no_offs")
            copy.im2col = true;
    }
    copy.fourRows = i.modifiers.has("tile::gather4") || i.modifiers.has("tile::scatter4");
    copy.pairBarriers = i.modifiers.has("cta_group::2");
    const std::size_t needed = tensor ? 2 : 3;
    if (i.operands.size() < needed)
        unsupported(i, "it has too few operands");
    const bool toGlobal = copy.way == BulkCopy::Way::sharedToGlobal;
    const Operand& outside = i.operands.at(toGlobal ? 0 : 1);
    const Operand& inside = i.operands.at(toGlobal ? 1 : 0);
    if (tensor) {
        if (outside.kind != Operand::Kind::tuple || outside.elements.size() != 2)
            unsupported(i, "it needs a tensor map with coordinates");
        const Operand& at = outside.elements.at(1);
        copy.rank = copy.fourRows ? 2 : static_cast<std::uint8_t>(at.elements.size());
        if (at.kind != Operand::Kind::vector || copy.rank == 0 || copy.rank > 5)
            unsupported(i, "it needs 1 to 5 coordinates");
        for (std::size_t n = 0; n < copy.coordinateCount(); ++n)
            copy.coordinates[n] = source(i, at.elements.at(n), 'r');
        copy.global = addressRow(i, outside.elements.at(0));
        copy.shared = addressRow(i, inside);
    } else if (copy.way == BulkCopy::Way::sharedToShared) {
        copy.toShared = addressRow(i, inside);
        copy.shared = addressRow(i, outside);
    } else {
        copy.shared = addressRow(i, inside);
        copy.global = addressRow(i, outside);
    }
    if (!tensor)
        copy.size = source(i, i.operands.at(2), 'r');
    std::size_t next = needed;
    if (!toGlobal) {
        if (i.operands.size() <= next)
            unsupported(i, "the mbarrier is missing");
        copy.barrier = addressRow(i, i.operands.at(next++));
    }
    if (i.modifiers.has("im2col")) {
        if (i.operands.size() <= next || i.operands.at(next).kind != Operand::Kind::vector ||
            i.operands.at(next).elements.size() + 2 != copy.rank)
            unsupported(i, "it needs an im2col offset for each dimension but two");
        for (const Operand& offset : i.operands.at(next++).elements)
            copy.offsets[copy.offsetCount++] = source(i, offset, 'r');
    }
    if (i.modifiers.has("multicast::cluster")) {
        if (i.operands.size() <= next)
            unsupported(i, "the block mask is missing");
        copy.blocks = source(i, i.operands.at(next), 'r');
    }
    if (i.modifiers.has("cp_mask"))
        copy.bytes = source(i, i.operands.at(i.operands.size() - 1), 'r');
    Inst& inst = emit(i, "$bulk");
    inst.aux2 = static_cast<std::uint32_t>(m_code.bulkCopies.size());
    inst.c = static_cast<std::uint16_t>(m_code.slotCount++ & 0xffff);
    m_code.slotCount++;
    m_code.bulkCopies.push_back(std::make_shared<const BulkCopy>(copy));
}

} // namespace warpbench::simgpu::engine
