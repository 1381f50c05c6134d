// SPDX-License-Identifier: GPL-3.0-or-later
// Moves, packing and unpacking, selection, special registers, addresses (PTX ISA 9.0, 9.7.9).
#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/handlers/lanes.h"

namespace warpbench::simgpu::engine {
namespace {

struct Same {
    template <class T>
    static T apply(T a) {
        return a;
    }
};

template <class T>
const Inst* select(const Inst* ip, Warp& w) {
    const T* a = row<T>(w, ip->a);
    const T* b = row<T>(w, ip->b);
    const u32 bits = predicate(w, ip->c);
    forLanes(w, row<T>(w, ip->d), [=](u32 l) { return (bits >> l & 1u) ? a[l] : b[l]; });
    return ip + 1;
}

/// slct: a if c >= 0, otherwise b.
template <class T, class C>
struct Slct {
    static T apply(T a, T b, C c) { return c >= C{0} ? a : b; }
};
/// slct.ftz: a subnormal c counts as zero.
template <class T>
struct SlctFtz {
    static T apply(T a, T b, u32 c) {
        const bool zero = (c & 0x7f800000u) == 0;
        return zero || std::bit_cast<f32>(c) >= 0 ? a : b;
    }
};
/// \param bySign, byFloat  shapes with the third operand of .s32 and of .f32
template <class T>
void addSlct(FormTable& table, const char* type, const char* bySign, const char* byFloat) {
    table.addJoined({"slct.", type, ".s32"}, bySign, ternary<Slct<T, s32>, T, T, T, s32>);
    table.addJoined({"slct.", type, ".f32"}, byFloat, ternary<Slct<T, f32>, T, T, T, f32>);
    table.addJoined({"slct.ftz.", type, ".f32"}, byFloat, ternary<SlctFtz<T>, T, T, T, u32>);
}

const Inst* movePredicate(const Inst* ip, Warp& w) {
    setPredicate(w, ip->d, predicate(w, ip->a));
    return ip + 1;
}

struct Pack8 {
    static u32 apply(u8 low, u8 high) { return u32(low) | u32(high) << 8; }
};
struct Pack16 {
    static u32 apply(u16 low, u16 high) { return u32(low) | u32(high) << 16; }
};
struct Pack32 {
    static u64 apply(u32 low, u32 high) { return u64(low) | u64(high) << 32; }
};
template <class T, class A, int kShift>
struct Part {
    static T apply(A a) { return T(a >> kShift); }
};

/// A special register whose value changes while the kernel runs.
template <class T>
const Inst* readSpecial(const Inst* ip, Warp& w) {
    const T value = static_cast<T>(specialValue(w, ip->aux));
    forLanes(w, row<T>(w, ip->d), [=](u32) { return value; });
    return ip + 1;
}

const Inst* activeMask(const Inst* ip, Warp& w) {
    const u32 value = w.mask;
    forLanes(w, row32(w, ip->d), [=](u32) { return value; });
    return ip + 1;
}

/// Adds or takes away a window's base: Inst::imm.
const Inst* addConstant(const Inst* ip, Warp& w) {
    const u64* a = row64(w, ip->a);
    const u64 base = static_cast<u64>(ip->imm);
    forLanes(w, row64(w, ip->d), [=](u32 l) { return a[l] + base; });
    return ip + 1;
}

/// The address of a local variable of a device function: its frame's base + Inst::imm.
const Inst* localAddress(const Inst* ip, Warp& w) {
    const u64 value = static_cast<u64>(ip->imm) + (w.frame ? w.frame->localBase : 0u);
    forLanes(w, row64(w, ip->d), [=](u32) { return value; });
    return ip + 1;
}

/// Active lanes with the address of a constant variable.
inline u32 constantLanes(const u64* addresses, Warp& w) {
    u32 lanes = 0;
    for (u32 rest = w.mask; rest; rest &= rest - 1) {
        const u32 lane = u32(std::countr_zero(rest));
        lanes |= u32(isConstantAddress(w, addresses[lane])) << lane;
    }
    return lanes;
}

/// isspacep: Inst::imm is the window, 0 represents global memory.
const Inst* isInWindow(const Inst* ip, Warp& w) {
    const u64* a = row64(w, ip->a);
    const u64 window = static_cast<u64>(ip->imm);
    u32 bits = laneBits([=](u32 l) { return (a[l] & kWindowMask) == window; });
    if (window == 0) // constant variables are allocations of device memory
        bits &= ~constantLanes(a, w);
    setPredicate(w, ip->d, bits);
    return ip + 1;
}
const Inst* isConstant(const Inst* ip, Warp& w) {
    setPredicate(w, ip->d, constantLanes(row64(w, ip->a), w));
    return ip + 1;
}

} // namespace

void WARPBENCH_ISA::addDataForms(FormTable& table) {
    table.add("mov.b16 mov.u16 mov.s16 mov.f16 mov.bf16 mov.b32 mov.u32 mov.s32", "rr",
              unary<Same, u32, u32>);
    table.add("mov.f32", "ff", unary<Same, u32, u32>);
    table.add("mov.b64 mov.u64 mov.s64", "qq", unary<Same, u64, u64>);
    table.add("mov.f64", "gg", unary<Same, u64, u64>);
    table.add("mov.pred", "pp", movePredicate);
    table.add("$pack8", "rrr", binary<Pack8, u32, u8, u8>);
    table.add("$pack16", "rrr", binary<Pack16, u32, u16, u16>);
    table.add("$pack32", "qrr", binary<Pack32, u64, u32, u32>);
    table.add("$part8.0", "rr", unary<Part<u8, u32, 0>, u8, u32>);
    table.add("$part8.1", "rr", unary<Part<u8, u32, 8>, u8, u32>);
    table.add("$part8.2", "rr", unary<Part<u8, u32, 16>, u8, u32>);
    table.add("$part8.3", "rr", unary<Part<u8, u32, 24>, u8, u32>);
    table.add("$part16.0", "rr", unary<Part<u16, u32, 0>, u16, u32>);
    table.add("$part16.1", "rr", unary<Part<u16, u32, 16>, u16, u32>);
    table.add("$part32.0", "rq", unary<Part<u32, u64, 0>, u32, u64>);
    table.add("$part32.1", "rq", unary<Part<u32, u64, 32>, u32, u64>);
    table.add("$part48.1", "rq", unary<Part<u16, u64, 16>, u16, u64>);
    table.add("$part48.3", "rq", unary<Part<u16, u64, 48>, u16, u64>);

    table.add("selp.b16 selp.u16 selp.s16 selp.b32 selp.u32 selp.s32", "rrrp", select<u32>);
    table.add("selp.f32", "fffp", select<u32>);
    table.add("selp.b64 selp.u64 selp.s64", "qqqp", select<u64>);
    table.add("selp.f64", "gggp", select<u64>);
    for (const char* type : {"b16", "u16", "s16", "b32", "u32", "s32"})
        addSlct<u32>(table, type, "rrrr", "rrrf");
    for (const char* type : {"b64", "u64", "s64"})
        addSlct<u64>(table, type, "qqqr", "qqqf");
    addSlct<u32>(table, "f32", "fffr", "ffff");
    addSlct<u64>(table, "f64", "gggr", "gggf");

    table.add("$special.r", "r", readSpecial<u32>);
    table.add("$special.q", "q", readSpecial<u64>);
    table.add("activemask.b32", "r", activeMask);
    table.add("$addConstant", "qq", addConstant);
    table.add("$localAddress", "q", localAddress);
    table.add("$inWindow", "pq", isInWindow);
    table.add("isspacep.const", "pq", isConstant);
}

} // namespace warpbench::simgpu::engine
