// SPDX-License-Identifier: GPL-3.0-or-later
// setp and set (PTX ISA 9.0, sections 9.7.6, 9.7.7).
#include "core/simgpu/engine/handlers/branch.h"
#include "core/simgpu/engine/handlers/comparisons.h"
#include "core/simgpu/engine/handlers/floating.h"
#include "core/simgpu/engine/handlers/half.h"

namespace warpbench::simgpu::engine {
namespace {

/// How values are in their rows.
template <class T>
struct Plain {
    using Bits = T;
    static T value(T bits) { return bits; }
};
struct HalfValue {
    using Bits = u16;
    static f32 value(u16 bits) { return halfToFloat(bits); }
    static u16 flush(u16 bits) { return (bits & 0x7c00u) == 0 ? u16(bits & 0x8000u) : bits; }
};
struct BfloatValue {
    using Bits = u16;
    static f32 value(u16 bits) { return bfloatToFloat(bits); }
    static u16 flush(u16 bits) { return bits; }
};

template <class V, class Op>
inline __attribute__((always_inline)) u32 compareLanes(const Inst* ip, Warp& w) {
    using Bits = typename V::Bits;
    const auto* a = row<Bits>(w, ip->a);
    const auto* b = row<Bits>(w, ip->b);
    if constexpr (std::is_same_v<V, Plain<Bits>> && sizeof(Bits) == 4)
        return compareRows<Op>(a, b);
    else
        return laneBits(
            [=](u32 l) { return Op::test(V::value(Bits(a[l])), V::value(Bits(b[l]))); });
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

/// The 16 bits from `shift` on in each lane, flushed if required.
template <class V, class Op>
inline u32 compareHalves(const Inst* ip, Warp& w, u32 shift) {
    const u32* a = row32(w, ip->a);
    const u32* b = row32(w, ip->b);
    const bool ftz = ip->aux & kFlush;
    return laneBits([=](u32 l) {
        const u16 x = u16(a[l] >> shift), y = u16(b[l] >> shift);
        return Op::test(V::value(ftz ? V::flush(x) : x), V::value(ftz ? V::flush(y) : y));
    });
}

template <class V, class Op>
inline u32 compareAny(const Inst* ip, Warp& w) {
    if constexpr (std::is_same_v<V, Plain<f32>>) {
        if (ip->aux & kFlush)
            return compareFlushed<Op>(ip, w);
    }
    if constexpr (std::is_same_v<V, HalfValue>) {
        if (ip->aux & kFlush)
            return compareHalves<V, Op>(ip, w, 0);
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

/// d = Inst::imm (all ones, or 1.0) if the comparison holds, otherwise zero.
template <class V, class Op>
const Inst* set(const Inst* ip, Warp& w) {
    const u32 how = ip->aux >> 16;
    const u32 bits = combined(compareAny<V, Op>(ip, w), how & 3 ? predicate(w, ip->c) : 0, how);
    const u32 yes = u32(ip->imm);
    forLanes(w, row32(w, ip->d), [=](u32 l) { return (bits >> l & 1u) ? yes : 0u; });
    return ip + 1;
}

/// setp of pairs: d for the lower halves, aux2 for the upper ones.
template <class V, class Op>
const Inst* setpPair(const Inst* ip, Warp& w) {
    const u32 low = compareHalves<V, Op>(ip, w, 0), high = compareHalves<V, Op>(ip, w, 16);
    const u32 how = ip->aux >> 16;
    const u32 with = how & 3 ? predicate(w, ip->c) : 0;
    setPredicate(w, ip->d, combined(low, with, how));
    if (ip->aux2)
        setPredicate(w, u16(ip->aux2), combined(high, with, how));
    return ip + 1;
}
/// set of pairs: Inst::imm in each half where its comparison holds.
template <class V, class Op>
const Inst* setPair(const Inst* ip, Warp& w) {
    const u32 how = ip->aux >> 16;
    const u32 with = how & 3 ? predicate(w, ip->c) : 0;
    const u32 low = combined(compareHalves<V, Op>(ip, w, 0), with, how);
    const u32 high = combined(compareHalves<V, Op>(ip, w, 16), with, how);
    const u32 yes = u32(ip->imm) & 0xffff;
    forLanes(w, row32(w, ip->d), [=](u32 l) {
        return ((low >> l & 1u) ? yes : 0u) | ((high >> l & 1u) ? yes << 16 : 0u);
    });
    return ip + 1;
}

template <class V, class Op>
void addPairComparison(FormTable& table, const char* op, const char* type) {
    table.addJoined({"setp.", op, ".", type}, "prr", setpPair<V, Op>);
    table.addJoined({"setp.", op, ".", type, "!"}, "prr", setpPair<V, Op>);
    table.addJoined({"$set.", op, ".", type}, "rrr", setPair<V, Op>);
}
template <class V>
void addPairComparisons(FormTable& table, const char* type) {
    addPairComparison<V, Eq>(table, "eq", type);
    addPairComparison<V, Ne>(table, "ne", type);
    addPairComparison<V, Lt>(table, "lt", type);
    addPairComparison<V, Le>(table, "le", type);
    addPairComparison<V, Gt>(table, "gt", type);
    addPairComparison<V, Ge>(table, "ge", type);
    addPairComparison<V, Not<Ne>>(table, "equ", type);
    addPairComparison<V, Not<Eq>>(table, "neu", type);
    addPairComparison<V, Not<Ge>>(table, "ltu", type);
    addPairComparison<V, Not<Gt>>(table, "leu", type);
    addPairComparison<V, Not<Le>>(table, "gtu", type);
    addPairComparison<V, Not<Lt>>(table, "geu", type);
    addPairComparison<V, Num>(table, "num", type);
    addPairComparison<V, Not<Num>>(table, "nan", type);
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
    addPairComparisons<HalfValue>(table, "f16x2");
    addPairComparisons<BfloatValue>(table, "bf16x2");
}

} // namespace warpbench::simgpu::engine
