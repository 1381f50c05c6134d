// SPDX-License-Identifier: GPL-3.0-or-later
// Two records at once, the second of which reads the first one's result: the value in between stays
// in the processor's registers. Each reads its own record's fields; decode/shortcuts.cpp replaces
// the first one's handler with the pair's.
#include "core/simgpu/engine/handlers/branch.h"
#include "core/simgpu/engine/handlers/comparisons.h"
#include "core/simgpu/engine/handlers/floating.h"

namespace warpbench::simgpu::engine {
namespace {

struct Sum {
    static f32 apply(f32 a, f32 b, f32) { return a + b; }
};
struct Difference {
    static f32 apply(f32 a, f32 b, f32) { return a - b; }
};
struct Multiple {
    static f32 apply(f32 a, f32 b, f32) { return a * b; }
};
struct Fused {
    static f32 apply(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
};

/// Operands of the second record that are the first one's result.
enum class Slot { a, b, c, square };

/// Whether anything else reads the value between them.
enum class Between { kept, dropped };

/// \param mid  the first one's result
template <class Op, Slot kSlot>
inline f32 second(f32 mid, f32 a, f32 b, f32 c) {
    return Op::apply(kSlot == Slot::a || kSlot == Slot::square ? mid : a,
                     kSlot == Slot::b || kSlot == Slot::square ? mid : b,
                     kSlot == Slot::c ? mid : c);
}

/// A NaN between them is also a NaN at the end, where its bits are corrected.
template <class First, class Second, Slot kSlot, Between kBetween>
const Inst* arithmeticPair(const Inst* ip, Warp& w) {
    const Inst* const next = ip + 1;
    const f32 *a = row<f32>(w, ip->a), *b = row<f32>(w, ip->b), *c = row<f32>(w, ip->c);
    const f32 *x = row<f32>(w, next->a), *y = row<f32>(w, next->b), *z = row<f32>(w, next->c);
    f32 *const mid = row<f32>(w, ip->d), *const d = row<f32>(w, next->d);
    const u32* const active = w.lanes;
    if (__builtin_expect(w.mask == kFullMask, 1)) {
#pragma GCC ivdep
        for (u32 l = 0; l < kLanes; ++l) {
            f32 value = First::apply(a[l], b[l], c[l]);
            if constexpr (kBetween == Between::kept)
                value = canonical(value);
            const f32 result = canonical(second<Second, kSlot>(value, x[l], y[l], z[l]));
            if constexpr (kBetween == Between::kept)
                mid[l] = value;
            d[l] = result;
        }
        return next + 1;
    }
#pragma GCC ivdep
    for (u32 l = 0; l < kLanes; ++l) {
        const f32 value = canonical(First::apply(a[l], b[l], c[l]));
        const f32 result = canonical(second<Second, kSlot>(value, x[l], y[l], z[l]));
        if constexpr (kBetween == Between::kept)
            mid[l] = active[l] ? value : mid[l];
        d[l] = active[l] ? result : d[l];
    }
    return next + 1;
}

/// A number and the comparison of it with another one.
template <class First, class Test, Between kBetween>
const Inst* comparisonPair(const Inst* ip, Warp& w) {
    const Inst* const next = ip + 1;
    const f32 *a = row<f32>(w, ip->a), *b = row<f32>(w, ip->b), *c = row<f32>(w, ip->c);
    const f32* const y = row<f32>(w, next->b);
    f32* const mid = row<f32>(w, ip->d);
    alignas(64) f32 values[kLanes];
    for (u32 l = 0; l < kLanes; ++l)
        values[l] = canonical(First::apply(a[l], b[l], c[l]));
    const u32 bits = compareRows<Test>(values, y);
    if constexpr (kBetween == Between::kept)
        forLanes(w, mid, [&](u32 l) { return values[l]; });
    setPredicate(w, next->d, bits);
    return next + 1;
}

struct Add {
    static u32 apply(u32 a, u32 b, u32) { return a + b; }
};
struct MultiplyAdd {
    static u32 apply(u32 a, u32 b, u32 c) { return a * b + c; }
};

/// An integer, which is kept, and a comparison with it: of a counter, of a thread's number.
/// \return the lanes in which that holds
template <class First, class T, class Test>
inline u32 computeAndCompare(const Inst* ip, Warp& w) {
    const u32 *a = row32(w, ip->a), *b = row32(w, ip->b), *c = row32(w, ip->c);
    forLanes(w, row32(w, ip->d), [=](u32 l) { return First::apply(a[l], b[l], c[l]); });
    const u32 bits = compareRows<Test, T>(row<T>(w, ip[1].a), row<T>(w, ip[1].b));
    setPredicate(w, ip[1].d, bits);
    return bits;
}
template <class First, class T, class Test>
const Inst* computeAndSet(const Inst* ip, Warp& w) {
    computeAndCompare<First, T, Test>(ip, w);
    return ip + 2;
}
template <class First, class T, class Test>
const Inst* computeAndBranch(const Inst* ip, Warp& w) {
    const u32 bits = computeAndCompare<First, T, Test>(ip, w);
    const Inst* const next = ip + 1;
    return branchOn(next, w, (bits ^ next->aux) & w.mask, next->imm <= 0);
}

/// and.pred and a branch on it.
template <bool kBack>
const Inst* bothAndBranch(const Inst* ip, Warp& w) {
    const Inst* const next = ip + 1;
    setPredicate(w, ip->d, predicate(w, ip->a) & predicate(w, ip->b));
    return branchOn(next, w, (predicate(w, next->a) ^ next->aux) & w.mask, kBack);
}

template <class First, class Second, Slot kSlot>
void addArithmetic(FormTable& table, const char* first, const char* second) {
    table.addJoined({"$pair.", first, ".", second}, "",
                    arithmeticPair<First, Second, kSlot, Between::dropped>);
    table.addJoined({"$pair.", first, ".", second, ".kept"}, "",
                    arithmeticPair<First, Second, kSlot, Between::kept>);
}
template <class First, class Test>
void addComparison(FormTable& table, const char* first, const char* test) {
    table.addJoined({"$pair.", first, ".", test}, "",
                    comparisonPair<First, Test, Between::dropped>);
    table.addJoined({"$pair.", first, ".", test, ".kept"}, "",
                    comparisonPair<First, Test, Between::kept>);
}

template <class First>
void addAllAfter(FormTable& table, const char* first) {
    addArithmetic<First, Sum, Slot::a>(table, first, "add.a");
    addArithmetic<First, Difference, Slot::a>(table, first, "sub.a");
    addArithmetic<First, Difference, Slot::b>(table, first, "sub.b");
    addArithmetic<First, Multiple, Slot::a>(table, first, "mul.a");
    addArithmetic<First, Multiple, Slot::square>(table, first, "mul.ab");
    addArithmetic<First, Fused, Slot::a>(table, first, "fma.a");
    addArithmetic<First, Fused, Slot::c>(table, first, "fma.c");
    addComparison<First, Lt>(table, first, "lt.a");
    addComparison<First, Le>(table, first, "le.a");
    addComparison<First, Gt>(table, first, "gt.a");
    addComparison<First, Ge>(table, first, "ge.a");
}

template <class First, class T, class Test>
void addIntegerComparison(FormTable& table, const char* first, const char* test, const char* type) {
    table.addJoined({"$pair.", first, ".setp.", test, ".", type}, "",
                    computeAndSet<First, T, Test>);
    table.addJoined({"$pair.", first, ".bra.", test, ".", type}, "",
                    computeAndBranch<First, T, Test>);
}
template <class First, class T>
void addIntegerComparisons(FormTable& table, const char* first, const char* type) {
    addIntegerComparison<First, T, Lt>(table, first, "lt", type);
    addIntegerComparison<First, T, Le>(table, first, "le", type);
    addIntegerComparison<First, T, Gt>(table, first, "gt", type);
    addIntegerComparison<First, T, Ge>(table, first, "ge", type);
    addIntegerComparison<First, T, Eq>(table, first, "eq", type);
    addIntegerComparison<First, T, Ne>(table, first, "ne", type);
}

} // namespace

void WARPBENCH_ISA::addPairs(FormTable& table) {
    addAllAfter<Sum>(table, "add");
    addAllAfter<Difference>(table, "sub");
    addAllAfter<Multiple>(table, "mul");
    addAllAfter<Fused>(table, "fma");
    addIntegerComparisons<Add, s32>(table, "count", "s32");
    addIntegerComparisons<Add, u32>(table, "count", "u32");
    addIntegerComparisons<MultiplyAdd, s32>(table, "mad", "s32");
    addIntegerComparisons<MultiplyAdd, u32>(table, "mad", "u32");
    table.add("$both.bra", "", bothAndBranch<false>);
    table.add("$both.bra.back", "", bothAndBranch<true>);
}

} // namespace warpbench::simgpu::engine
