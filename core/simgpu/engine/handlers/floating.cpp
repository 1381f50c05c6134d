// SPDX-License-Identifier: GPL-3.0-or-later
// Floating point of f32 and f64 that IEEE 754 defines to the last bit (PTX ISA 9.0, 9.7.3).
#include "core/simgpu/engine/handlers/floating.h"

#include "core/simgpu/engine/handlers/half.h"

namespace warpbench::simgpu::engine {
namespace {

// If several f64 operands are NaNs, the hardware returns the second, then the third.
struct Add {
    static constexpr int kOperands = 2;
    static f32 apply(f32 a, f32 b, f32) { return a + b; }
    static f64 apply(f64 a, f64 b, f64) { return b == b ? a + b : quieted(b); }
};
struct Sub {
    static constexpr int kOperands = 2;
    static f32 apply(f32 a, f32 b, f32) { return a - b; }
    static f64 apply(f64 a, f64 b, f64) { return b == b ? a - b : quieted(b); }
};
struct Mul {
    static constexpr int kOperands = 2;
    static f32 apply(f32 a, f32 b, f32) { return a * b; }
    static f64 apply(f64 a, f64 b, f64) { return b == b ? a * b : quieted(b); }
    static bool isTiny(f32 a, f32 b, f32, f64 below) { return std::fabs(f64(a) * f64(b)) < below; }
};
struct Fma {
    static constexpr int kOperands = 3;
    static f32 apply(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
    static f64 apply(f64 a, f64 b, f64 c) {
        const f64 result = __builtin_fma(a, b, c);
        return result == result ? result : b != b ? quieted(b) : c != c ? quieted(c) : result;
    }
    static bool isTiny(f32 a, f32 b, f32 c, f64 below) {
        return std::fabs(fmaToOdd(f64(a), f64(b), f64(c))) < below;
    }
};
/// With a minus before the product, what is added to it, or both.
template <bool kProduct, bool kAdded>
struct SignedFma {
    static constexpr int kOperands = 3;
    template <class T>
    static T apply(T a, T b, T c) {
        return Fma::apply(kProduct ? -a : a, b, kAdded ? -c : c);
    }
    static bool isTiny(f32 a, f32 b, f32 c, f64 below) {
        return Fma::isTiny(kProduct ? -a : a, b, kAdded ? -c : c, below);
    }
};
struct Div {
    static constexpr int kOperands = 2;
    template <class T>
    static T apply(T a, T b, T) {
        return a / b;
    }
    static bool isTiny(f32 a, f32 b, f32, f64 below) {
        return std::fabs(f64(a)) < std::fabs(f64(b)) * below;
    }
};
struct Sqrt {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) { return __builtin_sqrtf(a); }
    static f64 apply(f64 a, f64, f64) { return __builtin_sqrt(a); }
};
struct Rcp {
    static constexpr int kOperands = 1;
    template <class T>
    static T apply(T a, T, T) {
        return T{1} / a;
    }
    static bool isTiny(f32 a, f32, f32, f64 below) { return 1.0 < std::fabs(f64(a)) * below; }
};
template <class T>
inline bool isNan(T x) {
    return x != x;
}
/// -0 is less than +0; one NaN yields the other operand, two yield a NaN.
struct Min {
    static constexpr int kOperands = 2;
    template <class T>
    static T apply(T a, T b, T) {
        const T less = a == b ? (std::signbit(a) ? a : b) : (a < b ? a : b);
        return isNan(a) ? quieted(b) : isNan(b) ? a : less;
    }
};
struct Max {
    static constexpr int kOperands = 2;
    template <class T>
    static T apply(T a, T b, T) {
        const T more = a == b ? (std::signbit(a) ? b : a) : (a < b ? b : a);
        return isNan(a) ? quieted(b) : isNan(b) ? a : more;
    }
};
template <class Pick>
struct Three {
    static constexpr int kOperands = 3;
    template <class T>
    static T apply(T a, T b, T c) {
        return Pick::apply(Pick::apply(a, b, b), c, c);
    }
};

/// .f32x2: two numbers in 64 bits, the first one in the lower half.
template <class Op>
const Inst* pairOfFloats(const Inst* ip, Warp& w) {
    const bool ftz = ip->aux & kFlush;
    alignas(64) u64 results[kLanes] = {};
    for (u32 shift = 0; shift < 64; shift += 32) {
        const auto take = [&](Values<f32>& out, u16 index) {
            const u64* pairs = row64(w, index);
            for (u32 l = 0; l < kLanes; ++l) {
                const f32 x = std::bit_cast<f32>(u32(pairs[l] >> shift));
                out.v[l] = ftz ? flushed(x) : x;
            }
        };
        Values<f32> a, b, c, d;
        take(a, ip->a);
        take(b, ip->b);
        take(c, Op::kOperands > 2 ? ip->c : ip->a);
        computeRounded<Op>(d, a, b, c, ip->aux);
        for (u32 l = 0; l < kLanes; ++l)
            results[l] |= u64(std::bit_cast<u32>(finished(d.v[l], ftz, false))) << shift;
    }
    forLanes(w, row64(w, ip->d), [&](u32 l) { return results[l]; });
    return ip + 1;
}

/// Mixed precision (PTX ISA 9.0, section 9.7.5): all operands but the last are halves, which f32
/// holds exactly.
template <class Op, f32 (*kValue)(u16)>
const Inst* mixedPrecision(const Inst* ip, Warp& w) {
    Values<f32> a, b, c, d;
    const auto take = [&](Values<f32>& out, u16 index) {
        const u32* halves = row32(w, index);
        for (u32 l = 0; l < kLanes; ++l)
            out.v[l] = kValue(u16(halves[l]));
    };
    take(a, ip->a);
    if constexpr (Op::kOperands > 2) {
        take(b, ip->b);
        takeInputs(c, row<f32>(w, ip->c), false);
    } else {
        takeInputs(b, row<f32>(w, ip->b), false);
        c = b;
    }
    computeRounded<Op>(d, a, b, c, ip->aux);
    giveResults(w, row<f32>(w, ip->d), d, ip->aux);
    return ip + 1;
}

/// min and max with .ftz, .NaN, .xorsign.abs of two operands, .ftz, .NaN, .abs of three.
template <class Pick>
const Inst* extremeF32(const Inst* ip, Warp& w) {
    Values<f32> a, b, c, d;
    const u32 flags = ip->aux;
    takeInputs(a, row<f32>(w, ip->a), flags & kFlush);
    takeInputs(b, row<f32>(w, ip->b), flags & kFlush);
    takeInputs(c, row<f32>(w, Pick::kOperands > 2 ? ip->c : ip->b), flags & kFlush);
    for (u32 l = 0; l < kLanes; ++l) {
        f32 x = a.v[l], y = b.v[l], z = c.v[l];
        u32 sign = 0;
        if (flags & kXorSignAbs) {
            if (Pick::kOperands == 2)
                sign = (std::bit_cast<u32>(x) ^ std::bit_cast<u32>(y)) & 0x80000000u;
            x = std::fabs(x), y = std::fabs(y), z = std::fabs(z);
        }
        f32 result = Pick::apply(x, y, z);
        if ((flags & kNan) && (isNan(x) || isNan(y) || isNan(z)))
            result = std::numeric_limits<f32>::quiet_NaN();
        d.v[l] = isNan(result) ? result : std::bit_cast<f32>(std::bit_cast<u32>(result) | sign);
    }
    giveResults(w, row<f32>(w, ip->d), d, flags & kFlush);
    return ip + 1;
}

// The sign of a NaN of f64 stays as it is, as on the hardware.
struct Neg {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) { return -a; }
    static f64 apply(f64 a, f64, f64) { return a == a ? -a : quieted(a); }
};
struct Abs {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) { return std::fabs(a); }
    static f64 apply(f64 a, f64, f64) { return a == a ? std::fabs(a) : quieted(a); }
};

