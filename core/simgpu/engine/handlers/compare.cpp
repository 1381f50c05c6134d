// SPDX-License-Identifier: GPL-3.0-or-later
// setp and set (PTX ISA 9.0, sections 9.7.6, 9.7.7).
#include "core/simgpu/engine/handlers/branch.h"
#include "core/simgpu/engine/handlers/floating.h"
#include "core/simgpu/engine/handlers/half.h"

namespace warpbench::simgpu::engine {
namespace {

struct Eq {
    template <class T>
    static bool test(T a, T b) {
        return a == b;
    }
};
struct Ne { // of numbers: an unordered pair is not "not equal" but for neu
    template <class T>
    static bool test(T a, T b) {
        return a < b || a > b;
    }
};
struct Lt {
    template <class T>
    static bool test(T a, T b) {
        return a < b;
    }
};
struct Le {
    template <class T>
    static bool test(T a, T b) {
        return a <= b;
    }
};
struct Gt {
    template <class T>
    static bool test(T a, T b) {
        return a > b;
    }
};
struct Ge {
    template <class T>
    static bool test(T a, T b) {
        return a >= b;
    }
};
struct Num {
    template <class T>
    static bool test(T a, T b) {
        return a == a && b == b;
    }
};
/// The opposite; with it the unordered comparisons: ltu is "not ge".
template <class Op>
struct Not {
    template <class T>
    static bool test(T a, T b) {
        return !Op::test(a, b);
    }
};

/// How values lie in their rows.
template <class T>
struct Plain {
    using Bits = T;
    static T value(T bits) { return bits; }
};
struct HalfValue {
    using Bits = u16;
    static f32 value(u16 bits) { return halfToFloat(bits); }
};
struct BfloatValue {
    using Bits = u16;
    static f32 value(u16 bits) { return bfloatToFloat(bits); }
};

template <class V, class Op>
inline __attribute__((always_inline)) u32 compareLanes(const Inst* ip, Warp& w) {
    using Bits = typename V::Bits;
    const auto* a = row<Bits>(w, ip->a);
    const auto* b = row<Bits>(w, ip->b);
    return laneBits([=](u32 l) { return Op::test(V::value(Bits(a[l])), V::value(Bits(b[l]))); });
}

template <class Op>
inline u32 compareFlushed(const Inst* ip, Warp& w) {
    const f32* a = row<f32>(w, ip->a);
    const f32* b = row<f32>(w, ip->b);
    return laneBits([=](u32 l) { return Op::test(flushed(a[l]), flushed(b[l])); });
}

template <class V, class Op>
const Inst* setpPlain(const Inst* ip, Warp& w) {
    setPredicate(w, ip->d, compareLanes<V, Op>(ip, w));
    return ip + 1;
}

/// A comparison and the branch on it. Inst: d, a, b of the comparison, imm and aux of the branch.
template <class V, class Op>
const Inst* compareAndBranch(const Inst* ip, Warp& w) {
    const u32 bits = compareLanes<V, Op>(ip, w);
    setPredicate(w, ip->d, bits);
    return branchOn(ip, w, (bits ^ ip->aux) & w.mask, ip->imm <= 0);
}

/// Inst::aux: kFlush, and from bit 16 on how to combine with predicate c; aux2: a second
/// destination, for the combination of the opposite.
u32 combined(u32 bits, u32 with, u32 how) {
    if (how & kCombineNegated)
        with = ~with;
    switch (how & 3) {
    case kCombineAnd:
        return bits & with;
    case kCombineOr:
        return bits | with;
    case kCombineXor:
        return bits ^ with;
    default:
        return bits;
    }
}

template <class V, class Op>
inline u32 compareAny(const Inst* ip, Warp& w) {
    if constexpr (std::is_same_v<V, Plain<f32>>) {
        if (ip->aux & kFlush)
            return compareFlushed<Op>(ip, w);
    }
    return compareLanes<V, Op>(ip, w);
}

template <class V, class Op>
const Inst* setpCombined(const Inst* ip, Warp& w) {
    const u32 bits = compareAny<V, Op>(ip, w);
    const u32 how = ip->aux >> 16;
    const u32 with = how & 3 ? predicate(w, ip->c) : 0;
    setPredicate(w, ip->d, combined(bits, with, how));
    if (ip->aux2)
        setPredicate(w, u16(ip->aux2), combined(~bits, with, how));
    return ip + 1;
}

/// d = Inst::imm where the comparison holds (all ones, or 1.0), else zero.
template <class V, class Op>
const Inst* set(const Inst* ip, Warp& w) {
    const u32 how = ip->aux >> 16;
    const u32 bits = combined(compareAny<V, Op>(ip, w), how & 3 ? predicate(w, ip->c) : 0, how);
    const u32 yes = u32(ip->imm);
    forLanes(w, row32(w, ip->d), [=](u32 l) { return (bits >> l & 1u) ? yes : 0u; });
    return ip + 1;
}

template <class V, class Op>
void addComparison(FormTable& table, const char* op, const char* type, const char* shapeP,
                   const char* shapeR) {
    if constexpr (sizeof(typename V::Bits) >= 4)
        table.addJoined({"$bra.", op, ".", type}, shapeP, compareAndBranch<V, Op>);
    table.addJoined({"setp.", op, ".", type}, shapeP, setpPlain<V, Op>);
    table.addJoined({"setp.", op, ".", type, "!"}, shapeP, setpCombined<V, Op>);
    table.addJoined({"$set.", op, ".", type}, shapeR, set<V, Op>);
}

template <class T>
void addIntegerComparisons(FormTable& table, const char* type, bool wide) {
    const char* p = wide ? "pqq" : "prr";
    const char* r = wide ? "rqq" : "rrr";
    using V = Plain<T>;
    addComparison<V, Eq>(table, "eq", type, p, r);
    addComparison<V, Ne>(table, "ne", type, p, r);
    addComparison<V, Lt>(table, "lt", type, p, r);
    addComparison<V, Le>(table, "le", type, p, r);
    addComparison<V, Gt>(table, "gt", type, p, r);
    addComparison<V, Ge>(table, "ge", type, p, r);
    addComparison<V, Lt>(table, "lo", type, p, r);
    addComparison<V, Le>(table, "ls", type, p, r);
    addComparison<V, Gt>(table, "hi", type, p, r);
    addComparison<V, Ge>(table, "hs", type, p, r);
}

template <class V>
void addFloatComparisons(FormTable& table, const char* type, const char* p, const char* r) {
    addComparison<V, Eq>(table, "eq", type, p, r);
    addComparison<V, Ne>(table, "ne", type, p, r);
    addComparison<V, Lt>(table, "lt", type, p, r);
    addComparison<V, Le>(table, "le", type, p, r);
    addComparison<V, Gt>(table, "gt", type, p, r);
    addComparison<V, Ge>(table, "ge", type, p, r);
    addComparison<V, Not<Ne>>(table, "equ", type, p, r);
    addComparison<V, Not<Eq>>(table, "neu", type, p, r);
    addComparison<V, Not<Ge>>(table, "ltu", type, p, r);
    addComparison<V, Not<Gt>>(table, "leu", type, p, r);
    addComparison<V, Not<Le>>(table, "gtu", type, p, r);
    addComparison<V, Not<Lt>>(table, "geu", type, p, r);
    addComparison<V, Num>(table, "num", type, p, r);
    addComparison<V, Not<Num>>(table, "nan", type, p, r);
}

} // namespace

void WARPBENCH_ISA::addCompareForms(FormTable& table) {
    addIntegerComparisons<u16>(table, "u16", false);
    addIntegerComparisons<u16>(table, "b16", false);
    addIntegerComparisons<s16>(table, "s16", false);
    addIntegerComparisons<u32>(table, "u32", false);
    addIntegerComparisons<u32>(table, "b32", false);
    addIntegerComparisons<s32>(table, "s32", false);
    addIntegerComparisons<u64>(table, "u64", true);
    addIntegerComparisons<u64>(table, "b64", true);
    addIntegerComparisons<s64>(table, "s64", true);
    addFloatComparisons<Plain<f32>>(table, "f32", "pff", "rff");
    addFloatComparisons<Plain<f64>>(table, "f64", "pgg", "rgg");
    addFloatComparisons<HalfValue>(table, "f16", "phh", "rhh");
    addFloatComparisons<BfloatValue>(table, "bf16", "phh", "rhh");
}

} // namespace warpbench::simgpu::engine
