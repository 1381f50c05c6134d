// SPDX-License-Identifier: GPL-3.0-or-later
// ldmatrix, wmma and mma. check/matrix_forms.cpp has verified that the modifiers match.
#include "core/simgpu/engine/decode/kernel_decoder.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace warpbench::simgpu::engine {

namespace {

bool typeOf(std::string_view name, MatrixType& type) {
    static constexpr std::pair<std::string_view, MatrixType> kTypes[] = {
        {"f16", MatrixType::f16},    {"bf16", MatrixType::bf16}, {"tf32", MatrixType::tf32},
        {"f32", MatrixType::f32},    {"f64", MatrixType::f64},   {"s8", MatrixType::s8},
        {"u8", MatrixType::u8},      {"s32", MatrixType::s32},   {"e4m3", MatrixType::e4m3},
        {"e5m2", MatrixType::e5m2},  {"b16", MatrixType::b16},   {"s4", MatrixType::s4},
        {"u4", MatrixType::u4},      {"b1", MatrixType::b1},     {"e3m2", MatrixType::e3m2},
        {"e2m3", MatrixType::e2m3},  {"e2m1", MatrixType::e2m1}, {"ue8m0", MatrixType::ue8m0},
        {"ue4m3", MatrixType::ue4m3}};
    for (const auto& [known, value] : kTypes) {
        if (known == name) {
            type = value;
            return true;
        }
    }
    return false;
}

bool shapeOf(std::string_view text, MatrixOperands& operands) {
    const auto n = text.find('n'), k = text.find('k');
    if (text.empty() || text[0] != 'm' || n == std::string_view::npos ||
        k == std::string_view::npos)
        return false;
    const auto number = [&](std::size_t from) {
        return static_cast<std::uint16_t>(
            std::strtoul(std::string(text.substr(from)).c_str(), nullptr, 10));
    };
    operands.m = number(1);
    operands.n = number(n + 1);
    operands.k = number(k + 1);
    return true;
}

MatrixProduct productOf(const ptx::Instruction& i) {
    return !i.modifiers.has("popc") ? MatrixProduct::multiply
           : i.modifiers.has("xor") ? MatrixProduct::exclusiveOr
                                    : MatrixProduct::bothSet;
}

std::size_t registersOf(std::uint32_t elements, MatrixType type) {
    const std::uint32_t bits = bitsOf(type);
    return (std::size_t{elements} * bits / kLanes + (bits == 64 ? 63 : 31)) /
           (bits == 64 ? 64 : 32);
}

/// Products of common types have their own records: handlers/tensor_product.cpp.
std::string_view productKey(const MatrixOperands& o) {
    const bool isCommon = o.m == 16 && o.n == 8 && o.metadata == kNoRow && o.scaleCount == 0 &&
                          o.product == MatrixProduct::multiply && o.typeA == o.typeB;
    switch (isCommon ? o.typeA : MatrixType::f64) {
    case MatrixType::f16:
        return "$mma.f16";
    case MatrixType::bf16:
        return "$mma.bf16";
    case MatrixType::tf32:
        return "$mma.tf32";
    case MatrixType::s8:
        return "$mma.s8";
    case MatrixType::u8:
        return "$mma.u8";
    default:
        return "$mma";
    }
}

} // namespace

/// \param more  whether a fragment may have more registers than its elements fill
void KernelDecoder::requireFragments(const Instruction& i, const MatrixOperands& o, bool more) {
    const auto fits = [&](const std::vector<std::uint16_t>& rows, std::uint32_t elements,
                          MatrixType type) {
        const std::size_t needed = registersOf(elements, type);
        return more ? rows.size() >= needed : rows.size() == needed;
    };
    const std::uint32_t storedK = o.metadata == kNoRow ? o.k : o.k / 2u;
    if (!fits(o.a, o.m * storedK, o.typeA) || !fits(o.b, std::uint32_t{o.k} * o.n, o.typeB) ||
        !fits(o.c, std::uint32_t{o.m} * o.n, o.typeC) ||
        !fits(o.d, std::uint32_t{o.m} * o.n, o.typeD))
        invalid(i, "its operands have the wrong number of registers");
}

