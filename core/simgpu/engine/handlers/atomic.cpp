// SPDX-License-Identifier: GPL-3.0-or-later
// atom and red (PTX ISA 9.0, section 9.7.13). Inst: d destination (kNoRow: none), a address row,
// imm offset, b and aux2 operands, c range slot, aux the space.
#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/handlers/half.h"
#include "core/simgpu/engine/handlers/memory.h"
#include "core/simgpu/engine/handlers/vectors.h"

#include <atomic>
#include <type_traits>

namespace warpbench::simgpu::engine {
namespace {

template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, u64, std::conditional_t<sizeof(T) == 2, u16, u32>>;

struct Add {
    template <class T>
    static T apply(T old, T b, T) {
        if constexpr (std::is_floating_point_v<T>) {
            const T sum = old + b;
            if constexpr (sizeof(T) == 4)
                return sum == sum ? sum : std::bit_cast<T>(0x7fffffffu);
            return sum;
        } else {
            return T(std::make_unsigned_t<T>(old) + std::make_unsigned_t<T>(b));
        }
    }
};
/// On global memory subnormal operands and sums of f32 count as zero; on shared memory they do not
/// (PTX ISA 9.0, section 9.7.13.2; seen on an H200).
struct AddFlushed {
    static f32 flushed(f32 x) { return std::fabs(x) < 0x1p-126f ? std::copysign(0.0f, x) : x; }
    static f32 apply(f32 old, f32 b, f32) {
        return flushed(Add::apply(flushed(old), flushed(b), 0.0f));
    }
};
struct Min {
    template <class T>
    static T apply(T old, T b, T) {
        return old < b ? old : b;
    }
};
struct Max {
    template <class T>
    static T apply(T old, T b, T) {
        return old < b ? b : old;
    }
};
struct And {
    template <class T>
    static T apply(T old, T b, T) {
        return old & b;
    }
};
struct Or {
    template <class T>
    static T apply(T old, T b, T) {
        return old | b;
    }
};
struct Xor {
    template <class T>
    static T apply(T old, T b, T) {
        return old ^ b;
    }
};
struct Exch {
    template <class T>
    static T apply(T, T b, T) {
        return b;
    }
};
struct Cas {
    template <class T>
    static T apply(T old, T compare, T value) {
        return old == compare ? value : old;
    }
};
struct Inc {
    static u32 apply(u32 old, u32 b, u32) { return old >= b ? 0 : old + 1; }
};
struct Dec {
    static u32 apply(u32 old, u32 b, u32) { return old == 0 || old > b ? b : old - 1; }
};
struct AddHalf {
    static u16 apply(u16 old, u16 b, u16) {
        return floatToHalf(f64(halfToFloat(old)) + f64(halfToFloat(b)));
    }
};
struct AddBfloat {
    static u16 apply(u16 old, u16 b, u16) {
        return floatToBfloat(f64(bfloatToFloat(old)) + f64(bfloatToFloat(b)));
    }
};
/// For halves, like min and max: a number wins over a NaN, and -0 is below +0.
template <f32 (*kValue)(u16), bool kMax>
struct ExtremeHalf {
    static u16 apply(u16 old, u16 b, u16) {
        const f32 x = kValue(old), y = kValue(b);
        if (x != x || y != y)
            return x == x ? old : y == y ? b : u16{0x7fff};
        const bool less = x < y || (x == y && (old & 0x8000) != 0);
        return less != kMax ? old : b;
    }
};
template <class One>
struct Pairwise {
    static u32 apply(u32 old, u32 b, u32) {
        return u32(One::apply(u16(old), u16(b), 0)) |
               u32(One::apply(u16(old >> 16), u16(b >> 16), 0)) << 16;
    }
};

template <class Op, class T>
inline T plainUpdate(u8* address, T b, T c) {
    const T old = loadFrom<T>(address);
    storeTo<T>(address, Op::apply(old, b, c));
    return old;
}

/// Synchronizes with other workers: blocks on other threads may use the same address. Operations
/// that the processor has as one instruction need no retry on contention.
template <class Op, class T>
inline T sharedUpdate(u8* address, T b, T c) {
    constexpr int kOrder = __ATOMIC_SEQ_CST;
    auto* target = reinterpret_cast<Bits<T>*>(address);
    if constexpr (std::is_same_v<Op, Exch>) {
        return std::bit_cast<T>(__atomic_exchange_n(target, std::bit_cast<Bits<T>>(b), kOrder));
    } else if constexpr (std::is_same_v<Op, Add> && std::is_integral_v<T>) {
        return T(__atomic_fetch_add(target, Bits<T>(b), kOrder));
    } else {
        Bits<T> old = __atomic_load_n(target, __ATOMIC_RELAXED);
        for (;;) {
            const T value = Op::apply(std::bit_cast<T>(old), b, c);
            if (__atomic_compare_exchange_n(target, &old, std::bit_cast<Bits<T>>(value), false,
                                            kOrder, kOrder))
                return std::bit_cast<T>(old);
        }
    }
}

/// The first lanes that fail a compare-and-swap probably wait for a lock that another split holds:
/// let that one run soon.
inline void noteFailedCas(Warp& w) {
    w.spins++;
    if (w.pending && w.budget > 1)
        w.budget = 1;
}

template <class Op, class T>
const Inst* atomic(const Inst* ip, Warp& w) {
    const u64* addresses = row64(w, ip->a);
    const auto* b = row<T>(w, ip->b);
    const auto* c = row<T>(w, u16(ip->aux2));
    const auto space = static_cast<MemorySpace>(ip->aux);
    RangeSlot& slot = w.rangeSlots[ip->c];
    alignas(64) Row<T> results[kLanes];
    bool failed = false;
    for (u32 rest = w.mask; rest; rest &= rest - 1) {
        const u32 lane = u32(std::countr_zero(rest));
        const u64 address = addresses[lane] + u64(ip->imm);
        T old;
        if (space == MemorySpace::shared && address < w.sharedSize &&
            w.sharedSize - address >= sizeof(T) && (address & (sizeof(T) - 1)) == 0) {
            old = plainUpdate<Op, T>(w.shared + address, T(b[lane]), T(c[lane]));
        } else {
            u8* target = pointerTo(address);
            if (space == MemorySpace::shared)
                target = sharedAddress(w, ip, lane, address, sizeof(T), sizeof(T));
            else if (!inSlot(slot, address, sizeof(T)) || (address & (sizeof(T) - 1)) != 0)
                target = hostAddress(w, ip, lane, address, sizeof(T), sizeof(T), true,
                                     space == MemorySpace::generic);
            if (!target)
                return nullptr;
            constexpr bool kFlushes = std::is_same_v<Op, Add> && std::is_same_v<T, f32>;
            if (kFlushes && space != MemorySpace::shared && !isWindow(address, kSharedWindow))
                old = sharedUpdate<std::conditional_t<kFlushes, AddFlushed, Op>, T>(
                    target, T(b[lane]), T(c[lane]));
            else
                old = sharedUpdate<Op, T>(target, T(b[lane]), T(c[lane]));
        }
        if constexpr (std::is_same_v<Op, Cas>)
            failed |= old != T(b[lane]);
        results[lane] = Row<T>(old);
    }
    if (failed)
        noteFailedCas(w);
    if (ip->d != kNoRow) {
        auto* d = row<T>(w, ip->d);
        for (u32 rest = w.mask; rest; rest &= rest - 1) {
            const u32 lane = u32(std::countr_zero(rest));
            d[lane] = results[lane];
        }
    }
    return ip + 1;
}

/// Before the elements of a vector: its address is a multiple of aux bytes.
const Inst* alignedVector(const Inst* ip, Warp& w) {
    const u64* addresses = row64(w, ip->a);
    for (u32 rest = w.mask; rest; rest &= rest - 1) {
        const u32 lane = u32(std::countr_zero(rest));
        const u64 address = addresses[lane] + u64(ip->imm);
        if (address & (ip->aux - 1))
            return raise(w, ip, FaultKind::misaligned, lane, address, ip->aux, nullptr);
    }
    return ip + 1;
}

/// 128 bits, in two 64-bit halves: atomic against other operations on 128 bits.
template <bool kCompare>
const Inst* atomicQuad(const Inst* ip, Warp& w) {
    static std::atomic_flag busy = ATOMIC_FLAG_INIT;
    const u64* addresses = row64(w, ip->a);
    const u64 *b = row64(w, ip->b), *bHigh = row64(w, u16(ip->b + 2));
    const u64 *c = row64(w, u16(ip->aux2)), *cHigh = row64(w, u16(ip->aux2 + 2));
    const auto space = static_cast<MemorySpace>(ip->aux);
    bool failed = false;
    for (u32 rest = w.mask; rest; rest &= rest - 1) {
        const u32 lane = u32(std::countr_zero(rest));
        const u64 address = addresses[lane] + u64(ip->imm);
        u8* target = space == MemorySpace::shared ? sharedAddress(w, ip, lane, address, 16, 16)
                                                  : hostAddress(w, ip, lane, address, 16, 16, true,
                                                                space == MemorySpace::generic);
        if (!target)
            return nullptr;
        while (busy.test_and_set(std::memory_order_acquire))
            ;
        const u64 low = loadFrom<u64>(target), high = loadFrom<u64>(target + 8);
        const bool same = low == b[lane] && high == bHigh[lane];
        if (!kCompare || same) {
            storeVector<u64, 2>(
                target, {{kCompare ? c[lane] : b[lane], kCompare ? cHigh[lane] : bHigh[lane]}});
        }
        busy.clear(std::memory_order_release);
        failed |= kCompare && !same;
        if (ip->d != kNoRow) {
            row64(w, ip->d)[lane] = low;
            row64(w, u16(ip->d + 2))[lane] = high;
        }
    }
    if (failed)
        noteFailedCas(w);
    return ip + 1;
}

template <class Op>
void addBitwise(FormTable& table, const char* op) {
    table.addJoined({"$atom.", op, ".b32"}, "rr", atomic<Op, u32>);
    table.addJoined({"$atom.", op, ".b64"}, "qq", atomic<Op, u64>);
}
template <class Op>
void addOrdered(FormTable& table, const char* op) {
    table.addJoined({"$atom.", op, ".u32"}, "rr", atomic<Op, u32>);
    table.addJoined({"$atom.", op, ".s32"}, "rr", atomic<Op, s32>);
    table.addJoined({"$atom.", op, ".u64"}, "qq", atomic<Op, u64>);
    table.addJoined({"$atom.", op, ".s64"}, "qq", atomic<Op, s64>);
}

/// For elements of vectors: scalars do not support these operations.
template <bool kMax>
void addExtremes(FormTable& table, const char* op) {
    using Half = ExtremeHalf<halfToFloat, kMax>;
    using Bfloat = ExtremeHalf<bfloatToFloat, kMax>;
    table.addJoined({"$atom.", op, ".f16"}, "hh", atomic<Half, u16>);
    table.addJoined({"$atom.", op, ".bf16"}, "hh", atomic<Bfloat, u16>);
    table.addJoined({"$atom.", op, ".f16x2"}, "rr", atomic<Pairwise<Half>, u32>);
    table.addJoined({"$atom.", op, ".bf16x2"}, "rr", atomic<Pairwise<Bfloat>, u32>);
}

} // namespace

// Shapes: the destination and one operand.
void WARPBENCH_ISA::addAtomicForms(FormTable& table) {
    addOrdered<Add>(table, "add");
    addOrdered<Min>(table, "min");
    addOrdered<Max>(table, "max");
    addBitwise<And>(table, "and");
    addBitwise<Or>(table, "or");
    addBitwise<Xor>(table, "xor");
    addBitwise<Exch>(table, "exch");
    addBitwise<Cas>(table, "cas");
    table.add("$atom.cas.b16", "rr", atomic<Cas, u16>);
    table.add("$atom.inc.u32", "rr", atomic<Inc, u32>);
    table.add("$atom.dec.u32", "rr", atomic<Dec, u32>);
    table.add("$atom.add.f32", "ff", atomic<Add, f32>);
    table.add("$atom.add.f64", "gg", atomic<Add, f64>);
    table.add("$atom.add.f16", "hh", atomic<AddHalf, u16>);
    table.add("$atom.add.bf16", "hh", atomic<AddBfloat, u16>);
    table.add("$atom.add.f16x2", "rr", atomic<Pairwise<AddHalf>, u32>);
    table.add("$atom.add.bf16x2", "rr", atomic<Pairwise<AddBfloat>, u32>);
    addExtremes<false>(table, "min");
    addExtremes<true>(table, "max");
    table.add("$atom.aligned", "", alignedVector);
    table.add("$atom.exch.b128", "", atomicQuad<false>);
    table.add("$atom.cas.b128", "", atomicQuad<true>);
}

} // namespace warpbench::simgpu::engine
