// SPDX-License-Identifier: GPL-3.0-or-later
// wgmma. check/matrix_forms.cpp has verified that modifiers and operands match.
#include "core/simgpu/engine/decode/kernel_decoder.h"

#include <algorithm>

namespace warpbench::simgpu::engine {

/// wgmma.mma_async{.sp}.sync.aligned.SHAPE.D.A.B d, a, b{, metadata, selector}, scale-d {, scale-a,
/// scale-b}{, trans-a}{, trans-b}; trans-a only exists if A is in shared memory. The other wgmma
/// instructions order work that is done at once: see machine/wgmma.cpp.
void KernelDecoder::decodeWgmma(const Instruction& i) {
    if (i.modifiers.at(0) != "mma_async") {
        emit(i, "$nothing");
        return;
    }
    MatrixOperands o;
    const std::vector<MatrixType> types = matrixTypes(i, o);
    o.typeD = types.at(0);
    o.typeA = types.at(1);
    o.typeB = types.at(2);
    o.d = fragment(i, i.operands.at(0), true);
    const bool isAInRegisters = i.operands.at(1).kind == Operand::Kind::vector;
    if (isAInRegisters)
        o.a = fragment(i, i.operands.at(1), false);
    else
        o.descriptorA = source(i, i.operands.at(1), 'q');
    o.descriptorB = source(i, i.operands.at(2), 'q');
    std::size_t next = 3;
    if (i.modifiers.has("sp")) {
        decodeSparsity(i, next, o);
        next += 2;
    }
    o.keepsD = predicateSource(i, i.operands.at(next++));
    const auto constantOf = [&] { return static_cast<std::int64_t>(i.operands.at(next++).bits); };
    if (next < i.operands.size()) {
        o.negatesA = constantOf() < 0;
        o.negatesB = constantOf() < 0;
    }
    if (next < i.operands.size() && !isAInRegisters)
        o.transposesA = constantOf() != 0;
    if (next < i.operands.size())
        o.transposesB = constantOf() != 0;
    emitMatrix(i, "$wgmma", std::move(o));
}

} // namespace warpbench::simgpu::engine