std::vector<std::uint16_t> KernelDecoder::fragment(const Instruction& i, const Operand& operand,
                                                   bool written) {
    std::vector<std::uint16_t> rows;
    const std::vector<Operand> single{operand};
    for (const Operand& element :
         operand.kind == Operand::Kind::vector ? operand.elements : single) {
        const char letter = isWide(element) ? 'q' : 'r'; // 64 bits: of .f64
        rows.push_back(written ? destination(i, element, letter) : source(i, element, letter));
    }
    return rows;
}

void KernelDecoder::emitMatrix(const Instruction& i, std::string_view key,
                               MatrixOperands operands) {
    Inst& inst = emit(i, key);
    inst.imm = 0;
    inst.c = static_cast<std::uint16_t>(m_code.slotCount++ & 0xffff);
    inst.aux2 = static_cast<std::uint32_t>(m_code.matrices.size());
    m_code.matrices.push_back(std::move(operands));
}

/// ldmatrix.sync.aligned.m8n8.x1|x2|x4{.trans}.shared.b16 {…}, [p]; stmatrix is the reverse. For
/// byte elements: ldmatrix .m16n16.trans and .m8n16, also from packed ones, and stmatrix
/// .m16n8.trans.
void KernelDecoder::decodeMatrixLoad(const Instruction& i) {
    const bool store = i.op == ptx::Opcode::stmatrix;
    MatrixOperands operands;
    operands.transposed = i.modifiers.has("trans");
    operands.space = spaceOf(i);
    operands.d = fragment(i, i.operands.at(store ? 1 : 0), !store);
    const auto at = address(i, i.operands.at(store ? 0 : 1));
    operands.address = at.first;
    operands.offset = at.second;
    if (i.modifiers.has("m8n8"))
        return emitMatrix(i, store ? "$stmatrix" : "$ldmatrix", std::move(operands));
    operands.m = i.modifiers.has("m16n16") ? 16 : 8; // rows, each with an address
    emitMatrix(i, store ? "$stmatrix.b8" : "$ldmatrix.b8", std::move(operands));
    m_code.insts.back().aux = i.modifiers.has("b6x16_p32")   ? 6
                              : i.modifiers.has("b4x16_p64") ? 4
                                                             : 8; // bits
}

/// wmma.load.a|b|c, wmma.store.d, wmma.mma.
void KernelDecoder::decodeWmma(const Instruction& i) {
    MatrixOperands o;
    std::vector<MatrixType> types;
    std::vector<bool> rowMajor;
    for (const std::string_view modifier : i.modifiers) {
        MatrixType type;
        if (typeOf(modifier, type))
            types.push_back(type);
        else if (modifier == "row" || modifier == "col")
            rowMajor.push_back(modifier == "row");
        else
            shapeOf(modifier, o);
    }
    if (o.m == 0 || types.empty() || rowMajor.empty())
        unsupported(i);
    o.saturate = i.modifiers.has("satfinite");
    const std::string_view what = i.modifiers.at(0);
    if (what == "mma") {
        // .f16 A and B are not named where only D and C are.
        o.typeD = types.front();
        o.typeC = types.back();
        if (types.size() == 4) {
            o.typeA = types[1];
            o.typeB = types[2];
        }
        o.d = fragment(i, i.operands.at(0), true);
        o.a = fragment(i, i.operands.at(1), false);
        o.b = fragment(i, i.operands.at(2), false);
        o.c = fragment(i, i.operands.at(3), false);
        o.product = productOf(i);
        requireFragments(i, o, true);
        return emitMatrix(i, "$wmma.mma", std::move(o));
    }
    const bool store = what == "store";
    const std::string_view which = i.modifiers.at(1);
    o.rowMajor = rowMajor.front();
    o.typeA = types.front();
    o.rows = which == "b" ? o.k : o.m;
    o.columns = which == "a" ? o.k : o.n;
    o.space = spaceOf(i);
    const std::size_t fragmentAt = store ? 1 : 0, addressAt = store ? 0 : 1;
    const auto at = address(i, i.operands.at(addressAt));
    o.address = at.first;
    o.offset = at.second;
    if (i.operands.size() > 2)
        o.stride = source(i, i.operands.at(2), 'r');
    o.d = fragment(i, i.operands.at(fragmentAt), !store);
    if (o.d.size() < registersOf(std::uint32_t{o.rows} * o.columns, o.typeA))
        invalid(i, "its operands have the wrong number of registers");
    emitMatrix(i, store ? "$wmma.store" : "$wmma.load", std::move(o));
}

