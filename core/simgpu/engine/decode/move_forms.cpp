// SPDX-License-Identifier: GPL-3.0-or-later
// mov: between registers, of vectors, and between a value and its parts (PTX ISA 9.0, sections
// 9.7.9.2 and 9.7.9.3).
#include "core/simgpu/engine/decode/kernel_decoder.h"

#include <algorithm>

namespace warpbench::simgpu::engine {

namespace {

bool isVector(const ptx::Operand& operand) {
    return operand.kind == ptx::Operand::Kind::vector;
}

/// The record that takes one of `count` parts out of a value of `bytes` (2, 4 or 8).
std::string partKey(std::size_t bytes, std::size_t count, std::size_t part) {
    if (bytes == 8 && count == 4) {
        static constexpr const char* kKeys[] = {"$part32.0", "$part48.1", "$part32.1", "$part48.3"};
        return kKeys[part];
    }
    return "$part" + std::to_string(8 * bytes / count) + '.' + std::to_string(part);
}

} // namespace

void KernelDecoder::decodeMove(const Instruction& i) {
    const Operand& to = i.operands.at(0);
    const Operand& from = i.operands.at(1);
    if (i.modifiers.size() > 1) // .v2 or .v4
        return decodeVectorMove(i);
    const std::string_view type = i.modifiers.at(0);
    if (isVector(to))
        return decodeUnpack(i);
    if (isVector(from))
        return decodePackedMove(i);
    if (type == "b128") {
        for (std::size_t half = 0; half < 2; ++half)
            emitRow(i, "mov.b64", quadRows(i, to)[half], quadRows(i, from)[half]);
        return;
    }
    if (isPredicate(to)) {
        if (type != "pred")
            invalid(i, "a predicate can only be moved as .pred");
        emitShaped(i, "mov.pred", 0);
        return;
    }
    // Types and registers may differ in kind but not in size.
    const bool wide = isWide(to);
    const char letter = type == "f32" ? 'f' : type == "f64" ? 'g' : wide ? 'q' : 'r';
    const std::uint16_t row = source(i, from, letter);
    emitRow(i, wide ? "mov.b64" : "mov.b32", destination(i, to, wide ? 'q' : 'r'), row);
}

/// mov.v2.TYPE {a, b}, {c, d}. Of a lone source the first element becomes the value and the others
/// zero, as ptxas does.
void KernelDecoder::decodeVectorMove(const Instruction& i) {
    const std::vector<Operand>& to = i.operands.at(0).elements;
    const Operand& from = i.operands.at(1);
    const ptx::Type type = ptx::typeNamed(i.modifiers.back());
    const bool wide = ptx::sizeOf(type) == 8;
    const char letter = type == ptx::Type::f32   ? 'f'
                        : type == ptx::Type::f64 ? 'g'
                        : wide                   ? 'q'
                                                 : 'r';
    const std::string_view key = wide ? "mov.b64" : "mov.b32";
    if (!isVector(i.operands.at(0)) || (isVector(from) && from.elements.size() != to.size()))
        unsupported(i, "its operands are not vectors of the same length");
    // A register may be both source and destination.
    std::vector<std::uint16_t> rows;
    for (std::size_t n = 0; n < to.size(); ++n) {
        Operand element = from;
        if (isVector(from))
            element = from.elements[n];
        else if (from.kind != Operand::Kind::immediate)
            unsupported(i, "a vector from an operand of this kind");
        else if (n > 0)
            element.bits = 0;
        rows.push_back(temporary(wide));
        emitRow(i, key, rows.back(), source(i, element, letter));
    }
    for (std::size_t n = 0; n < to.size(); ++n) {
        if (to[n].kind != Operand::Kind::discard)
            emitRow(i, key, destination(i, to[n], wide ? 'q' : 'r'), rows[n]);
    }
}

/// mov.b32 {a, b}, s
void KernelDecoder::decodeUnpack(const Instruction& i) {
    const std::vector<Operand>& parts = i.operands.at(0).elements;
    const Operand& whole = i.operands.at(1);
    const auto give = [&](const std::string& key, std::uint16_t row, std::size_t part,
                          char letter) {
        if (parts.at(part).kind != Operand::Kind::discard)
            emitRow(i, key, destination(i, parts.at(part), letter), row);
    };
    const auto bytes = static_cast<std::size_t>(ptx::sizeOf(ptx::typeNamed(i.modifiers.at(0))));
    if (bytes < 16) {
        const std::uint16_t row = source(i, whole, bytes == 8 ? 'q' : 'r');
        for (std::size_t part = 0; part < parts.size(); ++part)
            give(partKey(bytes, parts.size(), part), row, part, 'r');
        return;
    }
    const auto halves = quadRows(i, whole);
    for (std::size_t part = 0; part < parts.size(); ++part) {
        if (parts.size() == 2)
            give("mov.b64", halves[part], part, 'q');
        else
            give(partKey(8, 2, part % 2), halves[part / 2], part, 'r');
    }
}

/// mov.b32 d, {a, b}
void KernelDecoder::decodePackedMove(const Instruction& i) {
    const Operand& whole = i.operands.at(0);
    const std::vector<Operand>& parts = i.operands.at(1).elements;
    const auto bytes = static_cast<std::size_t>(ptx::sizeOf(ptx::typeNamed(i.modifiers.at(0))));
    std::size_t size = bytes / parts.size(); // of a part
    std::vector<std::uint16_t> rows;
    rows.reserve(parts.size());
    for (const Operand& part : parts)
        rows.push_back(source(i, part, size == 8 ? 'q' : 'r'));
    // Neighbours become one until the whole is there, or its two halves of 64 bits.
    for (; size < std::min<std::size_t>(bytes, 8); size *= 2) {
        std::vector<std::uint16_t> joinedRows;
        for (std::size_t n = 0; n < rows.size(); n += 2) {
            const std::uint16_t row = 2 * size == bytes
                                          ? destination(i, whole, bytes == 8 ? 'q' : 'r')
                                          : temporary(2 * size == 8);
            emitRow(i, "$pack" + std::to_string(8 * size), row, rows[n]).b = rows[n + 1];
            joinedRows.push_back(row);
        }
        rows = joinedRows;
    }
    for (std::size_t half = 0; bytes == 16 && half < 2; ++half)
        emitRow(i, "mov.b64", quadRows(i, whole)[half], rows[half]);
}

} // namespace warpbench::simgpu::engine
