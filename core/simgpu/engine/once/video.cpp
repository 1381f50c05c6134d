// SPDX-License-Identifier: GPL-3.0-or-later
// Video instructions (PTX ISA 9.0, sections 9.7.16 and 9.7.17). GPUs since Maxwell have only a few
// of them in hardware; ptxas emulates the others with short sequences. If the exact result does not
// fit, the sequences for scalar ones differ from the PTX ISA; this code returns the results of
// ptxas 13.0 for sm_90, according to its machine code (docs/simulated-gpu.md has the rules).
#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/handlers/families.h"
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/engine/machine/warp.h"

#include <algorithm>
#include <bit>

namespace warpbench::simgpu::engine {

namespace {

using Operation = VideoOperands::Operation;
using Secondary = VideoOperands::Secondary;
using Comparison = VideoOperands::Comparison;

std::int64_t extended(std::uint64_t bits, unsigned bytes, bool isSigned) {
    const unsigned unused = 64 - 8 * bytes;
    return isSigned ? static_cast<std::int64_t>(bits << unused) >> unused
                    : static_cast<std::int64_t>(bits << unused >> unused);
}

std::int64_t clamped(std::int64_t value, unsigned bytes, bool isSigned) {
    const std::int64_t most = (std::int64_t{1} << (8 * bytes - (isSigned ? 1 : 0))) - 1;
    return std::clamp(value, isSigned ? -most - 1 : std::int64_t{0}, most);
}

bool holds(Comparison comparison, std::int64_t a, std::int64_t b) {
    switch (comparison) {
    case Comparison::eq:
        return a == b;
    case Comparison::ne:
        return a != b;
    case Comparison::lt:
        return a < b;
    case Comparison::le:
        return a <= b;
    case Comparison::gt:
        return a > b;
    case Comparison::ge:
        return a >= b;
    }
    return false;
}

std::int64_t primary(const VideoOperands& v, std::int64_t a, std::int64_t b) {
    switch (v.operation) {
    case Operation::add:
        return a + b;
    case Operation::sub:
        return a - b;
    case Operation::absoluteDifference:
        return a > b ? a - b : b - a;
    case Operation::min:
        return std::min(a, b);
    case Operation::max:
        return std::max(a, b);
    case Operation::average: // halves are rounded up, also for negative values
        return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
    case Operation::compare:
        return holds(v.comparison, a, b);
    case Operation::shiftLeft:
    case Operation::shiftRight: {
        const auto amount = static_cast<std::uint64_t>(b);
        const std::uint64_t n = v.wrapShift ? amount & 31 : std::min<std::uint64_t>(amount, 32);
        return v.operation == Operation::shiftRight
                   ? a >> n
                   : static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << n);
    }
    case Operation::multiplyAdd:
        break;
    }
    return 0;
}

/// Full words are multiplied as signed ones, and the third operand is one, whatever their types.
std::uint32_t multiplyAdd(const VideoOperands& v, std::int64_t a, std::int64_t b,
                          std::uint32_t word) {
    const auto asWord = [](std::int64_t value) {
        return std::int64_t{static_cast<std::int32_t>(value)};
    };
    const bool isSigned = v.signedA || v.signedB || v.negateProduct || v.negateC;
    const std::int64_t product = asWord(a) * asWord(b), c = asWord(word);
    std::int64_t sum =
        (v.negateProduct ? -product : product) + (v.negateC ? -c : c) + (v.plusOne ? 1 : 0);
    sum = isSigned ? sum >> v.scale
                   : static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) >> v.scale);
    return static_cast<std::uint32_t>(v.saturate ? clamped(sum, 4, isSigned) : sum);
}

/// Saturation of a scalar instruction's exact result.
std::int64_t saturated(const VideoOperands& v, bool shifts, std::int64_t value) {
    if (shifts) // 34 bits count; partial destinations are ignored
        return clamped(value << 30 >> 30, 4, v.signedD);
    if (v.widthD < 4) { // unsigned, so that negative values become the maximum
        const std::uint64_t most = (std::uint64_t{1} << (8 * v.widthD - (v.signedD ? 1 : 0))) - 1;
        return static_cast<std::int64_t>(std::min(static_cast<std::uint64_t>(value), most));
    }
    if (v.signedD)
        return clamped(value, 4, true);
    return std::max<std::int64_t>(value, 0); // values beyond 32 bits wrap
}