/// The shape, types, product and .satfinite of mma and wgmma; all but the types go to `o`.
std::vector<MatrixType> KernelDecoder::matrixTypes(const Instruction& i, MatrixOperands& o) const {
    std::vector<MatrixType> types;
    for (const std::string_view modifier : i.modifiers) {
        MatrixType type;
        if (typeOf(modifier, type))
            types.push_back(type);
        else
            shapeOf(modifier, o);
    }
    o.saturate = i.modifiers.has("satfinite");
    o.product = productOf(i);
    return types;
}

/// The constant operand of a sparse product that chooses lanes.
void KernelDecoder::decodeSparsity(const Instruction& i, std::size_t at, MatrixOperands& o) {
    o.metadata = source(i, i.operands.at(at), 'r');
    o.selector = static_cast<std::uint8_t>(i.operands.at(at + 1).bits & 3);
}

/// scale-a-data, {byte-id-a, thread-id-a}, and the same of B.
void KernelDecoder::decodeScales(const Instruction& i, std::size_t at, MatrixOperands& o) {
    for (MatrixOperands::Scales* scales : {&o.scalesA, &o.scalesB}) {
        scales->data = source(i, i.operands.at(at), 'r');
        const Operand& ids = i.operands.at(at + 1);
        scales->byteId = source(i, ids.elements.at(0), 'r');
        scales->threadId = source(i, ids.elements.at(1), 'r');
        at += 2;
    }
    o.scaleCount = i.modifiers.has("scale_vec::4X") ? 4 : i.modifiers.has("kind::mxf8f6f4") ? 1 : 2;
}

/// mma{.sp}.sync.aligned.SHAPE.row.col{.satfinite}{.kind}{.block_scale}.D.A.B.C{.SCALE}
void KernelDecoder::decodeMma(const Instruction& i) {
    MatrixOperands o;
    const std::vector<MatrixType> types = matrixTypes(i, o);
    if (types.size() < 4)
        unsupported(i);
    o.typeD = types[0];
    o.typeA = types[1];
    o.typeB = types[2];
    o.typeC = types[3];
    if (i.modifiers.has("kind::f8f6f4") ||
        i.modifiers.has("kind::mxf8f6f4")) { // each element in a byte
        for (MatrixType* type : {&o.typeA, &o.typeB})
            *type = *type == MatrixType::e2m1 ? MatrixType::e2m1Padded : *type;
    }
    o.d = fragment(i, i.operands.at(0), true);
    o.a = fragment(i, i.operands.at(1), false);
    o.b = fragment(i, i.operands.at(2), false);
    o.c = fragment(i, i.operands.at(3), false);
    if (o.k == 4 && o.typeA == MatrixType::f16) {
        std::vector<std::string_view> layouts;
        std::copy_if(i.modifiers.begin(), i.modifiers.end(), std::back_inserter(layouts),
                     [](std::string_view name) { return name == "row" || name == "col"; });
        o.columnMajorA = layouts.at(0) == "col";
        o.rowMajorB = layouts.at(1) == "row";
        return emitMatrix(i, "$mma.m8n8k4", std::move(o));
    }
    std::size_t next = 4;
    if (i.modifiers.has("sp") || i.modifiers.has("sp::ordered_metadata")) {
        decodeSparsity(i, next, o);
        next += 2;
    }
    if (i.modifiers.has("block_scale")) {
        o.typeOfScale = types.at(4);
        decodeScales(i, next, o);
    }
    requireFragments(i, o, false);
    emitMatrix(i, productKey(o), std::move(o));
}

} // namespace warpbench::simgpu::engine
