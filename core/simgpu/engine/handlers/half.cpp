// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic of f16, bf16 and pairs of them (PTX ISA 9.0, section 9.7.4).
#include "core/simgpu/engine/handlers/half.h"

#include "core/simgpu/engine/handlers/floating.h"

namespace warpbench::simgpu::engine {
namespace {

/// A row's 16-bit values, from bit `shift` on, as floats, and the way back to zero-extended ones.
template <class Format>
inline void loadEachLane(f32* to, const u32* from, u32 shift) {
    for (u32 l = 0; l < kLanes; ++l)
        to[l] = Format::loadPlain(u16(from[l] >> shift));
}
template <class Format>
inline void storeEachLane(u32* to, const f32* from) {
    for (u32 l = 0; l < kLanes; ++l)
        to[l] = Format::storePlain(from[l]);
}

struct HalfFormat {
#if defined(__AVX512F__)
    // With masks of ones: GCC 12 warns of the plain ones' undefined operands.
    static constexpr __mmask16 kAll = 0xffff;
    static void loadRow(f32* to, const u32* from, u32 shift) {
        for (u32 l = 0; l < kLanes; l += 16) {
            const auto words = _mm512_maskz_srli_epi32(kAll, _mm512_loadu_si512(from + l), shift);
            const auto halves = _mm512_maskz_cvtepi32_epi16(kAll, words);
            _mm512_storeu_ps(to + l, _mm512_maskz_cvtph_ps(kAll, halves));
        }
    }
    static void storeRow(u32* to, const f32* from) {
        for (u32 l = 0; l < kLanes; l += 16) {
            const auto values = _mm512_loadu_ps(from + l);
            const auto halves = _mm512_maskz_cvtepu16_epi32(
                kAll,
                _mm512_maskz_cvtps_ph(kAll, values, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
            const auto isNan = _mm512_cmp_ps_mask(values, values, _CMP_UNORD_Q);
            _mm512_storeu_si512(to + l,
                                _mm512_mask_mov_epi32(halves, isNan, _mm512_set1_epi32(0x7fff)));
        }
    }
#else
    static void loadRow(f32* to, const u32* from, u32 shift) {
        loadEachLane<HalfFormat>(to, from, shift);
    }
    static void storeRow(u32* to, const f32* from) {
        storeEachLane<HalfFormat>(to, from);
    }
#endif
    static f32 loadPlain(u16 bits) {
        return halfToFloat(bits);
    }
    static u16 storePlain(f32 x) {
        return nearestHalf(x);
    }
    static f32 fusedPlain(f32 a, f32 b, f32 c) {
        return fmaToOdd(a, b, c);
    }
    static f64 load(u16 bits) {
        return f64(halfToFloat(bits));
    }
    static u16 store(f64 x) {
        return floatToHalf(x);
    }
    static u16 flush(u16 bits) {
        return (bits & 0x7c00u) == 0 ? u16(bits & 0x8000u) : bits;
    }
    /// Smaller values do not round up to the smallest normal number, and are flushed under .ftz.
    static constexpr f64 kTiny = 0x1p-14 - 0x1p-26;
};
struct BfloatFormat {
    static void loadRow(f32* to, const u32* from, u32 shift) {
        loadEachLane<BfloatFormat>(to, from, shift);
    }
    static void storeRow(u32* to, const f32* from) { storeEachLane<BfloatFormat>(to, from); }
    static f32 loadPlain(u16 bits) { return bfloatToFloat(bits); }
    static u16 storePlain(f32 x) { return nearestBfloat(x); }
    /// Products exceed the range of f32. The additional rounding to odd keeps the second rounding
    /// from mistaking a value for an exact half.
    static f32 fusedPlain(f32 a, f32 b, f32 c) {
        const f64 sum = fmaToOdd(f64(a), f64(b), f64(c));
        const u64 bits = std::bit_cast<u64>(sum);
        constexpr u64 kCut = (u64{1} << 29) - 1; // bits that f32 cannot hold
        const u64 odd = (bits & ~kCut) | u64{(bits & kCut) != 0} << 29;
        // Below the smallest normal number f32 has fewer places: more is cut off.
        const f64 magnitude = std::fabs(sum);
        const bool isSmall = magnitude < 0x1p-120 && magnitude > 0;
        return isSmall ? bfloatToFloat(floatToBfloat(sum))
                       : f32(sum == sum ? std::bit_cast<f64>(odd) : sum);
    }
    static f64 load(u16 bits) { return f64(bfloatToFloat(bits)); }
    static u16 store(f64 x) { return floatToBfloat(x); }
    static u16 flush(u16 bits) { return bits; }
    static constexpr f64 kTiny = 0;
};

// Sums and products of two such numbers are rounded at most twice, but the first
// rounding, to 53 bits, does not matter (53 >= 2 * 11 + 2); fma rounds to odd first.
// `plain` is the same without modifiers in f32, which also has enough places (24 >= 2 *
// 11 + 2); it exists if vectorization benefits from it. Its operands and results are
// numbers.
struct Add {
    static constexpr int kOperands = 2;
    template <class Format>
    static f32 plain(f32 a, f32 b, f32) {
        return a + b;
    }
    static f64 apply(f64 a, f64 b, f64) { return fmaToOdd(a, 1.0, b); }
};
struct Sub {
    static constexpr int kOperands = 2;
    template <class Format>
    static f32 plain(f32 a, f32 b, f32) {
        return a - b;
    }
    static f64 apply(f64 a, f64 b, f64) { return fmaToOdd(a, 1.0, -b); }
};
struct Mul {
    static constexpr int kOperands = 2;
    template <class Format>
    static f32 plain(f32 a, f32 b, f32) {
        return a * b;
    }
    static f64 apply(f64 a, f64 b, f64) { return a * b; }
};
struct Fma {
    static constexpr int kOperands = 3;
    template <class Format>
    static f32 plain(f32 a, f32 b, f32 c) {
        return Format::fusedPlain(a, b, c);
    }
    static f64 apply(f64 a, f64 b, f64 c) { return fmaToOdd(a, b, c); }
};
/// With a minus before the product, what is added to it, or both.
template <bool kProduct, bool kAdded>
struct SignedFma {
    static constexpr int kOperands = 3;
    template <class Format>
    static f32 plain(f32 a, f32 b, f32 c) {
        return Format::fusedPlain(kProduct ? -a : a, b, kAdded ? -c : c);
    }
    static f64 apply(f64 a, f64 b, f64 c) {
        return fmaToOdd(kProduct ? -a : a, b, kAdded ? -c : c);
    }
};
struct Neg {
    static constexpr int kOperands = 1;
    template <class Format>
    static f32 plain(f32 a, f32, f32) {
        return -a;
    }
    static f64 apply(f64 a, f64, f64) { return -a; }
};
struct Abs {
    static constexpr int kOperands = 1;
    template <class Format>
    static f32 plain(f32 a, f32, f32) {
        return std::fabs(a);
    }
    static f64 apply(f64 a, f64, f64) { return std::fabs(a); }
};
/// Of two that are equal: which one, by the sign of the first.
inline f32 bySignOf(f32 x, f32 ifNegative, f32 ifPositive) {
    return (std::bit_cast<u32>(x) >> 31) != 0 ? ifNegative : ifPositive;
}
struct Min {
    static constexpr int kOperands = 2;
    template <class Format>
    static f32 plain(f32 a, f32 b, f32) {
        const f32 less = a == b ? bySignOf(a, a, b) : (a < b ? a : b);
        return a != a ? b : b != b ? a : less;
    }
    static f64 apply(f64 a, f64 b, f64) {
        if (a != a)
            return b;
        if (b != b)
            return a;
        return a == b ? (std::signbit(a) ? a : b) : (a < b ? a : b);
    }
};
struct Max {
    static constexpr int kOperands = 2;
    template <class Format>
    static f32 plain(f32 a, f32 b, f32) {
        const f32 more = a == b ? bySignOf(a, b, a) : (a < b ? b : a);
        return a != a ? b : b != b ? a : more;
    }
    static f64 apply(f64 a, f64 b, f64) {
        if (a != a)
            return b;
        if (b != b)
            return a;
        return a == b ? (std::signbit(a) ? b : a) : (a < b ? b : a);
    }
};

/// The value for elements outside of a tensor in tensor copies, in both f16 and bf16.
constexpr u16 kOutOfBoundsNan = 0x7ff7;

template <class Op, class Format>
inline u16 computeOne(u16 a, u16 b, u16 c, u32 flags) {
    if ((flags & kOutOfBounds) && (a == kOutOfBoundsNan || b == kOutOfBoundsNan))
        return 0;
    if (flags & kFlush)
        a = Format::flush(a), b = Format::flush(b), c = Format::flush(c);
    const f64 x = Format::load(a), y = Format::load(b), z = Format::load(c);
    const bool bySize = (flags & kXorSignAbs) != 0; // min and max alone
    f64 result = bySize ? Op::apply(std::fabs(x), std::fabs(y), z) : Op::apply(x, y, z);
    if ((flags & kNan) && (x != x || (Op::kOperands > 1 && y != y)))
        result = __builtin_nan("");
    if (flags & kSaturate)
        result = saturated(result);
    if (flags & kRelu)
        result = result > 0 || result != result ? result : 0;
    // As flushTiny: rounded to 11 bits.
    if ((flags & kFlush) && std::fabs(result) < Format::kTiny)
        result = std::copysign(0.0, result);
    const u16 bits = Format::store(result);
    return bySize && result == result ? u16(bits | ((a ^ b) & 0x8000u)) : bits;
}

template <class Op, class Format, bool kPair>
const Inst* arithmetic(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    const u32* b = row32(w, Op::kOperands > 1 ? ip->b : ip->a);
    const u32* c = row32(w, Op::kOperands > 2 ? ip->c : ip->a);
    const u32 flags = ip->aux;
    forActive(w, row32(w, ip->d), [=](u32 l) {
        u32 result = computeOne<Op, Format>(u16(a[l]), u16(b[l]), u16(c[l]), flags);
        if (kPair)
            result |= u32(computeOne<Op, Format>(u16(a[l] >> 16), u16(b[l] >> 16), u16(c[l] >> 16),
                                                 flags))
                      << 16;
        return result;
    });
    return ip + 1;
}

/// The results of `plain` for the values from bit `shift` on in each lane.
template <class Op, class Format>
inline void computeRow(u32* to, const u32* a, const u32* b, const u32* c, u32 shift) {
    alignas(64) f32 x[kLanes], y[kLanes] = {}, z[kLanes] = {};
    Format::loadRow(x, a, shift);
    if constexpr (Op::kOperands > 1)
        Format::loadRow(y, b, shift);
    if constexpr (Op::kOperands > 2)
        Format::loadRow(z, c, shift);
    for (u32 l = 0; l < kLanes; ++l)
        x[l] = Op::template plain<Format>(x[l], y[l], z[l]);
    Format::storeRow(to, x);
}

/// Without modifiers, for all lanes at once.
template <class Op, class Format, bool kPair>
const Inst* plainArithmetic(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    const u32* b = row32(w, Op::kOperands > 1 ? ip->b : ip->a);
    const u32* c = row32(w, Op::kOperands > 2 ? ip->c : ip->a);
    alignas(64) u32 low[kLanes], high[kLanes];
    computeRow<Op, Format>(low, a, b, c, 0);
    if constexpr (kPair)
        computeRow<Op, Format>(high, a, b, c, 16);
    forLanes(w, row32(w, ip->d), [&](u32 l) { return kPair ? low[l] | high[l] << 16 : low[l]; });
    return ip + 1;
}

template <class Op, class Format>
void addHalf(FormTable& table, const char* opcode, const char* type, const char* one,
             const char* pair) {
    table.addJoined({opcode, type, "!"}, one, arithmetic<Op, Format, false>);
    table.addJoined({opcode, type, "x2!"}, pair, arithmetic<Op, Format, true>);
    if constexpr (requires { Op::template plain<Format>(0.0f, 0.0f, 0.0f); }) {
        table.addJoined({opcode, type}, one, plainArithmetic<Op, Format, false>);
        table.addJoined({opcode, type, "x2"}, pair, plainArithmetic<Op, Format, true>);
    } else {
        table.addJoined({opcode, type}, one, arithmetic<Op, Format, false>);
        table.addJoined({opcode, type, "x2"}, pair, arithmetic<Op, Format, true>);
    }
}

template <class Op>
void addHalf(FormTable& table, const char* opcode, const char* one, const char* pair) {
    addHalf<Op, HalfFormat>(table, opcode, ".f16", one, pair);
    addHalf<Op, BfloatFormat>(table, opcode, ".bf16", one, pair);
}

} // namespace

void WARPBENCH_ISA::addHalfForms(FormTable& table) {
    addHalf<Add>(table, "add", "hhh", "rrr");
    addHalf<Sub>(table, "sub", "hhh", "rrr");
    addHalf<Mul>(table, "mul", "hhh", "rrr");
    addHalf<Fma>(table, "fma", "hhhh", "rrrr");
    addHalf<SignedFma<true, false>>(table, "$fma.product", "hhhh", "rrrr");
    addHalf<SignedFma<false, true>>(table, "$fma.added", "hhhh", "rrrr");
    addHalf<SignedFma<true, true>>(table, "$fma.both", "hhhh", "rrrr");
    addHalf<Neg>(table, "neg", "hh", "rr");
    addHalf<Abs>(table, "abs", "hh", "rr");
    addHalf<Min>(table, "min", "hhh", "rrr");
    addHalf<Max>(table, "max", "hhh", "rrr");
}

} // namespace warpbench::simgpu::engine