/// The sign of a on the magnitude of b.
template <class T>
struct CopySign {
    static constexpr T kSign = T{1} << (8 * sizeof(T) - 1);
    static T apply(T a, T b) { return (a & kSign) | (b & ~kSign); }
};

enum class Test { finite, infinite, number, notanumber, normal, subnormal };
template <class T, class Bits, Test kTest>
const Inst* testp(const Inst* ip, Warp& w) {
    const T* a = row<T>(w, ip->a);
    setPredicate(w, ip->d, laneBits([=](u32 l) {
                     const int kind = std::fpclassify(a[l]);
                     switch (kTest) {
                     case Test::finite:
                         return kind != FP_INFINITE && kind != FP_NAN;
                     case Test::infinite:
                         return kind == FP_INFINITE;
                     case Test::number:
                         return kind != FP_NAN;
                     case Test::notanumber:
                         return kind == FP_NAN;
                     // PTX counts zero as a normal number.
                     case Test::normal:
                         return kind == FP_NORMAL || kind == FP_ZERO;
                     case Test::subnormal:
                         return kind == FP_SUBNORMAL;
                     }
                     return false;
                 }));
    return ip + 1;
}

template <class T, class Bits>
void addTests(FormTable& table, const char* type, const char* shape) {
    table.addJoined({"testp.finite.", type}, shape, testp<T, Bits, Test::finite>);
    table.addJoined({"testp.infinite.", type}, shape, testp<T, Bits, Test::infinite>);
    table.addJoined({"testp.number.", type}, shape, testp<T, Bits, Test::number>);
    table.addJoined({"testp.notanumber.", type}, shape, testp<T, Bits, Test::notanumber>);
    table.addJoined({"testp.normal.", type}, shape, testp<T, Bits, Test::normal>);
    table.addJoined({"testp.subnormal.", type}, shape, testp<T, Bits, Test::subnormal>);
}

