// SPDX-License-Identifier: GPL-3.0-or-later
// The .approx functions: on a GPU a table and an interpolation, here the host's correctly rounded
// or near-correctly rounded functions. Results differ from a real GPU's in the last bits, within
// the error that the PTX ISA allows it.
#include "core/simgpu/engine/handlers/floating.h"

namespace warpbench::simgpu::engine {
namespace {

// In f64 and branch-free, so that compilers can vectorize it. The truncation error of the series is
// less than 2^-34 of the result, a thousandth of f32's last place.

/// The integer nearest to x, in the low bits of the result as two's complement. |x| < 2^51.
inline f64 shifted(f64 x) {
    return x + 0x1.8p52;
}

/// 2^x; |x| <= 1022.
inline f64 powerOfTwo(f64 x) {
    const f64 whole = shifted(x);
    const f64 t = (x - (whole - 0x1.8p52)) * 0x1.62e42fefa39efp-1; // times log 2
    // The exponential series.
    f64 sum = 1.0 / 3628800;
    sum = sum * t + 1.0 / 362880;
    sum = sum * t + 1.0 / 40320;
    sum = sum * t + 1.0 / 5040;
    sum = sum * t + 1.0 / 720;
    sum = sum * t + 1.0 / 120;
    sum = sum * t + 1.0 / 24;
    sum = sum * t + 1.0 / 6;
    sum = sum * t + 0.5;
    sum = sum * t + 1;
    sum = sum * t + 1;
    return sum * std::bit_cast<f64>((std::bit_cast<u64>(whole) + 1023) << 52);
}

struct Ex2 {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) {
        const f32 most = a < 1000.0f ? a : 1000.0f; // NaN as well, for now
        const f32 x = most > -1000.0f ? most : -1000.0f;
        const f32 power = f32(powerOfTwo(f64(x)));
        return a == a ? power : a;
    }
};

struct Lg2 {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) {
        // a = m * 2^exponent, m in [sqrt 1/2, sqrt 2).
        constexpr u64 kOne = 0x3ff0000000000000, kSqrtHalf = 0x3fe6a09e667f3bcd;
        const u64 bits = std::bit_cast<u64>(f64(a));
        const u64 biased = (bits + (kOne - kSqrtHalf)) >> 52; // the exponent and 1023
        const f64 m = std::bit_cast<f64>(bits - (biased << 52) + kOne);
        // As a number: an integer of few bits in the low ones of 2^52.
        const f64 whole = std::bit_cast<f64>(std::bit_cast<u64>(0x1p52) + biased) - (0x1p52 + 1023);
        // log m = 2 artanh((m - 1) / (m + 1)).
        const f64 s = (m - 1) / (m + 1), q = s * s;
        f64 sum = 1.0 / 17;
        sum = sum * q + 1.0 / 15;
        sum = sum * q + 1.0 / 13;
        sum = sum * q + 1.0 / 11;
        sum = sum * q + 1.0 / 9;
        sum = sum * q + 1.0 / 7;
        sum = sum * q + 1.0 / 5;
        sum = sum * q + 1.0 / 3;
        sum = sum * q + 1;
        const f32 result = f32(whole + s * sum * 0x1.71547652b82fep+1); // 2 / log 2
        constexpr f32 kInfinity = std::numeric_limits<f32>::infinity();
        const f32 special = a == 0.0f ? -kInfinity : a > 0.0f ? a : __builtin_nanf("");
        return a > 0.0f && a < kInfinity ? result : special;
    }
};

/// sin(x + quarters * pi / 2); |x| <= 2^20.
inline f64 sineOf(f64 x, u64 quarters) {
    const f64 turned = shifted(x * 0x1.45f306dc9c883p-1); // 2 / pi
    const f64 count = turned - 0x1.8p52;
    // pi / 2 in two parts, the first of them of 33 bits: its products are exact.
    const f64 r = (x - count * 0x1.921fb544p+0) - count * 0x1.0b4611a626331p-34;
    const f64 q = r * r;
    f64 odd = -1.0 / 39916800;
    odd = odd * q + 1.0 / 362880;
    odd = odd * q - 1.0 / 5040;
    odd = odd * q + 1.0 / 120;
    odd = odd * q - 1.0 / 6;
    odd = odd * q * r + r;
    f64 even = 1.0 / 479001600;
    even = even * q - 1.0 / 3628800;
    even = even * q + 1.0 / 40320;
    even = even * q - 1.0 / 720;
    even = even * q + 1.0 / 24;
    even = even * q - 0.5;
    even = even * q + 1;
    const u64 quadrant = std::bit_cast<u64>(turned) + quarters;
    const u64 bits = std::bit_cast<u64>((quadrant & 1) != 0 ? even : odd);
    return std::bit_cast<f64>(bits ^ (quadrant & 2) << 62);
}

/// sin and cos of large values, for which the reduction above would lose precision: lane by lane.
template <bool kCosine>
struct Wave {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) {
        const bool isNear = std::fabs(a) <= 0x1p20f;
        const f32 result = f32(sineOf(isNear ? f64(a) : 0.0, kCosine));
        const f32 kept = a == 0.0f && !kCosine ? a : result; // -0 stays that
        return isNear ? kept : __builtin_nanf("");
    }
    static bool isFar(f32 a) { return std::fabs(a) > 0x1p20f && std::fabs(a) <= 0x1.fffffep127f; }
    static f32 farResult(f32 a) { return f32(kCosine ? std::cos(f64(a)) : std::sin(f64(a))); }
};

