// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic of f16, bf16 and pairs of them (PTX ISA 9.0, section 9.7.4).
#include "core/simgpu/engine/handlers/half.h"

#include "core/simgpu/engine/handlers/floating.h"

namespace warpbench::simgpu::engine {
namespace {

struct HalfFormat {
    static f64 load(u16 bits) { return f64(halfToFloat(bits)); }
    static u16 store(f64 x) { return floatToHalf(x); }
    static u16 flush(u16 bits) { return (bits & 0x7c00u) == 0 ? u16(bits & 0x8000u) : bits; }
    static constexpr f64 kSmallestNormal = 0x1p-14; ///< what is below it is flushed under .ftz
};
struct BfloatFormat {
    static f64 load(u16 bits) { return f64(bfloatToFloat(bits)); }
    static u16 store(f64 x) { return floatToBfloat(x); }
    static u16 flush(u16 bits) { return bits; }
    static constexpr f64 kSmallestNormal = 0;
};

// Sums and products of two such numbers are rounded twice at worst where the first rounding, to 53
// bits, cannot matter (53 >= 2 * 11 + 2); fma rounds to odd first.
struct Add {
    static constexpr int kOperands = 2;
    static f64 apply(f64 a, f64 b, f64) { return fmaToOdd(a, 1.0, b); }
};
struct Sub {
    static constexpr int kOperands = 2;
    static f64 apply(f64 a, f64 b, f64) { return fmaToOdd(a, 1.0, -b); }
};
struct Mul {
    static constexpr int kOperands = 2;
    static f64 apply(f64 a, f64 b, f64) { return a * b; }
};
struct Fma {
    static constexpr int kOperands = 3;
    static f64 apply(f64 a, f64 b, f64 c) { return fmaToOdd(a, b, c); }
};
struct Neg {
    static constexpr int kOperands = 1;
    static f64 apply(f64 a, f64, f64) { return -a; }
};
struct Abs {
    static constexpr int kOperands = 1;
    static f64 apply(f64 a, f64, f64) { return std::fabs(a); }
};
struct Min {
    static constexpr int kOperands = 2;
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
    static f64 apply(f64 a, f64 b, f64) {
        if (a != a)
            return b;
        if (b != b)
            return a;
        return a == b ? (std::signbit(a) ? b : a) : (a < b ? b : a);
    }
};
struct Tanh {
    static constexpr int kOperands = 1;
    static f64 apply(f64 a, f64, f64) { return std::tanh(a); }
};
struct Ex2 {
    static constexpr int kOperands = 1;
    static f64 apply(f64 a, f64, f64) { return std::exp2(a); }
};

/// What tensor copies may fill with outside of a tensor, in f16 and bf16 alike.
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
    // The exact result decides, before it is rounded: see flushTiny.
    if ((flags & kFlush) && std::fabs(result) < Format::kSmallestNormal)
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

template <class Op>
void addHalf(FormTable& table, const char* opcode, const char* one, const char* pair) {
    for (const char* mark : {"", "!"}) {
        table.addJoined({opcode, ".f16", mark}, one, arithmetic<Op, HalfFormat, false>);
        table.addJoined({opcode, ".f16x2", mark}, pair, arithmetic<Op, HalfFormat, true>);
        table.addJoined({opcode, ".bf16", mark}, one, arithmetic<Op, BfloatFormat, false>);
        table.addJoined({opcode, ".bf16x2", mark}, pair, arithmetic<Op, BfloatFormat, true>);
    }
}

} // namespace

void WARPBENCH_ISA::addHalfForms(FormTable& table) {
    addHalf<Add>(table, "add", "hhh", "rrr");
    addHalf<Sub>(table, "sub", "hhh", "rrr");
    addHalf<Mul>(table, "mul", "hhh", "rrr");
    addHalf<Fma>(table, "fma", "hhhh", "rrrr");
    addHalf<Neg>(table, "neg", "hh", "rr");
    addHalf<Abs>(table, "abs", "hh", "rr");
    addHalf<Min>(table, "min", "hhh", "rrr");
    addHalf<Max>(table, "max", "hhh", "rrr");
    addHalf<Tanh>(table, "tanh.approx", "hh", "rr");
    addHalf<Ex2>(table, "ex2.approx", "hh", "rr");
}

} // namespace warpbench::simgpu::engine