/// A form without modifiers, and the same key with '!' for the one that reads them.
template <class Op, class T>
void addRounded(FormTable& table, const char* opcode, const char* type, const char* shape) {
    table.addJoined({opcode, ".", type}, shape, plainFloat<Op, T>);
    table.addJoined({opcode, ".", type, "!"}, shape, withModifiers<Op, T>);
}

template <class Op>
void addMixedAndPairs(FormTable& table, const char* opcode) {
    const bool three = Op::kOperands > 2;
    for (const char* mark : {"", "!"}) {
        table.addJoined({opcode, ".f32x2", mark}, three ? "qqqq" : "qqq", pairOfFloats<Op>);
        table.addJoined({opcode, ".f32.f16", mark}, three ? "fhhf" : "fhf",
                        mixedPrecision<Op, halfToFloat>);
        table.addJoined({opcode, ".f32.bf16", mark}, three ? "fhhf" : "fhf",
                        mixedPrecision<Op, bfloatToFloat>);
    }
}

} // namespace

void WARPBENCH_ISA::addFloatForms(FormTable& table) {
    addRounded<Add, f32>(table, "add", "f32", "fff");
    addRounded<Sub, f32>(table, "sub", "f32", "fff");
    addRounded<Mul, f32>(table, "mul", "f32", "fff");
    addRounded<Fma, f32>(table, "fma", "f32", "ffff");
    addRounded<SignedFma<true, false>, f32>(table, "$fma.product", "f32", "ffff");
    addRounded<SignedFma<false, true>, f32>(table, "$fma.added", "f32", "ffff");
    addRounded<SignedFma<true, true>, f32>(table, "$fma.both", "f32", "ffff");
    addRounded<Fma, f32>(table, "mad", "f32", "ffff");
    addRounded<Div, f32>(table, "div", "f32", "fff");
    addRounded<Sqrt, f32>(table, "sqrt", "f32", "ff");
    addRounded<Rcp, f32>(table, "rcp", "f32", "ff");
    addRounded<Add, f64>(table, "add", "f64", "ggg");
    addRounded<Sub, f64>(table, "sub", "f64", "ggg");
    addRounded<Mul, f64>(table, "mul", "f64", "ggg");
    addRounded<Fma, f64>(table, "fma", "f64", "gggg");
    addRounded<SignedFma<true, false>, f64>(table, "$fma.product", "f64", "gggg");
    addRounded<SignedFma<false, true>, f64>(table, "$fma.added", "f64", "gggg");
    addRounded<SignedFma<true, true>, f64>(table, "$fma.both", "f64", "gggg");
    addRounded<Fma, f64>(table, "mad", "f64", "gggg");
    addRounded<Div, f64>(table, "div", "f64", "ggg");
    addRounded<Sqrt, f64>(table, "sqrt", "f64", "gg");
    addRounded<Rcp, f64>(table, "rcp", "f64", "gg");
    addMixedAndPairs<Add>(table, "add");
    addMixedAndPairs<Sub>(table, "sub");
    addMixedAndPairs<Fma>(table, "fma");
    table.add("mul.f32x2 mul.f32x2!", "qqq", pairOfFloats<Mul>);

    table.add("min.f32", "fff", plainFloat<Min, f32>);
    table.add("max.f32", "fff", plainFloat<Max, f32>);
    table.add("min.f32!", "fff", extremeF32<Min>);
    table.add("max.f32!", "fff", extremeF32<Max>);
    table.add("min3.f32 min3.f32!", "ffff", extremeF32<Three<Min>>);
    table.add("max3.f32 max3.f32!", "ffff", extremeF32<Three<Max>>);
    table.add("min.f64", "ggg", plainFloat<Min, f64>);
    table.add("max.f64", "ggg", plainFloat<Max, f64>);

    table.add("neg.f32", "ff", plainFloat<Neg, f32>);
    table.add("neg.f32!", "ff", withModifiers<Neg, f32>);
    table.add("neg.f64", "gg", plainFloat<Neg, f64>);
    table.add("abs.f32", "ff", plainFloat<Abs, f32>);
    table.add("abs.f32!", "ff", withModifiers<Abs, f32>);
    table.add("abs.f64", "gg", plainFloat<Abs, f64>);
    table.add("copysign.f32", "fff", binary<CopySign<u32>, u32, u32, u32>);
    table.add("copysign.f64", "ggg", binary<CopySign<u64>, u64, u64, u64>);
    addTests<f32, u32>(table, "f32", "pf");
    addTests<f64, u64>(table, "f64", "pg");
}

} // namespace warpbench::simgpu::engine