/// Calls an f32 handler, then corrects the lanes whose operands are out of its range.
template <class Op, Handler kHandler>
const Inst* withFarLanes(const Inst* ip, Warp& w) {
    alignas(64) f32 a[kLanes];
    std::memcpy(a, row<f32>(w, ip->a), sizeof a);
    const Inst* const next = kHandler(ip, w);
    const u32 far = laneBits([&](u32 l) { return Op::isFar(a[l]); }) & w.mask;
    for (u32 rest = far; rest; rest &= rest - 1) {
        const u32 lane = u32(std::countr_zero(rest));
        const f32 result = Op::farResult(a[lane]);
        row<f32>(w, ip->d)[lane] = finished(result, ip->aux & kFlush, ip->aux & kSaturate);
    }
    return next;
}

struct Tanh {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) {
        const f64 x = f64(std::fabs(a) < 20.0f ? std::fabs(a) : 20.0f);
        const f64 power = powerOfTwo(x * 0x1.71547652b82fep+1); // e^(2x)
        const f64 large = 1 - 2 / (power + 1);
        const f64 q = x * x; // near 0 the difference above would lose its places
        const f64 small = x * (1 + q * (-1.0 / 3 + q * (2.0 / 15 - q * (17.0 / 315))));
        const f32 result = std::copysign(f32(x < 0.03 ? small : large), a);
        return a == a ? result : a;
    }
};
struct Rsqrt {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) { return f32(1.0 / __builtin_sqrt(f64(a))); }
};
struct RsqrtF64 {
    static constexpr int kOperands = 1;
    static f64 apply(f64 a, f64, f64) {
        const f64 y = 1.0 / __builtin_sqrt(a);
        if (!(y > 0 && y < __builtin_inf()))
            return y;
        // Rounded twice so far: one step of Newton's method, with the rest of the product.
        const f64 h = a * y, rest = __builtin_fma(a, y, -h);
        const f64 error = __builtin_fma(-h, y, 1.0) - rest * y;
        return __builtin_fma(0.5 * y, error, y);
    }
};
struct Sqrt {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) { return __builtin_sqrtf(a); }
};
struct Rcp {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) { return 1.0f / a; }
};
struct Div {
    static constexpr int kOperands = 2;
    static f32 apply(f32 a, f32 b, f32) { return a / b; }
};
/// Beyond 2^126 the reciprocal of the divisor is subnormal and counts as zero.
struct DivApproximate {
    static constexpr int kOperands = 2;
    static f32 apply(f32 a, f32 b, f32) {
        const bool large = std::fabs(b) > 0x1p126f && std::fabs(b) <= 0x1.fffffep127f;
        return large ? a * std::copysign(0.0f, b) : a / b;
    }
};
/// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 only read the upper 32 bits of a number, so a NaN
/// whose payload is below them is an infinity, and only return the upper 32 bits of a result.
/// Subnormal inputs and results count as zero (PTX ISA 9.0, sections 9.7.3.14 and 9.7.3.17).
template <bool kRoot>
struct UpperHalf {
    static constexpr u64 kUpper = 0xffffffff00000000u, kSign = 0x8000000000000000u;
    static u64 flushed(u64 bits) { return (bits & 0x7ff0000000000000u) == 0 ? bits & kSign : bits; }
    static f64 apply(f64 a) {
        const f64 x = std::bit_cast<f64>(flushed(std::bit_cast<u64>(a) & kUpper));
        const f64 result = kRoot ? 1.0 / __builtin_sqrt(x) : 1.0 / x;
        if (result != result)
            return std::bit_cast<f64>(u64{0x7fffffff00000000u});
        return std::bit_cast<f64>(flushed(std::bit_cast<u64>(result)) & kUpper);
    }
};

template <class Op>
void addApproximate(FormTable& table, const char* opcode, const char* shape) {
    table.addJoined({opcode, ".approx.f32"}, shape, plainFloat<Op, f32>);
    table.addJoined({opcode, ".approx.f32!"}, shape, withModifiers<Op, f32>);
}

template <class Op>
void addWave(FormTable& table, const char* opcode) {
    table.addJoined({opcode, ".approx.f32"}, "ff", withFarLanes<Op, plainFloat<Op, f32>>);
    table.addJoined({opcode, ".approx.f32!"}, "ff", withFarLanes<Op, withModifiers<Op, f32>>);
}

} // namespace

void WARPBENCH_ISA::addApproximateForms(FormTable& table) {
    addApproximate<Ex2>(table, "ex2", "ff");
    addApproximate<Lg2>(table, "lg2", "ff");
    addWave<Wave<false>>(table, "sin");
    addWave<Wave<true>>(table, "cos");
    addApproximate<Tanh>(table, "tanh", "ff");
    addApproximate<Rsqrt>(table, "rsqrt", "ff");
    addApproximate<Sqrt>(table, "sqrt", "ff");
    addApproximate<Rcp>(table, "rcp", "ff");
    addApproximate<DivApproximate>(table, "div", "fff");
    table.add("div.full.f32", "fff", plainFloat<Div, f32>);
    table.add("div.full.f32!", "fff", withModifiers<Div, f32>);
    table.add("rcp.approx.f64!", "gg", unary<UpperHalf<false>, f64, f64>);
    table.add("rsqrt.approx.f64!", "gg", unary<UpperHalf<true>, f64, f64>);
    table.add("rsqrt.approx.f64", "gg", plainFloat<RsqrtF64, f64>);
}

} // namespace warpbench::simgpu::engine
