// SPDX-License-Identifier: GPL-3.0-or-later
// st (PTX ISA 9.0, section 9.7.9.12). Inst: d source (vectors: aux2 is the first of their rows in
// Code::operands), a address row, imm offset, c range slot. Indexed ones: as for loads.
#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/handlers/memory.h"
#include "core/simgpu/engine/handlers/vectors.h"

namespace warpbench::simgpu::engine {
namespace {

template <u32 kCount>
inline Elements elementsOf(const Inst* ip, Warp& w) {
    return {kCount == 1 ? &ip->d : w.code->operands.data() + ip->aux2};
}

/// A lane's element or vector, to checked memory.
template <class M, class D, u32 kCount>
inline void storeLane(Warp& w, const Elements& rows, u32 lane, u8* to) {
    if constexpr (kCount == 1) {
        storeTo<M>(to, M(row<D>(w, rows[0])[lane]));
    } else {
        Vector<M, kCount> vector;
        for (u32 i = 0; i < kCount; ++i)
            vector.elements[i] = M(row<D>(w, rows[i])[lane]);
        storeVector(to, vector);
    }
}

template <class M, class D, u32 kCount, bool kGeneric>
__attribute__((noinline)) const Inst* storeEach(const Inst* ip, Warp& w, const u64* addresses) {
    constexpr u32 kSize = sizeof(M) * kCount;
    const auto rows = elementsOf<kCount>(ip, w);
    RangeSlot& slot = w.rangeSlots[ip->c];
    for (u32 rest = w.mask; rest; rest &= rest - 1) {
        const u32 lane = u32(std::countr_zero(rest));
        const u64 address = addresses[lane] + u64(ip->imm);
        u8* to = pointerTo(address);
        if (__builtin_expect(!inSlot(slot, address, kSize) || (address & (kSize - 1)) != 0, 0)) {
            if (kGeneric && isWindow(address, kLocalWindow)) {
                const u64 offset = address - kLocalWindow;
                if (!checkLocal(w, ip, lane, offset, kSize, kSize))
                    return nullptr;
                for (u32 i = 0; i < kCount; ++i)
                    storeLocal<M>(w.local, lane, offset + i * sizeof(M),
                                  M(row<D>(w, rows[i])[lane]));
                continue;
            }
            to = hostAddress(w, ip, lane, address, kSize, kSize, true, kGeneric);
            if (!to)
                return nullptr;
        }
        storeLane<M, D, kCount>(w, rows, lane, to);
    }
    return ip + 1;
}

/// A half or a whole warp side by side, to checked memory.
template <class M, class D, u32 kCount, u32 kWidth = kHalfWarp>
inline __attribute__((always_inline)) void storePattern(Warp& w, const Elements& rows, u32 first,
                                                        u8* to) {
    const D* s[kCount];
    for (u32 i = 0; i < kCount; ++i)
        s[i] = reinterpret_cast<const D*>(row<D>(w, rows[i])) + first;
    if constexpr (kCount > 1) {
        joinVectors<M, D, kCount, kWidth>(to, s);
    } else if constexpr (sizeof(M) == sizeof(D)) {
        std::memcpy(to, s[0], kWidth * sizeof(D));
    } else {
        for (u32 l = 0; l < kWidth; ++l)
            storeTo<M>(to + l * sizeof(M), M(s[0][l]));
    }
}

template <class M, class D, u32 kCount, bool kGeneric>
inline __attribute__((always_inline)) const Inst* storeGlobalTo(const Inst* ip, Warp& w,
                                                                const u64* a, Halves halves) {
    constexpr u32 kSize = sizeof(M) * kCount;
    if (halves.low != Pattern::contiguous || halves.high != Pattern::contiguous)
        return storeEach<M, D, kCount, kGeneric>(ip, w, a);
    const auto rows = elementsOf<kCount>(ip, w);
    RangeSlot& slot = w.rangeSlots[ip->c];
    constexpr u64 kBytes = kSize * kHalfWarp;
    // Check both halves first: a faulting store must not have written one of them.
    for (u32 half = 0; half < kLanes; half += kHalfWarp) {
        const u64 first = a[half] + u64(ip->imm);
        if ((first & (kSize - 1)) != 0 ||
            (!inSlot(slot, first, kBytes) && !findRange(w, slot, first, kBytes, true)))
            return storeEach<M, D, kCount, kGeneric>(ip, w, a);
    }
    for (u32 half = 0; half < kLanes; half += kHalfWarp)
        storePattern<M, D, kCount>(w, rows, half, pointerTo(a[half] + u64(ip->imm)));
    return ip + 1;
}

template <class M, class D, u32 kCount, bool kGeneric>
const Inst* storeGlobal(const Inst* ip, Warp& w) {
    constexpr u32 kSize = sizeof(M) * kCount;
    const u64* const a = row64(w, ip->a);
    if (__builtin_expect(w.mask != kFullMask, 0))
        return storeEach<M, D, kCount, kGeneric>(ip, w, a);
    return storeGlobalTo<M, D, kCount, kGeneric>(ip, w, a, halvesOf<kSize>(ip, w, a));
}

template <class M, class D, u32 kCount>
__attribute__((noinline)) const Inst* storeGlobalExpanded(const Inst* ip, Warp& w) {
    alignas(64) u64 addresses[kLanes];
    constexpr u32 kSize = sizeof(M) * kCount;
    w.indexShape = u8(Pattern::scattered);
    IndexedAddresses(ip, w).expand<kSize>(addresses);
    if (w.mask != kFullMask)
        return storeEach<M, D, kCount, false>(ip, w, addresses);
    return storeGlobalTo<M, D, kCount, false>(
        ip, w, addresses, {patternOf<kSize>(addresses), patternOf<kSize>(addresses + kHalfWarp)});
}

template <class M, class D, u32 kCount>
const Inst* storeGlobalIndexed(const Inst* ip, Warp& w) {
    constexpr u32 kSize = sizeof(M) * kCount;
    const IndexedAddresses a(ip, w);
    const u64 first = a.at<kSize>(0) + u64(ip->imm);
    RangeSlot& slot = w.rangeSlots[ip->c];
    if (__builtin_expect(w.mask != kFullMask || a.pattern() != Pattern::contiguous ||
                             !inSlot(slot, first, kSize * kLanes) || (first & (kSize - 1)) != 0,
                         0))
        return storeGlobalExpanded<M, D, kCount>(ip, w);
    w.indexShape = u8(Pattern::contiguous);
    storePattern<M, D, kCount, kLanes>(w, elementsOf<kCount>(ip, w), 0, pointerTo(first));
    return ip + 1;
}

template <class M, class D, u32 kCount>
__attribute__((noinline)) const Inst* storeSharedEach(const Inst* ip, Warp& w,
                                                      const u64* addresses) {
    constexpr u32 kSize = sizeof(M) * kCount;
    const auto rows = elementsOf<kCount>(ip, w);
    for (u32 rest = w.mask; rest; rest &= rest - 1) {
        const u32 lane = u32(std::countr_zero(rest));
        const u64 address = addresses[lane] + u64(ip->imm);
        const bool inside = address < w.sharedSize && w.sharedSize - address >= kSize &&
                            (address & (kSize - 1)) == 0;
        u8* const to = __builtin_expect(inside, 1)
                           ? w.shared + address
                           : sharedAddress(w, ip, lane, address, kSize, kSize);
        if (!to)
            return nullptr;
        storeLane<M, D, kCount>(w, rows, lane, to);
    }
    return ip + 1;
}

/// A partial warp whose addresses are contiguous as if all lanes were active.
template <class M, class D, u32 kCount>
__attribute__((noinline)) const Inst* storeSharedPart(const Inst* ip, Warp& w, const u64* a) {
    if constexpr (kCount == 1) {
        constexpr u32 kSize = sizeof(M);
        const RangeSlot slot{0, w.sharedSize};
        bool areInside = true;
        for (u32 half = 0; half < kLanes && areInside; half += kHalfWarp) {
            const u64 first = a[half] + u64(ip->imm);
            areInside = patternOf<kSize>(a + half) == Pattern::contiguous &&
                        (first & (kSize - 1)) == 0 && inSlot(slot, first, kSize * kHalfWarp);
        }
        if (areInside) {
            const D* const s = reinterpret_cast<const D*>(row<D>(w, ip->d));
            for (u32 rest = w.mask; rest; rest &= rest - 1) {
                const u32 lane = u32(std::countr_zero(rest));
                storeTo<M>(w.shared + a[lane] + u64(ip->imm), M(s[lane]));
            }
            return ip + 1;
        }
    }
    return storeSharedEach<M, D, kCount>(ip, w, a);
}

/// Of a full warp.
template <class M, class D, u32 kCount>
inline __attribute__((always_inline)) const Inst* storeSharedTo(const Inst* ip, Warp& w,
                                                                const u64* a, Halves halves) {
    constexpr u32 kSize = sizeof(M) * kCount;
    if (halves.low != Pattern::contiguous || halves.high != Pattern::contiguous)
        return storeSharedEach<M, D, kCount>(ip, w, a);
    const auto rows = elementsOf<kCount>(ip, w);
    const RangeSlot slot{0, w.sharedSize};
    constexpr u64 kBytes = kSize * kHalfWarp;
    for (u32 half = 0; half < kLanes; half += kHalfWarp) {
        const u64 first = a[half] + u64(ip->imm);
        if ((first & (kSize - 1)) != 0 || !inSlot(slot, first, kBytes))
            return storeSharedEach<M, D, kCount>(ip, w, a);
    }
    for (u32 half = 0; half < kLanes; half += kHalfWarp)
        storePattern<M, D, kCount>(w, rows, half, w.shared + a[half] + u64(ip->imm));
    return ip + 1;
}

template <class M, class D, u32 kCount>
const Inst* storeShared(const Inst* ip, Warp& w) {
    constexpr u32 kSize = sizeof(M) * kCount;
    const u64* const a = row64(w, ip->a);
    if (__builtin_expect(w.mask != kFullMask, 0))
        return storeSharedPart<M, D, kCount>(ip, w, a);
    return storeSharedTo<M, D, kCount>(ip, w, a, halvesOf<kSize>(ip, w, a));
}

template <class M, class D, u32 kCount>
const Inst* storeSharedIndexed(const Inst* ip, Warp& w) {
    alignas(64) u64 addresses[kLanes];
    constexpr u32 kSize = sizeof(M) * kCount;
    IndexedAddresses(ip, w).expand<kSize>(addresses);
    if (w.mask != kFullMask)
        return storeSharedPart<M, D, kCount>(ip, w, addresses);
    return storeSharedTo<M, D, kCount>(
        ip, w, addresses, {patternOf<kSize>(addresses), patternOf<kSize>(addresses + kHalfWarp)});
}

template <class M, class D, u32 kCount>
const Inst* storeLocalMemory(const Inst* ip, Warp& w) {
    constexpr u32 kSize = sizeof(M) * kCount;
    const u64* a = row64(w, ip->a);
    const auto rows = elementsOf<kCount>(ip, w);
    for (u32 rest = w.mask; rest; rest &= rest - 1) {
        const u32 lane = u32(std::countr_zero(rest));
        const u64 offset = a[lane] + u64(ip->imm);
        if (!checkLocal(w, ip, lane, offset, kSize, kSize))
            return nullptr;
        for (u32 i = 0; i < kCount; ++i)
            storeLocal<M>(w.local, lane, offset + i * sizeof(M), M(row<D>(w, rows[i])[lane]));
    }
    return ip + 1;
}

template <class M, class D, u32 kCount>
const Inst* storeParameter(const Inst* ip, Warp& w) {
    const auto rows = elementsOf<kCount>(ip, w);
    u8* base = reinterpret_cast<u8*>(row32(w, ip->a));
    for (u32 i = 0; i < kCount; ++i) {
        const D* s = reinterpret_cast<const D*>(row<D>(w, rows[i]));
        for (u32 rest = w.mask; rest; rest &= rest - 1) {
            const u32 lane = u32(std::countr_zero(rest));
            storeLocal<M>(base, lane, u64(ip->imm) + i * sizeof(M), M(s[lane]));
        }
    }
    return ip + 1;
}

template <class M, class D, u32 kCount>
void addStores(FormTable& table, const char* type, const char* width, const char* vector) {
    table.addJoined({"$st.global.", type, width, vector}, "", storeGlobal<M, D, kCount, false>);
    if constexpr (kCount * sizeof(M) <= 16) {
        table.addJoined({"$stx.global.", type, width, vector}, "",
                        storeGlobalIndexed<M, D, kCount>);
        table.addJoined({"$stx.shared.", type, width, vector}, "",
                        storeSharedIndexed<M, D, kCount>);
    }
    table.addJoined({"$st.generic.", type, width, vector}, "", storeGlobal<M, D, kCount, true>);
    table.addJoined({"$st.shared.", type, width, vector}, "", storeShared<M, D, kCount>);
    table.addJoined({"$st.local.", type, width, vector}, "", storeLocalMemory<M, D, kCount>);
    table.addJoined({"$st.param.", type, width, vector}, "", storeParameter<M, D, kCount>);
}

template <class M, class D>
void addAllCounts(FormTable& table, const char* type, const char* width) {
    addStores<M, D, 1>(table, type, width, "");
    addStores<M, D, 2>(table, type, width, ".v2");
    addStores<M, D, 4>(table, type, width, ".v4");
}

} // namespace

// Keys: $st.SPACE.TYPE.ROW[.vN] and $stx, as for loads.
void WARPBENCH_ISA::addStoreForms(FormTable& table) {
    addAllCounts<u8, u32>(table, "u8", ".r");
    addAllCounts<u16, u32>(table, "u16", ".r");
    addAllCounts<u32, u32>(table, "u32", ".r");
    addAllCounts<u64, u64>(table, "u64", ".q");
    addStores<u8, u64, 1>(table, "u8", ".q", "");
    addStores<u16, u64, 1>(table, "u16", ".q", "");
    addStores<u32, u64, 1>(table, "u32", ".q", "");
    addStores<u32, u32, 8>(table, "u32", ".r", ".v8");
}

} // namespace warpbench::simgpu::engine
