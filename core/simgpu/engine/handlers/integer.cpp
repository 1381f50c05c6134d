// SPDX-License-Identifier: GPL-3.0-or-later
// Integer arithmetic (PTX ISA 9.0, section 9.7.1 and 9.7.2).
#include "core/simgpu/engine/handlers/lanes.h"

#include <limits>
#include <type_traits>

namespace warpbench::simgpu::engine {
namespace {

template <class T>
using Unsigned = std::make_unsigned_t<T>;
template <class T>
using Wide = std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, s32, u32>,
                                std::conditional_t<std::is_signed_v<T>, s64, u64>>;

/// Wrapping arithmetic, at least in 32 bits, so that nothing overflows in the sense of C++.
template <class T>
using Wrap = std::conditional_t<sizeof(T) == 8, u64, u32>;

struct Add {
    template <class T>
    static T apply(T a, T b) {
        return static_cast<T>(Wrap<T>(a) + Wrap<T>(b));
    }
};
struct Sub {
    template <class T>
    static T apply(T a, T b) {
        return static_cast<T>(Wrap<T>(a) - Wrap<T>(b));
    }
};
struct MulLo {
    template <class T>
    static T apply(T a, T b) {
        return static_cast<T>(Wrap<T>(a) * Wrap<T>(b));
    }
};
struct MulHi {
    template <class T>
    static T apply(T a, T b) {
        if constexpr (sizeof(T) == 8) {
            __extension__ using Wide128 =
                std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
            return static_cast<T>((Wide128(a) * Wide128(b)) >> 64);
        } else {
            return static_cast<T>((Wide<T>(a) * Wide<T>(b)) >> (8 * sizeof(T)));
        }
    }
};
struct MulWide {
    template <class T>
    static Wide<T> apply(T a, T b) {
        return static_cast<Wide<T>>(Wide<T>(a) * Wide<T>(b));
    }
};
template <class Mul>
struct Mad {
    template <class T, class C>
    static C apply(T a, T b, C c) {
        return static_cast<C>(Wrap<C>(Mul::apply(a, b)) + Wrap<C>(c));
    }
};
struct Mul24Lo {
    template <class T>
    static s64 product(T a, T b) {
        const auto cut = [](T x) {
            return std::is_signed_v<T> ? s64(s32(u32(x) << 8) >> 8) : s64(u32(x) & 0xffffff);
        };
        return cut(a) * cut(b);
    }
    template <class T>
    static T apply(T a, T b) {
        return static_cast<T>(product(a, b));
    }
};
struct Mul24Hi {
    template <class T>
    static T apply(T a, T b) {
        return static_cast<T>(Mul24Lo::product(a, b) >> 16);
    }
};
/// The result of a division by zero is undefined in PTX; GPUs return all ones, and the dividend as
/// remainder. INT_MIN / -1 wraps.
struct Div {
    template <class T>
    static T apply(T a, T b) {
        if (b == 0)
            return static_cast<T>(~T{0});
        if constexpr (std::is_signed_v<T>) {
            if (b == -1)
                return Sub::apply(T{0}, a);
        }
        return static_cast<T>(a / b);
    }
};
struct Rem {
    template <class T>
    static T apply(T a, T b) {
        if (b == 0)
            return a;
        if constexpr (std::is_signed_v<T>) {
            if (b == -1)
                return 0;
        }
        return static_cast<T>(a % b);
    }
};
struct Min {
    template <class T>
    static T apply(T a, T b) {
        return a < b ? a : b;
    }
};
struct Max {
    template <class T>
    static T apply(T a, T b) {
        return a < b ? b : a;
    }
};
struct MinRelu {
    template <class T>
    static T apply(T a, T b) {
        return Max::apply(Min::apply(a, b), T{0});
    }
};
struct MaxRelu {
    template <class T>
    static T apply(T a, T b) {
        return Max::apply(Max::apply(a, b), T{0});
    }
};
struct Neg {
    template <class T>
    static T apply(T a) {
        return Sub::apply(T{0}, a);
    }
};
struct Abs {
    template <class T>
    static T apply(T a) {
        return a < 0 ? Neg::apply(a) : a;
    }
};
struct Sad {
    template <class T>
    static T apply(T a, T b, T c) {
        return Add::apply(c, a < b ? Sub::apply(b, a) : Sub::apply(a, b));
    }
};
struct AddSat {
    static s32 apply(s32 a, s32 b) {
        const s64 sum = s64(a) + b;
        return s32(Min::apply<s64>(Max::apply<s64>(sum, INT32_MIN), INT32_MAX));
    }
};
struct SubSat {
    static s32 apply(s32 a, s32 b) {
        const s64 difference = s64(a) - b;
        return s32(Min::apply<s64>(Max::apply<s64>(difference, INT32_MIN), INT32_MAX));
    }
};
struct Mad24HiSat {
    static s32 apply(s32 a, s32 b, s32 c) { return AddSat::apply(Mul24Hi::apply(a, b), c); }
};
struct MadHiSat {
    static s32 apply(s32 a, s32 b, s32 c) { return AddSat::apply(MulHi::apply(a, b), c); }
};

/// Two 16-bit values in a word.
template <class Op, class T>
struct Pair {
    static u32 apply(u32 a, u32 b) {
        const u32 low = u16(Op::apply(T(a), T(b)));
        const u32 high = u16(Op::apply(T(a >> 16), T(b >> 16)));
        return low | high << 16;
    }
};

template <class A, class B>
struct Dp4a {
    static u32 apply(u32 a, u32 b, u32 c) {
        for (int i = 0; i < 32; i += 8)
            c += u32(s32(A(u8(a >> i))) * s32(B(u8(b >> i))));
        return c;
    }
};
template <class A, class B, bool kHigh>
struct Dp2a {
    static u32 apply(u32 a, u32 b, u32 c) {
        const u32 bytes = kHigh ? b >> 16 : b;
        c += u32(s32(A(u16(a))) * s32(B(u8(bytes))));
        c += u32(s32(A(u16(a >> 16))) * s32(B(u8(bytes >> 8))));
        return c;
    }
};

// The carry flag CC.CF: add.cc, addc and the like. Inst::aux: bit 0 reads it, bit 1 writes it.
constexpr u32 kReadsCarry = 1;
constexpr u32 kWritesCarry = 2;

template <class T, bool kSubtract>
const Inst* addWithCarry(const Inst* ip, Warp& w) {
    const T* a = row<T>(w, ip->a);
    const T* b = row<T>(w, ip->b);
    T* d = row<T>(w, ip->d);
    u32 carryOut = 0;
    const u32 carryIn = (ip->aux & kReadsCarry) ? w.carry : 0u;
    forActive(w, d, [&](u32 l) {
        // A subtraction adds the complement: afterwards CF is set if there was no borrow. The PTX
        // ISA only mentions a borrow, but compilers read CF with addc (128-bit division).
        const T other = kSubtract ? T(~b[l]) : b[l];
        const T in = (ip->aux & kReadsCarry) ? T((carryIn >> l) & 1u) : T(kSubtract);
        const T result = a[l] + other + in;
        const bool carry = result < a[l] || (in && result == a[l]);
        carryOut |= u32(carry) << l;
        return result;
    });
    if (ip->aux & kWritesCarry)
        w.carry = carryOut | (w.carry & ~w.mask);
    return ip + 1;
}

template <class T, bool kHi, bool kSigned>
const Inst* madWithCarry(const Inst* ip, Warp& w) {
    using Factor = std::conditional_t<kSigned, std::make_signed_t<T>, T>;
    const T* a = row<T>(w, ip->a);
    const T* b = row<T>(w, ip->b);
    const T* c = row<T>(w, ip->c);
    u32 carryOut = 0;
    const u32 carryIn = (ip->aux & kReadsCarry) ? w.carry : 0u;
    forActive(w, row<T>(w, ip->d), [&](u32 l) {
        const T product = kHi ? T(MulHi::apply(Factor(a[l]), Factor(b[l])))
                              : T(MulLo::apply(Factor(a[l]), Factor(b[l])));
        const T in = (carryIn >> l) & 1u;
        const T result = product + c[l] + in;
        const bool carry = result < product || (in && result == product);
        carryOut |= u32(carry) << l;
        return result;
    });
    if (ip->aux & kWritesCarry)
        w.carry = carryOut | (w.carry & ~w.mask);
    return ip + 1;
}

template <class T>
void addArithmetic(FormTable& table, const char* type, const char* rr, const char* rrr,
                   const char* rrrr) {
    table.addJoined({"add.", type}, rrr, binary<Add, T, T, T>);
    table.addJoined({"sub.", type}, rrr, binary<Sub, T, T, T>);
    table.addJoined({"mul.lo.", type}, rrr, binary<MulLo, T, T, T>);
    table.addJoined({"mul.hi.", type}, rrr, binary<MulHi, T, T, T>);
    table.addJoined({"mad.lo.", type}, rrrr, ternary<Mad<MulLo>, T, T, T, T>);
    table.addJoined({"mad.hi.", type}, rrrr, ternary<Mad<MulHi>, T, T, T, T>);
    table.addJoined({"div.", type}, rrr, binary<Div, T, T, T>);
    table.addJoined({"rem.", type}, rrr, binary<Rem, T, T, T>);
    table.addJoined({"min.", type}, rrr, binary<Min, T, T, T>);
    table.addJoined({"max.", type}, rrr, binary<Max, T, T, T>);
    table.addJoined({"sad.", type}, rrrr, ternary<Sad, T, T, T, T>);
    if constexpr (std::is_signed_v<T>) {
        table.addJoined({"neg.", type}, rr, unary<Neg, T, T>);
        table.addJoined({"abs.", type}, rr, unary<Abs, T, T>);
    }
    if constexpr (sizeof(T) < 8) {
        using W = Wide<T>;
        const bool wideRow = sizeof(T) == 4;
        table.addJoined({"mul.wide.", type}, wideRow ? "qrr" : "rrr", binary<MulWide, W, T, T>);
        table.addJoined({"mad.wide.", type}, wideRow ? "qrrq" : "rrrr",
                        ternary<Mad<MulWide>, W, T, T, W>);
    }
}

template <class T>
void addCarries(FormTable& table, const char* width, const char* shape3, const char* shape4) {
    for (const char* sign : {"u", "s"}) {
        table.addJoined({"$add.", sign, width}, shape3, addWithCarry<T, false>);
        table.addJoined({"$sub.", sign, width}, shape3, addWithCarry<T, true>);
        table.addJoined({"$mad.lo.", sign, width}, shape4, madWithCarry<T, false, false>);
    }
    table.addJoined({"$mad.hi.u", width}, shape4, madWithCarry<T, true, false>);
    table.addJoined({"$mad.hi.s", width}, shape4, madWithCarry<T, true, true>);
}

} // namespace

void WARPBENCH_ISA::addIntegerForms(FormTable& table) {
    addArithmetic<u16>(table, "u16", "rr", "rrr", "rrrr");
    addArithmetic<s16>(table, "s16", "rr", "rrr", "rrrr");
    addArithmetic<u32>(table, "u32", "rr", "rrr", "rrrr");
    addArithmetic<s32>(table, "s32", "rr", "rrr", "rrrr");
    addArithmetic<u64>(table, "u64", "qq", "qqq", "qqqq");
    addArithmetic<s64>(table, "s64", "qq", "qqq", "qqqq");
    addCarries<u32>(table, "32", "rrr", "rrrr");
    addCarries<u64>(table, "64", "qqq", "qqqq");

    table.add("add.sat.s32", "rrr", binary<AddSat, s32, s32, s32>);
    table.add("sub.sat.s32", "rrr", binary<SubSat, s32, s32, s32>);
    table.add("mad.hi.sat.s32", "rrrr", ternary<MadHiSat, s32, s32, s32, s32>);
    table.add("min.relu.s32", "rrr", binary<MinRelu, s32, s32, s32>);
    table.add("max.relu.s32", "rrr", binary<MaxRelu, s32, s32, s32>);
    table.add("mul24.lo.u32", "rrr", binary<Mul24Lo, u32, u32, u32>);
    table.add("mul24.lo.s32", "rrr", binary<Mul24Lo, s32, s32, s32>);
    table.add("mul24.hi.u32", "rrr", binary<Mul24Hi, u32, u32, u32>);
    table.add("mul24.hi.s32", "rrr", binary<Mul24Hi, s32, s32, s32>);
    table.add("mad24.lo.u32", "rrrr", ternary<Mad<Mul24Lo>, u32, u32, u32, u32>);
    table.add("mad24.lo.s32", "rrrr", ternary<Mad<Mul24Lo>, s32, s32, s32, s32>);
    table.add("mad24.hi.u32", "rrrr", ternary<Mad<Mul24Hi>, u32, u32, u32, u32>);
    table.add("mad24.hi.s32", "rrrr", ternary<Mad<Mul24Hi>, s32, s32, s32, s32>);
    table.add("mad24.hi.sat.s32", "rrrr", ternary<Mad24HiSat, s32, s32, s32, s32>);
    table.add("add.u16x2 add.s16x2", "rrr", binary<Pair<Add, u16>, u32, u32, u32>);
    table.add("min.u16x2", "rrr", binary<Pair<Min, u16>, u32, u32, u32>);
    table.add("min.s16x2", "rrr", binary<Pair<Min, s16>, u32, u32, u32>);
    table.add("max.u16x2", "rrr", binary<Pair<Max, u16>, u32, u32, u32>);
    table.add("max.s16x2", "rrr", binary<Pair<Max, s16>, u32, u32, u32>);
    table.add("min.relu.s16x2", "rrr", binary<Pair<MinRelu, s16>, u32, u32, u32>);
    table.add("max.relu.s16x2", "rrr", binary<Pair<MaxRelu, s16>, u32, u32, u32>);
    table.add("dp4a.u32.u32", "rrrr", ternary<Dp4a<u8, u8>, u32, u32, u32, u32>);
    table.add("dp4a.u32.s32", "rrrr", ternary<Dp4a<u8, s8>, u32, u32, u32, u32>);
    table.add("dp4a.s32.u32", "rrrr", ternary<Dp4a<s8, u8>, u32, u32, u32, u32>);
    table.add("dp4a.s32.s32", "rrrr", ternary<Dp4a<s8, s8>, u32, u32, u32, u32>);
    table.add("dp2a.lo.u32.u32", "rrrr", ternary<Dp2a<u16, u8, false>, u32, u32, u32, u32>);
    table.add("dp2a.lo.u32.s32", "rrrr", ternary<Dp2a<u16, s8, false>, u32, u32, u32, u32>);
    table.add("dp2a.lo.s32.u32", "rrrr", ternary<Dp2a<s16, u8, false>, u32, u32, u32, u32>);
    table.add("dp2a.lo.s32.s32", "rrrr", ternary<Dp2a<s16, s8, false>, u32, u32, u32, u32>);
    table.add("dp2a.hi.u32.u32", "rrrr", ternary<Dp2a<u16, u8, true>, u32, u32, u32, u32>);
    table.add("dp2a.hi.u32.s32", "rrrr", ternary<Dp2a<u16, s8, true>, u32, u32, u32, u32>);
    table.add("dp2a.hi.s32.u32", "rrrr", ternary<Dp2a<s16, u8, true>, u32, u32, u32, u32>);
    table.add("dp2a.hi.s32.s32", "rrrr", ternary<Dp2a<s16, s8, true>, u32, u32, u32, u32>);
}

} // namespace warpbench::simgpu::engine
