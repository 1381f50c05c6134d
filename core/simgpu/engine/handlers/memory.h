// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/handlers/lanes.h"

/// Memory accesses of a warp's lanes: patterns that need only one check and one vector move per 16
/// lanes, and a general path lane by lane.
namespace warpbench::simgpu::engine {
namespace {

constexpr u32 kHalfWarp = 16;

enum class Pattern : u8 { uniform, contiguous, scattered };

/// The pattern of 16 addresses, for elements of kSize bytes.
template <u32 kSize>
inline __attribute__((always_inline)) Pattern patternOf(const u64* a) {
    static_assert(std::has_single_bit(kSize));
    const u64 first = a[0];
#if defined(__AVX512F__)
    // Unrolled by hand, because GCC 12 turns the loops below into scalar code.
    const auto start = _mm512_set1_epi64(s64(first));
    const auto low = _mm512_sub_epi64(_mm512_loadu_si512(a), start);
    const auto high = _mm512_sub_epi64(_mm512_loadu_si512(a + 8), start);
    const auto index = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    const auto lowSteps = _mm512_slli_epi64(index, std::countr_zero(kSize));
    const auto highSteps = _mm512_add_epi64(lowSteps, _mm512_set1_epi64(s64{8} * kSize));
    if ((_mm512_cmpneq_epi64_mask(low, lowSteps) | _mm512_cmpneq_epi64_mask(high, highSteps)) == 0)
        return Pattern::contiguous;
    const auto different = _mm512_or_si512(low, high);
    return _mm512_test_epi64_mask(different, different) == 0 ? Pattern::uniform
                                                             : Pattern::scattered;
#else
    u64 contiguous = 0, uniform = 0;
    for (u32 l = 0; l < kHalfWarp; ++l)
        contiguous |= (a[l] - first) ^ (u64{l} * kSize);
    if (contiguous == 0)
        return Pattern::contiguous;
    for (u32 l = 0; l < kHalfWarp; ++l)
        uniform |= a[l] ^ first;
    return uniform == 0 ? Pattern::uniform : Pattern::scattered;
#endif
}

struct Halves {
    Pattern low, high;
};
/// The pattern of a full warp's addresses, computed or known from an access through the same row.
template <u32 kSize>
inline __attribute__((always_inline)) Halves halvesOf(const Inst* ip, Warp& w,
                                                      const u64* addresses) {
    AddressShape& shape = w.shapes[ip->aux & (kShapes - 1)];
    if (ip->aux & kKnownShape)
        return {Pattern(shape.low), Pattern(shape.high)};
    const Halves halves{patternOf<kSize>(addresses), patternOf<kSize>(addresses + kHalfWarp)};
    shape = {u8(halves.low), u8(halves.high)};
    return halves;
}

/// The pattern of a full warp's indices. Contiguous ones do not wrap around: \a limit is the
/// largest index.
inline __attribute__((always_inline)) Pattern patternOfIndices(const u32* index, u32 limit) {
    const u32 first = index[0];
    u32 contiguous = 0, uniform = 0;
#if defined(__AVX512F__)
    const auto steps = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const auto start = _mm512_set1_epi32(s32(first));
    const auto low = _mm512_sub_epi32(_mm512_loadu_si512(index), start);
    const auto high = _mm512_sub_epi32(_mm512_loadu_si512(index + 16), start);
    contiguous = _mm512_cmpneq_epi32_mask(low, steps) |
                 _mm512_cmpneq_epi32_mask(high, _mm512_add_epi32(steps, _mm512_set1_epi32(16)));
    if (__builtin_expect(contiguous == 0 && limit - first >= kLanes - 1, 1))
        return Pattern::contiguous;
    const auto different = _mm512_or_si512(low, high);
    uniform = _mm512_test_epi32_mask(different, different);
#else
    for (u32 l = 0; l < kLanes; ++l)
        contiguous |= (index[l] - first) ^ l;
    if (__builtin_expect(contiguous == 0 && limit - first >= kLanes - 1, 1))
        return Pattern::contiguous;
    for (u32 l = 0; l < kLanes; ++l)
        uniform |= index[l] ^ first;
#endif
    return uniform == 0 ? Pattern::uniform : Pattern::scattered;
}

/// The address of a record with a base (row a, the same for all lanes), an index (row b, signed if
/// aux is set) and an offset. See machine/addresses.h.
struct IndexedAddresses {
    const u32* index;
    u64 base; ///< without the offset
    bool isSigned;
    IndexedAddresses(const Inst* ip, Warp& w)
        : index(row32(w, ip->b))
        , base(row64(w, ip->a)[0])
        , isSigned(ip->aux != 0) {}
    Pattern pattern() const { return patternOfIndices(index, isSigned ? 0x7fffffffu : ~0u); }
    template <u32 kSize>
    u64 at(u32 lane) const {
        return base + (isSigned ? u64(s64(s32(index[lane]))) : u64(index[lane])) * kSize;
    }
    /// All lanes' addresses, without the offset.
    template <u32 kSize>
    void expand(u64* addresses) const {
        if (isSigned) {
            for (u32 l = 0; l < kLanes; ++l)
                addresses[l] = base + u64(s64(s32(index[l]))) * kSize;
        } else {
            for (u32 l = 0; l < kLanes; ++l)
                addresses[l] = base + u64(index[l]) * kSize;
        }
    }
};

inline bool inSlot(const RangeSlot& slot, u64 address, u64 size) {
    const u64 offset = address - slot.base;
    return offset < slot.size && slot.size - offset >= size;
}

template <class M>
inline M loadFrom(const u8* address) {
    M value;
    std::memcpy(&value, address, sizeof value);
    return value;
}
template <class M>
inline void storeTo(u8* address, M value) {
    std::memcpy(address, &value, sizeof value);
}
inline u8* pointerTo(u64 address) {
    return reinterpret_cast<u8*>(static_cast<std::uintptr_t>(address));
}

/// Byte `offset` of a thread's local memory, which is interleaved by words.
inline u8* localByte(u8* base, u32 lane, u64 offset) {
    return base + ((offset >> 2) * kLanes + lane) * 4 + (offset & 3);
}
template <class M>
inline M loadLocal(u8* base, u32 lane, u64 offset) {
    if constexpr (sizeof(M) == 8)
        return static_cast<M>(u64(loadFrom<u32>(localByte(base, lane, offset))) |
                              u64(loadFrom<u32>(localByte(base, lane, offset + 4))) << 32);
    else
        return loadFrom<M>(localByte(base, lane, offset));
}
template <class M>
inline void storeLocal(u8* base, u32 lane, u64 offset, M value) {
    if constexpr (sizeof(M) == 8) {
        storeTo<u32>(localByte(base, lane, offset), u32(u64(value)));
        storeTo<u32>(localByte(base, lane, offset + 4), u32(u64(value) >> 32));
    } else {
        storeTo<M>(localByte(base, lane, offset), value);
    }
}

/// Rows of a vector operand: a single row is stored in the record, several in Code::operands.
struct Elements {
    const u16* rows;
    u16 operator[](u32 i) const { return rows[i]; }
};

} // namespace
} // namespace warpbench::simgpu::engine
