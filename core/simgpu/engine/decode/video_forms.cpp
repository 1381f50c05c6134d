// SPDX-License-Identifier: GPL-3.0-or-later
// Video instructions (PTX ISA 9.0, sections 9.7.16 and 9.7.17).
#include "core/simgpu/engine/decode/kernel_decoder.h"

#include <algorithm>
#include <array>
#include <utility>

namespace warpbench::simgpu::engine {

namespace {

using Operation = VideoOperands::Operation;
using Secondary = VideoOperands::Secondary;
using Comparison = VideoOperands::Comparison;

template <class T, std::size_t kCount>
bool lookUp(const std::array<std::pair<std::string_view, T>, kCount>& names, std::string_view name,
            T& value) {
    for (const auto& [known, meaning] : names) {
        if (known == name) {
            value = meaning;
            return true;
        }
    }
    return false;
}

constexpr std::array<std::pair<std::string_view, Operation>, 10> kOperations{{
    {"vadd", Operation::add},
    {"vsub", Operation::sub},
    {"vabsdiff", Operation::absoluteDifference},
    {"vmin", Operation::min},
    {"vmax", Operation::max},
    {"vavrg", Operation::average},
    {"vshl", Operation::shiftLeft},
    {"vshr", Operation::shiftRight},
    {"vmad", Operation::multiplyAdd},
    {"vset", Operation::compare},
}};
constexpr std::array<std::pair<std::string_view, Secondary>, 3> kSecondaries{{
    {"add", Secondary::add},
    {"min", Secondary::min},
    {"max", Secondary::max},
}};
constexpr std::array<std::pair<std::string_view, Comparison>, 6> kComparisons{{
    {"eq", Comparison::eq},
    {"ne", Comparison::ne},
    {"lt", Comparison::lt},
    {"le", Comparison::le},
    {"gt", Comparison::gt},
    {"ge", Comparison::ge},
}};

/// The part of a word that a scalar instruction's selector names.
bool scalarPart(const ptx::Operand& operand, std::uint8_t& width, std::uint8_t& first) {
    if (operand.selector < 0)
        return true;
    const ptx::SelectorParts selector = ptx::selectorParts(operand.selector);
    const int part = selector.parts[0];
    if (selector.count != 1 || part > (selector.halves ? 1 : 3))
        return false;
    width = selector.halves ? 2 : 1;
    first = static_cast<std::uint8_t>(part * width);
    return true;
}

/// The parts of the pair b:a that are a SIMD instruction's elements.
bool simdParts(const ptx::Operand& operand, int elements, int firstDefault,
               std::array<std::uint8_t, 4>& parts) {
    for (int i = 0; i < 4; ++i)
        parts[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(firstDefault + i);
    if (operand.selector < 0)
        return true;
    const ptx::SelectorParts selector = ptx::selectorParts(operand.selector);
    parts = selector.parts;
    return selector.count == elements && selector.halves == (elements == 2);
}

} // namespace

std::uint16_t KernelDecoder::videoSource(const Instruction& i, std::size_t operand) {
    Operand plain = i.operands.at(operand);
    plain.selector = -1;
    plain.negated = false;
    return source(i, plain, 'r');
}

void KernelDecoder::decodeVideo(const Instruction& i) {
    VideoOperands v;
    std::string_view name = i.opcode;
    if (name.back() == '2' || name.back() == '4') {
        v.elements = static_cast<std::uint8_t>(name.back() - '0');
        name.remove_suffix(1);
    }
    if (!lookUp(kOperations, name, v.operation))
        unsupported(i);
    std::vector<bool> isSigned;
    for (const std::string_view modifier : i.modifiers) {
        if (modifier == "u32" || modifier == "s32")
            isSigned.push_back(modifier == "s32");
        else if (modifier == "sat")
            v.saturate = true;
        else if (modifier == "wrap" || modifier == "clamp")
            v.wrapShift = modifier == "wrap";
        else if (modifier == "po")
            v.plusOne = true;
        else if (modifier == "shr7" || modifier == "shr15")
            v.scale = modifier == "shr7" ? 7 : 15;
        else if (!lookUp(kSecondaries, modifier, v.secondary) &&
                 !lookUp(kComparisons, modifier, v.comparison))
            unsupported(i);
    }
    // The result of a comparison is untyped; the third operand has the sign of the others.
    if (v.operation == Operation::compare)
        isSigned.insert(isSigned.begin(), std::ranges::count(isSigned, true) > 0);
    if (isSigned.size() != 3 || i.operands.size() < 3 || i.operands.size() > 4)
        unsupported(i);
    v.signedD = isSigned[0];
    v.signedA = isSigned[1];
    v.signedB = isSigned[2];
    if (v.elements == 1)
        decodeScalarVideo(i, v);
    else
        decodeSimdVideo(i, v);
    v.a = videoSource(i, 1);
    v.b = videoSource(i, 2);
    v.c = i.operands.size() > 3 ? videoSource(i, 3) : v.a;
    Operand to = i.operands.at(0);
    to.selector = -1;
    v.d = destination(i, to, 'r');
    emit(i, "$video").aux2 = static_cast<std::uint32_t>(m_code.videos.size());
    m_code.videos.push_back(v);
}

void KernelDecoder::decodeScalarVideo(const Instruction& i, VideoOperands& v) {
    const bool merges = i.operands.at(0).selector >= 0;
    const bool multiplies = v.operation == Operation::multiplyAdd;
    if (!scalarPart(i.operands.at(0), v.widthD, v.partD) ||
        !scalarPart(i.operands.at(1), v.widthA, v.partA[0]) ||
        !scalarPart(i.operands.at(2), v.widthB, v.partB[0]))
        unsupported(i, "a selector that does not fit");
    if (merges && (v.secondary != Secondary::none || multiplies))
        unsupported(i, "a selector on the destination beside another operation");
    if (merges)
        v.secondary = Secondary::merge;
    const bool needsC = multiplies || v.secondary != Secondary::none;
    if (needsC != (i.operands.size() == 4))
        unsupported(i, "it has the wrong number of operands");
    v.negateProduct = i.operands.at(1).negated != i.operands.at(2).negated;
    v.negateC = needsC && i.operands.at(3).negated;
    const bool negates = i.operands.at(1).negated || i.operands.at(2).negated || v.negateC;
    if (negates && (!multiplies || v.plusOne))
        unsupported(i, "a sign on an operand");
}

void KernelDecoder::decodeSimdVideo(const Instruction& i, VideoOperands& v) {
    const int elements = v.elements;
    if (i.operands.size() != 4 || v.operation == Operation::multiplyAdd ||
        v.operation == Operation::shiftLeft || v.operation == Operation::shiftRight)
        unsupported(i, "it has the wrong number of operands");
    if (v.secondary == Secondary::none)
        v.secondary = Secondary::merge;
    else if (v.secondary != Secondary::add || v.saturate)
        unsupported(i);
    if (!simdParts(i.operands.at(1), elements, 0, v.partA) ||
        !simdParts(i.operands.at(2), elements, elements, v.partB))
        unsupported(i, "a selector that does not fit");
    v.partD = static_cast<std::uint8_t>((1 << elements) - 1);
    if (i.operands.at(0).selector < 0)
        return;
    const ptx::SelectorParts mask = ptx::selectorParts(i.operands.at(0).selector);
    v.partD = 0;
    for (int n = 0; n < mask.count; ++n) {
        const int element = mask.parts[static_cast<std::size_t>(n)];
        if (element >= elements || mask.halves != (elements == 2))
            unsupported(i, "a mask that does not fit");
        v.partD = static_cast<std::uint8_t>(v.partD | 1 << element);
    }
}

} // namespace warpbench::simgpu::engine