/// The smaller or larger of a primary result and the third operand. \param exact  all of its bits
std::uint32_t extreme(const VideoOperands& v, std::int64_t exact, std::uint32_t wordC) {
    const bool wide = v.operation == Operation::absoluteDifference ||
                      v.operation == Operation::min || v.operation == Operation::max;
    const std::int64_t value = wide ? exact : std::int64_t{static_cast<std::int32_t>(exact)};
    const std::int64_t c = extended(wordC, 4, v.signedD);
    const bool less =
        v.signedD ? value < c : static_cast<std::uint64_t>(value) < static_cast<std::uint64_t>(c);
    return static_cast<std::uint32_t>(less == (v.secondary == Secondary::min) ? value : c);
}

std::uint32_t scalar(const VideoOperands& v, std::uint32_t wordA, std::uint32_t wordB,
                     std::uint32_t wordC) {
    const bool shifts = v.operation == Operation::shiftLeft || v.operation == Operation::shiftRight;
    const std::int64_t a = extended(wordA >> (8 * v.partA[0]), v.widthA, v.signedA);
    const std::int64_t b = extended(wordB >> (8 * v.partB[0]), v.widthB, v.signedB && !shifts);
    if (v.operation == Operation::multiplyAdd)
        return multiplyAdd(v, a, b, wordC);
    std::int64_t result = primary(v, a, b);
    if (v.saturate)
        result = saturated(v, shifts, result);
    const auto word = static_cast<std::uint32_t>(result);
    switch (v.secondary) {
    case Secondary::none:
        return word;
    case Secondary::add:
        return word + wordC;
    case Secondary::min:
    case Secondary::max:
        return extreme(v, result, wordC);
    case Secondary::merge: {
        const std::uint32_t mask = ((1u << (8 * v.widthD)) - 1) << (8 * v.partD);
        // The upper half takes the upper half of the result, each other part its lowest bits.
        const bool upperHalf = v.widthD == 2 && v.partD == 2;
        return ((upperHalf ? word : word << (8 * v.partD)) & mask) | (wordC & ~mask);
    }
    }
    return word;
}

std::uint32_t simd(const VideoOperands& v, std::uint32_t wordA, std::uint32_t wordB,
                   std::uint32_t wordC) {
    const unsigned bytes = 4u / v.elements;
    const std::uint64_t both = std::uint64_t{wordB} << 32 | wordA;
    const auto ones = static_cast<std::uint32_t>((std::uint64_t{1} << (8 * bytes)) - 1);
    std::uint32_t d = wordC;
    for (unsigned e = 0; e < v.elements; ++e) {
        if (!(v.partD >> e & 1))
            continue;
        const std::int64_t a = extended(both >> (8 * bytes * v.partA[e]), bytes, v.signedA);
        const std::int64_t b = extended(both >> (8 * bytes * v.partB[e]), bytes, v.signedB);
        std::int64_t result = primary(v, a, b);
        if (v.saturate)
            result = clamped(result, bytes, v.signedD);
        const auto word = static_cast<std::uint32_t>(result);
        const unsigned shift = 8 * bytes * e;
        d = v.secondary == Secondary::add ? d + word
                                          : (d & ~(ones << shift)) | (word & ones) << shift;
    }
    return d;
}

const Inst* video(const Inst* ip, Warp& w) {
    const VideoOperands& v = w.code->videos[ip->aux2];
    const std::uint32_t *a = row32(w, v.a), *b = row32(w, v.b), *c = row32(w, v.c);
    std::uint32_t* d = row32(w, v.d);
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto l = static_cast<std::uint32_t>(std::countr_zero(rest));
        d[l] = v.elements == 1 ? scalar(v, a[l], b[l], c[l]) : simd(v, a[l], b[l], c[l]);
    }
    return ip + 1;
}

} // namespace

void addVideoForms(FormTable& table) {
    table.add("$video", "", video);
}

} // namespace warpbench::simgpu::engine
