// SPDX-License-Identifier: GPL-3.0-or-later
// ld (PTX ISA 9.0, section 9.7.9.8). Inst: d destination (vectors: aux2 is the first of their rows
// in Code::operands), a address row, imm offset, c range slot. Indexed ones: a base row, b index
// row, aux whether the index is signed.
#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/handlers/memory.h"
#include "core/simgpu/engine/handlers/vectors.h"

namespace warpbench::simgpu::engine {
namespace {

constexpr u64 kCacheLine = 64;          ///< bytes
constexpr u64 kPrefetchDistance = 1536; ///< bytes: measured; 1 to 2 KiB do equally well

template <u32 kCount>
inline Elements elementsOf(const Inst* ip, Warp& w) {
    return {kCount == 1 ? &ip->d : w.code->operands.data() + ip->aux2};
}

/// A lane's element or vector, from checked memory.
template <class M, class D, u32 kCount>
inline void loadLane(Warp& w, const Elements& rows, u32 lane, const u8* from) {
    if constexpr (kCount == 1) {
        row<D>(w, rows[0])[lane] = D(loadFrom<M>(from));
    } else {
        const auto vector = loadVector<M, kCount>(from);
        for (u32 i = 0; i < kCount; ++i)
            row<D>(w, rows[i])[lane] = D(vector.elements[i]);
    }
}

/// The position of a lane in the row of each element.
template <class D, u32 kCount>
struct Places {
    D* at[kCount];
    Places(Warp& w, const Elements& rows, u32 lane) {
        for (u32 i = 0; i < kCount; ++i)
            at[i] = reinterpret_cast<D*>(row<D>(w, rows[i])) + lane;
    }
};

/// Lane by lane, each one checked: divergent and scattered accesses, generic windows, and faults.
template <class M, class D, u32 kCount, bool kGeneric>
__attribute__((noinline)) const Inst* loadEach(const Inst* ip, Warp& w, const u64* addresses) {
    constexpr u32 kSize = sizeof(M) * kCount;
    const auto rows = elementsOf<kCount>(ip, w);
    RangeSlot& slot = w.rangeSlots[ip->c];
    for (u32 rest = w.mask; rest; rest &= rest - 1) {
        const u32 lane = u32(std::countr_zero(rest));
        const u64 address = addresses[lane] + u64(ip->imm);
        if (__builtin_expect(inSlot(slot, address, kSize) && (address & (kSize - 1)) == 0, 1)) {
            loadLane<M, D, kCount>(w, rows, lane, pointerTo(address));
            continue;
        }
        if (kGeneric && isWindow(address, kLocalWindow)) {
            const u64 offset = address - kLocalWindow;
            if (!checkLocal(w, ip, lane, offset, kSize, kSize))
                return nullptr;
            for (u32 i = 0; i < kCount; ++i)
                row<D>(w, rows[i])[lane] = D(loadLocal<M>(w.local, lane, offset + i * sizeof(M)));
            continue;
        }
        u8* from = hostAddress(w, ip, lane, address, kSize, kSize, false, kGeneric);
        if (!from)
            return nullptr;
        loadLane<M, D, kCount>(w, rows, lane, from);
    }
    return ip + 1;
}

/// A half or a whole warp with a pattern, from checked memory.
template <class M, class D, u32 kCount, u32 kWidth = kHalfWarp>
inline __attribute__((always_inline)) void loadPattern(Warp& w, const Elements& rows, u32 first,
                                                       Pattern pattern, const u8* from) {
    const Places<D, kCount> d(w, rows, first);
    if (pattern == Pattern::uniform) {
        const auto vector = loadVector<M, kCount>(from);
        for (u32 i = 0; i < kCount; ++i) {
            for (u32 l = 0; l < kWidth; ++l)
                d.at[i][l] = D(vector.elements[i]);
        }
    } else if constexpr (kCount > 1) {
        splitVectors<M, D, kCount, kWidth>(d.at, from);
    } else if constexpr (sizeof(M) == sizeof(D)) {
        std::memcpy(d.at[0], from, kWidth * sizeof(D));
    } else {
        for (u32 l = 0; l < kWidth; ++l)
            d.at[0][l] = D(loadFrom<M>(from + l * sizeof(M)));
    }
}

/// Bytes that a half warp touches from its first lane's address on.
template <u32 kSize>
inline u64 bytesOf(Pattern pattern) {
    return pattern == Pattern::uniform ? kSize : kSize * kHalfWarp;
}

/// Whether scattered lanes' addresses are aligned and all in one range.
template <u32 kSize>
inline bool areInside(const u64* addresses, u64 offset, u64 base, u64 size) {
    u64 lowest = ~u64{0}, highest = 0, bits = 0;
    for (u32 l = 0; l < kHalfWarp; ++l) {
        const u64 at = addresses[l] + offset - base;
        lowest = at < lowest ? at : lowest;
        highest = at > highest ? at : highest;
        bits |= addresses[l] + offset;
    }
    return highest < size && size - highest >= kSize && (bits & (kSize - 1)) == 0;
}

/// Half a warp from scattered, checked memory. \param start  base of its addresses
template <class M, class D, u32 kCount>
inline void loadScattered(Warp& w, const Elements& rows, u32 half, const u64* addresses,
                          u64 start) {
    if constexpr (kCount > 1) {
        for (u32 l = half; l < half + kHalfWarp; ++l)
            loadLane<M, D, kCount>(w, rows, l, pointerTo(start + addresses[l]));
    } else {
        D* d = reinterpret_cast<D*>(row<D>(w, rows[0])) + half;
#if defined(__AVX512F__)
        if constexpr (sizeof(M) == 4 && sizeof(D) == 4) {
            for (u32 l = 0; l < kHalfWarp; l += 8) {
                const auto at = _mm512_add_epi64(_mm512_loadu_si512(addresses + half + l),
                                                 _mm512_set1_epi64(s64(start)));
                // With a mask of ones: GCC 12 warns of the plain one's undefined operand.
                const auto words =
                    _mm512_mask_i64gather_epi32(_mm256_setzero_si256(), 0xff, at, nullptr, 1);
                _mm256_storeu_si256(reinterpret_cast<__m256i*>(d + l), words);
            }
            return;
        }
#endif
        for (u32 l = 0; l < kHalfWarp; ++l)
            d[l] = D(loadFrom<M>(pointerTo(start + addresses[half + l])));
    }
}

/// A full warp with a scattered half. Everything is checked before a row is written,
/// because it may be that of the addresses. \return false if the range does not contain all
/// lanes
template <class M, class D, u32 kCount>
inline bool loadMixed(const Inst* ip, Warp& w, const u64* addresses, Halves halves,
                      const RangeSlot& slot, const u8* base) {
    constexpr u32 kSize = sizeof(M) * kCount;
    const auto rows = elementsOf<kCount>(ip, w);
    const u64 offset = u64(ip->imm);
    for (u32 half = 0; half < kLanes; half += kHalfWarp) {
        const Pattern pattern = half ? halves.high : halves.low;
        const u64 first = addresses[half] + offset;
        if (pattern == Pattern::scattered
                ? !areInside<kSize>(addresses + half, offset, slot.base, slot.size)
                : !inSlot(slot, first, bytesOf<kSize>(pattern)) || (first & (kSize - 1)) != 0)
            return false;
    }
    const u64 start = u64(reinterpret_cast<std::uintptr_t>(base)) + offset - slot.base;
    for (u32 half = 0; half < kLanes; half += kHalfWarp) {
        const Pattern pattern = half ? halves.high : halves.low;
        if (pattern == Pattern::scattered)
            loadScattered<M, D, kCount>(w, rows, half, addresses, start);
        else
            loadPattern<M, D, kCount>(w, rows, half, pattern, pointerTo(start + addresses[half]));
    }
    return true;
}

template <class M, class D, u32 kCount, bool kGeneric>
__attribute__((noinline)) const Inst* loadGlobalMixed(const Inst* ip, Warp& w, const u64* addresses,
                                                      Halves halves) {
    const RangeSlot& slot = w.rangeSlots[ip->c];
    return loadMixed<M, D, kCount>(ip, w, addresses, halves, slot, pointerTo(slot.base))
               ? ip + 1
               : loadEach<M, D, kCount, kGeneric>(ip, w, addresses);
}

/// Of a full warp.
template <class M, class D, u32 kCount, bool kGeneric>
inline __attribute__((always_inline)) const Inst*
loadGlobalFrom(const Inst* ip, Warp& w, const u64* addresses, Halves halves) {
    constexpr u32 kSize = sizeof(M) * kCount;
    if (halves.low == Pattern::scattered || halves.high == Pattern::scattered)
        return loadGlobalMixed<M, D, kCount, kGeneric>(ip, w, addresses, halves);
    const u64 low = addresses[0] + u64(ip->imm), high = addresses[kHalfWarp] + u64(ip->imm);
    RangeSlot& slot = w.rangeSlots[ip->c];
    const u64 lowBytes = bytesOf<kSize>(halves.low), highBytes = bytesOf<kSize>(halves.high);
    // Both before a row is written, because it may be that of the addresses.
    if (__builtin_expect(((low | high) & (kSize - 1)) != 0, 0) ||
        (!inSlot(slot, low, lowBytes) && !findRange(w, slot, low, lowBytes, false)) ||
        (!inSlot(slot, high, highBytes) && !findRange(w, slot, high, highBytes, false)))
        return loadEach<M, D, kCount, kGeneric>(ip, w, addresses);
    const auto rows = elementsOf<kCount>(ip, w);
    loadPattern<M, D, kCount>(w, rows, 0, halves.low, pointerTo(low));
    loadPattern<M, D, kCount>(w, rows, kHalfWarp, halves.high, pointerTo(high));
    return ip + 1;
}

template <class M, class D, u32 kCount, bool kGeneric>
const Inst* loadGlobal(const Inst* ip, Warp& w) {
    constexpr u32 kSize = sizeof(M) * kCount;
    const u64* const addresses = row64(w, ip->a);
    if (__builtin_expect(w.mask != kFullMask, 0))
        return loadEach<M, D, kCount, kGeneric>(ip, w, addresses);
    return loadGlobalFrom<M, D, kCount, kGeneric>(ip, w, addresses,
                                                  halvesOf<kSize>(ip, w, addresses));
}

template <class M, class D, u32 kCount>
__attribute__((noinline)) const Inst* loadGlobalExpanded(const Inst* ip, Warp& w) {
    alignas(64) u64 addresses[kLanes];
    constexpr u32 kSize = sizeof(M) * kCount;
    w.indexShape = u8(Pattern::scattered);
    IndexedAddresses(ip, w).expand<kSize>(addresses);
    if (w.mask != kFullMask)
        return loadEach<M, D, kCount, false>(ip, w, addresses);
    return loadGlobalFrom<M, D, kCount, false>(
        ip, w, addresses, {patternOf<kSize>(addresses), patternOf<kSize>(addresses + kHalfWarp)});
}

template <class M, class D, u32 kCount>
const Inst* loadGlobalIndexed(const Inst* ip, Warp& w) {
    constexpr u32 kSize = sizeof(M) * kCount;
    const IndexedAddresses a(ip, w);
    const Pattern pattern = a.pattern();
    const u64 first = a.at<kSize>(0) + u64(ip->imm);
    const u64 bytes = pattern == Pattern::uniform ? kSize : kSize * kLanes;
    if (__builtin_expect(w.mask != kFullMask || pattern == Pattern::scattered ||
                             !inSlot(w.rangeSlots[ip->c], first, bytes) ||
                             (first & (kSize - 1)) != 0,
                         0))
        return loadGlobalExpanded<M, D, kCount>(ip, w);
    w.indexShape = u8(pattern);
    // The next blocks of a grid as a rule read on from here.
    for (u64 line = 0; line < kSize * kLanes; line += kCacheLine)
        __builtin_prefetch(pointerTo(first) + kPrefetchDistance + line);
    loadPattern<M, D, kCount, kLanes>(w, elementsOf<kCount>(ip, w), 0, pattern, pointerTo(first));
    return ip + 1;
}

/// Two such loads side by side through the same index.
template <class M, class D>
const Inst* loadTwice(const Inst* ip, Warp& w) {
    constexpr u32 kSize = sizeof(M);
    const Inst* const next = ip + 1;
    const IndexedAddresses a(ip, w), b(next, w);
    const Pattern pattern = a.pattern();
    const u64 first = a.at<kSize>(0) + u64(ip->imm), second = b.at<kSize>(0) + u64(next->imm);
    const u64 bytes = pattern == Pattern::uniform ? kSize : kSize * kLanes;
    if (__builtin_expect(w.mask != kFullMask || pattern == Pattern::scattered ||
                             !inSlot(w.rangeSlots[ip->c], first, bytes) ||
                             !inSlot(w.rangeSlots[next->c], second, bytes) ||
                             ((first | second) & (kSize - 1)) != 0,
                         0))
        return loadGlobalIndexed<M, D, 1>(ip, w);
    w.indexShape = u8(pattern);
    for (u64 line = 0; line < kSize * kLanes; line += kCacheLine) {
        __builtin_prefetch(pointerTo(first) + kPrefetchDistance + line);
        __builtin_prefetch(pointerTo(second) + kPrefetchDistance + line);
    }
    loadPattern<M, D, 1, kLanes>(w, elementsOf<1>(ip, w), 0, pattern, pointerTo(first));
    loadPattern<M, D, 1, kLanes>(w, elementsOf<1>(next, w), 0, pattern, pointerTo(second));
    return next + 1;
}

template <class M, class D, u32 kCount>
__attribute__((noinline)) const Inst* loadSharedEach(const Inst* ip, Warp& w,
                                                     const u64* addresses) {
    constexpr u32 kSize = sizeof(M) * kCount;
    const auto rows = elementsOf<kCount>(ip, w);
    for (u32 rest = w.mask; rest; rest &= rest - 1) {
        const u32 lane = u32(std::countr_zero(rest));
        const u64 address = addresses[lane] + u64(ip->imm);
        const bool inside = address < w.sharedSize && w.sharedSize - address >= kSize &&
                            (address & (kSize - 1)) == 0;
        const u8* const from = __builtin_expect(inside, 1)
                                   ? w.shared + address
                                   : sharedAddress(w, ip, lane, address, kSize, kSize);
        if (!from)
            return nullptr;
        loadLane<M, D, kCount>(w, rows, lane, from);
    }
    return ip + 1;
}

/// A partial warp whose addresses are contiguous as if all lanes were active, in the block's
/// memory: values read for the inactive lanes are discarded.
template <class M, class D>
inline bool loadSharedMasked(const Inst* ip, Warp& w, const u64* addresses) {
    constexpr u32 kSize = sizeof(M);
    const RangeSlot slot{0, w.sharedSize};
    alignas(64) D values[kLanes];
    for (u32 half = 0; half < kLanes; half += kHalfWarp) {
        const u64 first = addresses[half] + u64(ip->imm);
        if (patternOf<kSize>(addresses + half) != Pattern::contiguous ||
            (first & (kSize - 1)) != 0 || !inSlot(slot, first, kSize * kHalfWarp))
            return false;
        for (u32 l = 0; l < kHalfWarp; ++l)
            values[half + l] = D(loadFrom<M>(w.shared + first + l * kSize));
    }
    D* const d = reinterpret_cast<D*>(row<D>(w, ip->d));
    for (u32 l = 0; l < kLanes; ++l)
        d[l] = w.lanes[l] ? values[l] : d[l];
    return true;
}

template <class M, class D, u32 kCount>
__attribute__((noinline)) const Inst* loadSharedPart(const Inst* ip, Warp& w,
                                                     const u64* addresses) {
    if constexpr (kCount == 1 && sizeof(M) == sizeof(D)) {
        if (loadSharedMasked<M, D>(ip, w, addresses))
            return ip + 1;
    }
    return loadSharedEach<M, D, kCount>(ip, w, addresses);
}

template <class M, class D, u32 kCount>
__attribute__((noinline)) const Inst* loadSharedMixed(const Inst* ip, Warp& w, const u64* addresses,
                                                      Halves halves) {
    return loadMixed<M, D, kCount>(ip, w, addresses, halves, {0, w.sharedSize}, w.shared)
               ? ip + 1
               : loadSharedEach<M, D, kCount>(ip, w, addresses);
}

/// Of a full warp.
template <class M, class D, u32 kCount>
inline __attribute__((always_inline)) const Inst*
loadSharedFrom(const Inst* ip, Warp& w, const u64* addresses, Halves halves) {
    constexpr u32 kSize = sizeof(M) * kCount;
    if (halves.low == Pattern::scattered || halves.high == Pattern::scattered)
        return loadSharedMixed<M, D, kCount>(ip, w, addresses, halves);
    const u64 low = addresses[0] + u64(ip->imm), high = addresses[kHalfWarp] + u64(ip->imm);
    const RangeSlot slot{0, w.sharedSize};
    if (__builtin_expect(((low | high) & (kSize - 1)) != 0 ||
                             !inSlot(slot, low, bytesOf<kSize>(halves.low)) ||
                             !inSlot(slot, high, bytesOf<kSize>(halves.high)),
                         0))
        return loadSharedEach<M, D, kCount>(ip, w, addresses);
    const auto rows = elementsOf<kCount>(ip, w);
    loadPattern<M, D, kCount>(w, rows, 0, halves.low, w.shared + low);
    loadPattern<M, D, kCount>(w, rows, kHalfWarp, halves.high, w.shared + high);
    return ip + 1;
}

template <class M, class D, u32 kCount>
const Inst* loadShared(const Inst* ip, Warp& w) {
    constexpr u32 kSize = sizeof(M) * kCount;
    const u64* const addresses = row64(w, ip->a);
    if (__builtin_expect(w.mask != kFullMask, 0))
        return loadSharedPart<M, D, kCount>(ip, w, addresses);
    return loadSharedFrom<M, D, kCount>(ip, w, addresses, halvesOf<kSize>(ip, w, addresses));
}

template <class M, class D, u32 kCount>
const Inst* loadSharedIndexed(const Inst* ip, Warp& w) {
    constexpr u32 kSize = sizeof(M) * kCount;
    alignas(64) u64 addresses[kLanes];
    IndexedAddresses(ip, w).expand<kSize>(addresses);
    if (w.mask != kFullMask)
        return loadSharedPart<M, D, kCount>(ip, w, addresses);
    return loadSharedFrom<M, D, kCount>(
        ip, w, addresses, {patternOf<kSize>(addresses), patternOf<kSize>(addresses + kHalfWarp)});
}

/// Reads a row of addresses before a destination can overwrite it.
struct Addresses {
    alignas(64) u64 v[kLanes];
    explicit Addresses(const u64* a) { std::memcpy(v, a, sizeof v); }
};

template <class M, class D, u32 kCount>
const Inst* loadLocalMemory(const Inst* ip, Warp& w) {
    constexpr u32 kSize = sizeof(M) * kCount;
    const Addresses a(row64(w, ip->a));
    const auto rows = elementsOf<kCount>(ip, w);
    u64 different = 0;
    for (u32 l = 0; l < kLanes; ++l)
        different |= a.v[l] ^ a.v[0];
    const u64 first = a.v[0] + u64(ip->imm);
    if (w.mask == kFullMask && different == 0 && sizeof(M) >= 4 && first < w.localSize &&
        w.localSize - first >= kSize && (first & (kSize - 1)) == 0) {
        const u8* from = w.local + (first >> 2) * kLanes * 4;
        for (u32 i = 0; i < kCount; ++i) {
            if constexpr (sizeof(M) == 4 && sizeof(D) == 4) {
                std::memcpy(row<D>(w, rows[i]), from + i * kLanes * 4, kLanes * 4);
            } else {
                D* d = reinterpret_cast<D*>(row<D>(w, rows[i]));
                for (u32 l = 0; l < kLanes; ++l)
                    d[l] = D(loadLocal<M>(w.local, l, first + i * sizeof(M)));
            }
        }
        return ip + 1;
    }
    for (u32 rest = w.mask; rest; rest &= rest - 1) {
        const u32 lane = u32(std::countr_zero(rest));
        const u64 offset = a.v[lane] + u64(ip->imm);
        if (!checkLocal(w, ip, lane, offset, kSize, kSize))
            return nullptr;
        for (u32 i = 0; i < kCount; ++i)
            row<D>(w, rows[i])[lane] = D(loadLocal<M>(w.local, lane, offset + i * sizeof(M)));
    }
    return ip + 1;
}

/// A .param variable of a call: rows of the register file, at a constant offset. a: first row.
template <class M, class D, u32 kCount>
const Inst* loadParameter(const Inst* ip, Warp& w) {
    const auto rows = elementsOf<kCount>(ip, w);
    u8* base = reinterpret_cast<u8*>(row32(w, ip->a));
    for (u32 i = 0; i < kCount; ++i) {
        const u64 offset = u64(ip->imm) + i * sizeof(M);
        D* d = reinterpret_cast<D*>(row<D>(w, rows[i]));
        forLanes(w, d, [=](u32 l) { return D(loadLocal<M>(base, l, offset)); });
    }
    return ip + 1;
}

template <class M, class D, u32 kCount>
void addLoads(FormTable& table, const char* type, const char* width, const char* vector) {
    table.addJoined({"$ld.global.", type, width, vector}, "", loadGlobal<M, D, kCount, false>);
    if constexpr (kCount * sizeof(M) <= 16) {
        table.addJoined({"$ldx.global.", type, width, vector}, "", loadGlobalIndexed<M, D, kCount>);
        table.addJoined({"$ldx.shared.", type, width, vector}, "", loadSharedIndexed<M, D, kCount>);
    }
    table.addJoined({"$ld.generic.", type, width, vector}, "", loadGlobal<M, D, kCount, true>);
    table.addJoined({"$ld.shared.", type, width, vector}, "", loadShared<M, D, kCount>);
    table.addJoined({"$ld.local.", type, width, vector}, "", loadLocalMemory<M, D, kCount>);
    table.addJoined({"$ld.param.", type, width, vector}, "", loadParameter<M, D, kCount>);
}

template <class M, class D>
void addAllCounts(FormTable& table, const char* type, const char* width) {
    addLoads<M, D, 1>(table, type, width, "");
    addLoads<M, D, 2>(table, type, width, ".v2");
    addLoads<M, D, 4>(table, type, width, ".v4");
}

} // namespace

// Keys: $ld.SPACE.TYPE.ROW[.vN] and $ldx the same with an index, where ROW is r (32-bit rows) or q.
void WARPBENCH_ISA::addLoadForms(FormTable& table) {
    table.add("$ldx2.global.u32.r", "", loadTwice<u32, u32>);
    addAllCounts<u8, u32>(table, "u8", ".r");
    addAllCounts<s8, s32>(table, "s8", ".r");
    addAllCounts<u16, u32>(table, "u16", ".r");
    addAllCounts<s16, s32>(table, "s16", ".r");
    addAllCounts<u32, u32>(table, "u32", ".r");
    addLoads<u8, u64, 1>(table, "u8", ".q", "");
    addLoads<s8, s64, 1>(table, "s8", ".q", "");
    addLoads<u16, u64, 1>(table, "u16", ".q", "");
    addLoads<s16, s64, 1>(table, "s16", ".q", "");
    addLoads<u32, u64, 1>(table, "u32", ".q", "");
    addLoads<s32, s64, 1>(table, "s32", ".q", "");
    addAllCounts<u64, u64>(table, "u64", ".q");
    addLoads<u32, u32, 8>(table, "u32", ".r", ".v8");
}

} // namespace warpbench::simgpu::engine
