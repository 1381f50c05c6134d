// SPDX-License-Identifier: GPL-3.0-or-later
// The conditions are those of the machine code of ptxas 13.0 for sm_90. That of FCHK, which the
// division of floats uses, was measured on an H200 for all pairs of exponents.
#include "core/simgpu/engine/profile/slow_paths.h"

#include "core/simgpu/engine/machine/warp.h"

#include <bit>
#include <cmath>

namespace warpbench::simgpu::engine {

namespace {

using ptx::Opcode;

std::uint32_t high(std::uint64_t bits) {
    return static_cast<std::uint32_t>(bits >> 32);
}

int exponentOf(std::uint32_t bits) {
    return static_cast<int>(bits >> 23 & 0xff);
}

/// The magnitude of a high word, compared as a float.
float magnitude(std::uint32_t bits) {
    return std::fabs(std::bit_cast<float>(bits));
}

bool isUnusualQuotient(std::uint32_t a, std::uint32_t b) {
    const int of = exponentOf(a), by = exponentOf(b);
    return of < 25 || of > 254 || by < 2 || by > 251 || of - by < -124 || of - by > 126;
}

bool isUnusualQuotient(std::uint64_t a, std::uint64_t b) {
    const double quotient = std::bit_cast<double>(a) / std::bit_cast<double>(b);
    const std::uint32_t q = high(std::bit_cast<std::uint64_t>(quotient));
    return magnitude(high(a)) < 6.5827683646048100446e-37F ||
           !(magnitude(q) > 1.469367938527859385e-39F) ||
           !std::isfinite(std::bit_cast<float>(high(b)));
}

template <class Word, class Condition>
bool anyLane(Warp& w, const Inst* ip, Condition isUnusual) {
    const Word* a = reinterpret_cast<const Word*>(row32(w, ip->a));
    const Word* b = reinterpret_cast<const Word*>(row32(w, ip->b));
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        if (isUnusual(a[lane], b[lane]))
            return true;
    }
    return false;
}

} // namespace

Expansion expansionOf(const ptx::Instruction& i) {
    const auto has = [&](std::string_view modifier) { return i.modifiers.has(modifier); };
    const bool isRounded = has("rn") || has("rz") || has("rm") || has("rp");
    switch (i.op) {
    case Opcode::div:
    case Opcode::rem:
        if (has("s64") || has("u64"))
            return Expansion::integerDivision;
        if (!isRounded)
            return Expansion::none;
        return has("f64") ? Expansion::doubleDivision : Expansion::floatDivision;
    case Opcode::rcp:
        if (!isRounded)
            return Expansion::none;
        return has("f64") ? Expansion::doubleReciprocal : Expansion::floatReciprocal;
    case Opcode::sqrt:
        if (!isRounded)
            return Expansion::none;
        return has("f64") ? Expansion::doubleRoot : Expansion::floatRoot;
    case Opcode::rsqrt:
        return has("f64") && !has("ftz") ? Expansion::doubleInverseRoot : Expansion::none;
    default:
        return Expansion::none;
    }
}

bool takesSlowPath(Warp& w, const Inst* ip, Expansion expansion) {
    using Half = std::uint32_t;
    using Whole = std::uint64_t;
    switch (expansion) {
    case Expansion::none:
        return false;
    case Expansion::integerDivision:
        return w.mask != 0;
    case Expansion::floatDivision:
        return anyLane<Half>(w, ip, [](Half a, Half b) { return isUnusualQuotient(a, b); });
    case Expansion::floatReciprocal:
        return anyLane<Half>(
            w, ip, [](Half a, Half) { return ((a + 0x1800000u) & 0x7f800000u) <= 0x1ffffffu; });
    case Expansion::floatRoot:
        return anyLane<Half>(w, ip, [](Half a, Half) { return a - 0x0d000000u > 0x727fffffu; });
    case Expansion::doubleDivision:
        return anyLane<Whole>(w, ip, [](Whole a, Whole b) { return isUnusualQuotient(a, b); });
    case Expansion::doubleReciprocal:
        return anyLane<Whole>(w, ip, [](Whole a, Whole) {
            return magnitude(high(a) + 0x300402u) < 5.8789094863358348022e-39F;
        });
    case Expansion::doubleRoot:
        return anyLane<Whole>(w, ip,
                              [](Whole a, Whole) { return high(a) - 0x03500000u >= 0x7ca00000u; });
    case Expansion::doubleInverseRoot:
        return anyLane<Whole>(w, ip,
                              [](Whole a, Whole) { return high(a) - 0x00100000u >= 0x7fe00000u; });
    }
    return false;
}

} // namespace warpbench::simgpu::engine
