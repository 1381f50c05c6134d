// SPDX-License-Identifier: GPL-3.0-or-later
// tensormap.replace and tensormap.cp_fenceproxy (PTX ISA 9.0, sections 9.7.9.26 and 9.7.13.16).
#include "core/simgpu/engine/decode/kernel_decoder.h"
#include "core/simgpu/engine/tensor_map.h"

#include <algorithm>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::pair<std::string_view, TensorMapField> kFields[] = {
    {"global_address", TensorMapField::address}, {"rank", TensorMapField::rank},
    {"box_dim", TensorMapField::boxSize},        {"global_dim", TensorMapField::tensorSize},
    {"global_stride", TensorMapField::stride},   {"element_stride", TensorMapField::step},
    {"elemtype", TensorMapField::element},       {"swizzle_mode", TensorMapField::swizzle},
    {"fill_mode", TensorMapField::fill}};

} // namespace

/// tensormap.replace.tile.FIELD{.global|.shared::cta}.b1024.TYPE [map]{, dimension}, value;
/// tensormap.cp_fenceproxy.global.shared::cta… [to], [from], 128
void KernelDecoder::decodeTensorMap(const Instruction& i) {
    const auto named = [&](std::string_view modifier) { return i.modifiers.has(modifier); };
    if (named("cp_fenceproxy")) {
        const std::uint16_t to = addressRow(i, i.operands.at(0));
        const std::uint16_t from = addressRow(i, i.operands.at(1));
        emitRow(i, "$tensormap.copy", kNoRow, to).b = from;
        return;
    }
    const Operand& value = i.operands.at(i.operands.size() - 1);
    if (named("interleave_layout") || named("swizzle_atomicity")) {
        if (value.bits != 0)
            unsupported(i, "an interleaved tensor, or a swizzle of other pieces than 16 bytes");
        emit(i, "$nothing");
        return;
    }
    if (named("elemtype") && value.bits > 12)
        unsupported(i, "elements of less than a byte");
    const auto field =
        std::ranges::find_if(kFields, [&](const auto& entry) { return named(entry.first); });
    const std::uint16_t map = addressRow(i, i.operands.at(0));
    const std::uint16_t row = source(i, value, named("b64") ? 'q' : 'r');
    Inst& inst =
        emitRow(i, named("b64") ? "$tensormap.replace.q" : "$tensormap.replace.r", kNoRow, map);
    inst.b = row;
    inst.aux = static_cast<std::uint32_t>(spaceOf(i));
    inst.aux2 = static_cast<std::uint32_t>(field->second);
    if (i.operands.size() > 2)
        inst.imm = static_cast<std::int64_t>(i.operands.at(1).bits);
}

} // namespace warpbench::simgpu::engine
