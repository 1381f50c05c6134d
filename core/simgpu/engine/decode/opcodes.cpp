// SPDX-License-Identifier: GPL-3.0-or-later
// The column of decoders of ptx/opcodes.inc, and those that need a line or two.
#include "core/simgpu/engine/decode/kernel_decoder.h"

#include <array>

namespace warpbench::simgpu::engine {

void KernelDecoder::decodeBody(const Instruction& i) {
    using Decoder = void (KernelDecoder::*)(const Instruction&);
    static constexpr std::array<Decoder, ptx::kOpcodes> kDecoders{
        &KernelDecoder::decodeNothing,
#define WARPBENCH_OPCODE(id, text, kind, traits, decoder) &KernelDecoder::decode##decoder,
#include "core/simgpu/ptx/opcodes.inc"
#undef WARPBENCH_OPCODE
    };
    (this->*kDecoders[static_cast<std::size_t>(i.op)])(i);
}

/// Instructions that are valid PTX but not executed.
void KernelDecoder::decodeNothing(const Instruction& i) {
    unsupported(i);
}

/// Hints change nothing here: any policy will do.
void KernelDecoder::decodeCachePolicy(const Instruction& i) {
    const std::uint16_t none = constant(0, true);
    emitRow(i, "mov.b64", destination(i, i.operands.at(0), 'q'), none);
}

void KernelDecoder::decodeFence(const Instruction& i) {
    emit(i, "$fence");
}

void KernelDecoder::decodeHint(const Instruction& i) {
    emit(i, "$nothing");
}

void KernelDecoder::decodeTrap(const Instruction& i) {
    emit(i, i.opcode);
}

void KernelDecoder::decodeSleep(const Instruction& i) {
    const std::uint16_t time = source(i, i.operands.at(0), 'r');
    emit(i, "nanosleep.u32").a = time;
}

} // namespace warpbench::simgpu::engine
