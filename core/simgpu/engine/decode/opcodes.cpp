// SPDX-License-Identifier: GPL-3.0-or-later
// Which opcode is decoded by what, and those that need a line or two.
#include "core/simgpu/engine/decode/kernel_decoder.h"

#include <unordered_map>

namespace warpbench::simgpu::engine {

/// What stands in no table is arithmetic between registers.
void KernelDecoder::decodeBody(const Instruction& i) {
    using K = KernelDecoder;
    static const std::unordered_map<std::string_view, void (K::*)(const Instruction&)> kDecoders{
        {"alloca", &K::decodeStack},
        {"applypriority", &K::decodeHint},
        {"atom", &K::decodeAtomic},
        {"bar", &K::decodeBarrier},
        {"barrier", &K::decodeBarrier},
        {"bra", &K::decodeBranch},
        {"brkpt", &K::decodeTrap},
        {"brx", &K::decodeIndexedBranch},
        {"call", &K::decodeCall},
        {"clusterlaunchcontrol", &K::decodeLaunchControl},
        {"cp", &K::decodeAsyncCopy},
        {"createpolicy", &K::decodeCachePolicy},
        {"cvt", &K::decodeConversion},
        {"cvta", &K::decodeAddressConversion},
        {"discard", &K::decodeHint},
        {"elect", &K::decodeWarpwide},
        {"exit", &K::decodeReturn},
        {"fence", &K::decodeFence},
        {"getctarank", &K::decodeClusterAddress},
        {"griddepcontrol", &K::decodeHint},
        {"isspacep", &K::decodeIsSpace},
        {"istypep", &K::decodeImageQuery},
        {"ld", &K::decodeLoad},
        {"ldmatrix", &K::decodeMatrixLoad},
        {"ldu", &K::decodeLoad},
        {"lop3", &K::decodeLogic},
        {"mapa", &K::decodeClusterAddress},
        {"match", &K::decodeWarpwide},
        {"mbarrier", &K::decodeMbarrier},
        {"membar", &K::decodeFence},
        {"mma", &K::decodeMma},
        {"mov", &K::decodeMove},
        {"movmatrix", &K::decodeMatrixTranspose},
        {"nanosleep", &K::decodeSleep},
        {"pmevent", &K::decodeHint},
        {"prefetch", &K::decodeHint},
        {"prefetchu", &K::decodeHint},
        {"prmt", &K::decodePermute},
        {"red", &K::decodeAtomic},
        {"redux", &K::decodeWarpwide},
        {"ret", &K::decodeReturn},
        {"set", &K::decodeSet},
        {"setmaxnreg", &K::decodeHint},
        {"setp", &K::decodeSet},
        {"shfl", &K::decodeWarpwide},
        {"st", &K::decodeStore},
        {"stackrestore", &K::decodeStack},
        {"stacksave", &K::decodeStack},
        {"stmatrix", &K::decodeMatrixLoad},
        {"suld", &K::decodeSurface},
        {"suq", &K::decodeImageQuery},
        {"sured", &K::decodeSurface},
        {"sust", &K::decodeSurface},
        {"tensormap", &K::decodeTensorMap},
        {"tex", &K::decodeTexture},
        {"tld4", &K::decodeTexture},
        {"trap", &K::decodeTrap},
        {"txq", &K::decodeImageQuery},
        {"vote", &K::decodeWarpwide},
        {"wgmma", &K::decodeWgmma},
        {"wmma", &K::decodeWmma},
    };
    const auto found = kDecoders.find(i.opcode);
    if (found != kDecoders.end())
        return (this->*found->second)(i);
    if (i.opcode.size() > 3 && i.opcode.front() == 'v')
        return decodeVideo(i);
    decodeArithmetic(i);
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
    emit(i, "nanosleep.u32");
}

} // namespace warpbench::simgpu::engine
