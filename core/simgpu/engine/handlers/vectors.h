// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/handlers/lanes.h"

/// Moves vectors of elements between memory and registers. The PTX ISA allows the elements of a
/// vector to be accessed one by one ("Memory Consistency Model", "Vector Data-types"), but a GPU
/// moves up to 16 bytes of a lane at once, and programs rely on it: CUB's look-back writes the
/// status and the value of a tile as a pair and reads either both or none. Here, too, other threads
/// see a lane's vector change as a whole: it moves in one access, or in an aligned part of a wider
/// one, which processors do not split within a cache line.
namespace warpbench::simgpu::engine {
namespace {

template <u32 kBytes>
struct WholeOf;
template <>
struct WholeOf<1> {
    using type = u8;
};
template <>
struct WholeOf<2> {
    using type = u16;
};
template <>
struct WholeOf<4> {
    using type = u32;
};
template <>
struct WholeOf<8> {
    using type = u64;
};

/// 16 bytes of memory with any alignment.
typedef u64 Quad __attribute__((vector_size(16), aligned(1), may_alias));

inline Quad loadQuad(const u8* from) {
    return *reinterpret_cast<const volatile Quad*>(from);
}
inline void storeQuad(u8* to, Quad value) {
    *reinterpret_cast<volatile Quad*>(to) = value;
}

/// One lane's vector.
template <class M, u32 kCount>
struct Vector {
    M elements[kCount];
};

template <class M, u32 kCount>
inline Vector<M, kCount> loadVector(const u8* from) {
    constexpr u32 kSize = sizeof(M) * kCount;
    Vector<M, kCount> vector;
    if constexpr (kSize <= 8) {
        typedef typename WholeOf<kSize>::type Whole __attribute__((aligned(1), may_alias));
        const auto whole = *reinterpret_cast<const volatile Whole*>(from);
        std::memcpy(&vector, &whole, kSize);
    } else {
        for (u32 at = 0; at < kSize; at += sizeof(Quad)) {
            const Quad quad = loadQuad(from + at);
            std::memcpy(reinterpret_cast<u8*>(&vector) + at, &quad, sizeof quad);
        }
    }
    return vector;
}

template <class M, u32 kCount>
inline void storeVector(u8* to, const Vector<M, kCount>& vector) {
    constexpr u32 kSize = sizeof(M) * kCount;
    if constexpr (kSize <= 8) {
        typedef typename WholeOf<kSize>::type Whole __attribute__((aligned(1), may_alias));
        typename WholeOf<kSize>::type whole;
        std::memcpy(&whole, &vector, kSize);
        *reinterpret_cast<volatile Whole*>(to) = whole;
    } else {
        for (u32 at = 0; at < kSize; at += sizeof(Quad)) {
            Quad quad;
            std::memcpy(&quad, reinterpret_cast<const u8*>(&vector) + at, sizeof quad);
            storeQuad(to + at, quad);
        }
    }
}

/// Transposes as many quads as each has elements.
inline void transpose(Quad (&q)[2], u64 /*element*/) {
    const Quad low = __builtin_shufflevector(q[0], q[1], 0, 2);
    q[1] = __builtin_shufflevector(q[0], q[1], 1, 3);
    q[0] = low;
}
inline void transpose(Quad (&q)[4], u32 /*element*/) {
    typedef u32 Words __attribute__((vector_size(16)));
    const auto a = Words(q[0]), b = Words(q[1]), c = Words(q[2]), d = Words(q[3]);
    const auto lowAb = Quad(__builtin_shufflevector(a, b, 0, 4, 1, 5));
    const auto lowCd = Quad(__builtin_shufflevector(c, d, 0, 4, 1, 5));
    const auto highAb = Quad(__builtin_shufflevector(a, b, 2, 6, 3, 7));
    const auto highCd = Quad(__builtin_shufflevector(c, d, 2, 6, 3, 7));
    q[0] = __builtin_shufflevector(lowAb, lowCd, 0, 2);
    q[1] = __builtin_shufflevector(lowAb, lowCd, 1, 3);
    q[2] = __builtin_shufflevector(highAb, highCd, 0, 2);
    q[3] = __builtin_shufflevector(highAb, highCd, 1, 3);
}

/// Loads kWidth lanes' vectors, contiguous in memory, to one row per element.
/// \param d  the first of these lanes in each row
template <class M, class D, u32 kCount, u32 kWidth>
inline __attribute__((always_inline)) void splitVectors(D* const (&d)[kCount], const u8* from) {
    constexpr u32 kSize = sizeof(M) * kCount;
    if constexpr (kSize <= 8) {
        typename WholeOf<kSize>::type whole[kWidth];
        std::memcpy(whole, from, sizeof whole);
        asm("" : "+m"(whole)); // otherwise the compiler might reload memory for each element
        for (u32 i = 0; i < kCount; ++i) {
            for (u32 l = 0; l < kWidth; ++l)
                d[i][l] = D(M(whole[l] >> (8 * sizeof(M) * i)));
        }
    } else {
        static_assert(sizeof(M) == sizeof(D));
        constexpr u32 kSide = sizeof(Quad) / sizeof(M);
        for (u32 l = 0; l < kWidth; l += kSide) {
            for (u32 first = 0; first < kCount; first += kSide) {
                Quad quads[kSide];
                for (u32 i = 0; i < kSide; ++i)
                    quads[i] = loadQuad(from + (l + i) * kSize + first * sizeof(M));
                transpose(quads, M{});
                for (u32 i = 0; i < kSide; ++i)
                    std::memcpy(d[first + i] + l, &quads[i], sizeof(Quad));
            }
        }
    }
}

/// The reverse.
template <class M, class D, u32 kCount, u32 kWidth>
inline __attribute__((always_inline)) void joinVectors(u8* to, const D* const (&s)[kCount]) {
    constexpr u32 kSize = sizeof(M) * kCount;
    if constexpr (kSize <= 8) {
        using Whole = typename WholeOf<kSize>::type;
        Whole whole[kWidth];
        for (u32 l = 0; l < kWidth; ++l) {
            Whole joined = 0;
            for (u32 i = 0; i < kCount; ++i)
                joined = Whole(joined | Whole(Whole(M(s[i][l])) << (8 * sizeof(M) * i)));
            whole[l] = joined;
        }
        asm("" : "+m"(whole)); // otherwise the compiler might split the store
        std::memcpy(to, whole, sizeof whole);
    } else {
        static_assert(sizeof(M) == sizeof(D));
        constexpr u32 kSide = sizeof(Quad) / sizeof(M);
        for (u32 l = 0; l < kWidth; l += kSide) {
            for (u32 first = 0; first < kCount; first += kSide) {
                Quad quads[kSide];
                for (u32 i = 0; i < kSide; ++i)
                    std::memcpy(&quads[i], s[first + i] + l, sizeof(Quad));
                transpose(quads, M{});
                for (u32 i = 0; i < kSide; ++i)
                    storeQuad(to + (l + i) * kSize + first * sizeof(M), quads[i]);
            }
        }
    }
}

} // namespace
} // namespace warpbench::simgpu::engine
