// SPDX-License-Identifier: GPL-3.0-or-later
// mma on 16 × 8 tiles, dense and unscaled, for the most frequent types: halves, tf32 and bytes.
// machine/mma.cpp handles the others; the bits are the same, since both use sums of doubles, and
// products of such narrow types are exact.
#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/handlers/half.h"
#include "core/simgpu/engine/handlers/lanes.h"

#include <algorithm>

namespace warpbench::simgpu::engine {
namespace {

constexpr u32 kRows = 16, kColumns = 8, kMaxDepth = 32;
constexpr u32 kHalfRows = 8; ///< rows that a register of a fragment goes through

// Elements of A and B: their number per register, and their conversion to numbers.
struct Half {
    static constexpr u32 kPerWord = 2;
    static f64 value(u32 word, u32 part) { return halfToFloat(u16(word >> 16 * part)); }
};
struct Bfloat {
    static constexpr u32 kPerWord = 2;
    static f64 value(u32 word, u32 part) { return bfloatToFloat(u16(word >> 16 * part)); }
};
struct Tf32 {
    static constexpr u32 kPerWord = 1;
    static f64 value(u32 word, u32) { return std::bit_cast<f32>(word & 0xffffe000u); }
};
struct SignedByte {
    static constexpr u32 kPerWord = 4;
    static f64 value(u32 word, u32 part) { return s8(word >> 8 * part); }
};
struct UnsignedByte {
    static constexpr u32 kPerWord = 4;
    static f64 value(u32 word, u32 part) { return u8(word >> 8 * part); }
};

/// A row of C or a row of B.
typedef f64 Row8 __attribute__((vector_size(kColumns * sizeof(f64))));

/// Fragments as in PTX ISA 9.0, section 9.7.14.5; placeOfA and its siblings define their layout.
struct Product {
    alignas(64) f64 a[kRows * kMaxDepth]; ///< row by row, `depth` each
    alignas(64) f64 b[kMaxDepth * kColumns];
    alignas(64) f64 c[kRows * kColumns];
};

template <class Element>
inline void readA(Warp& w, const MatrixOperands& o, f64* a) {
    constexpr u32 kPart = Element::kPerWord;
    for (u32 word = 0; word < o.a.size(); ++word) {
        const u32* const from = row32(w, o.a[word]);
        f64* const to = a + word % 2 * kHalfRows * o.k + word / 2 * 4 * kPart;
        for (u32 part = 0; part < kPart; ++part) {
            alignas(64) f64 values[kLanes];
            for (u32 l = 0; l < kLanes; ++l)
                values[l] = Element::value(from[l], part);
            for (u32 l = 0; l < kLanes; ++l)
                to[l / 4 * o.k + l % 4 * kPart + part] = values[l];
        }
    }
}

template <class Element>
inline void readB(Warp& w, const MatrixOperands& o, f64* b) {
    constexpr u32 kPart = Element::kPerWord;
    for (u32 word = 0; word < o.b.size(); ++word) {
        const u32* const from = row32(w, o.b[word]);
        f64* const to = b + word * 4 * kPart * kColumns;
        for (u32 part = 0; part < kPart; ++part) {
            alignas(64) f64 values[kLanes];
            for (u32 l = 0; l < kLanes; ++l)
                values[l] = Element::value(from[l], part);
            for (u32 l = 0; l < kLanes; ++l)
                to[(l % 4 * kPart + part) * kColumns + l / 4] = values[l];
        }
    }
}

/// Two elements of C, side by side, are a lane's, in a register each or, halves, in one.
inline void readC(Warp& w, const MatrixOperands& o, f64* c) {
    for (u32 i = 0; i < 4; ++i) {
        f64* const to = c + i / 2 * 2 * kLanes + i % 2;
        if (o.typeC == MatrixType::f16) {
            const u32* const from = row32(w, o.c[i / 2]);
            for (u32 l = 0; l < kLanes; ++l)
                to[2 * l] = halfToFloat(u16(from[l] >> i % 2 * 16));
        } else if (o.typeC == MatrixType::s32) {
            const u32* const from = row32(w, o.c[i]);
            for (u32 l = 0; l < kLanes; ++l)
                to[2 * l] = s32(from[l]);
        } else {
            const f32* const from = row<f32>(w, o.c[i]);
            for (u32 l = 0; l < kLanes; ++l)
                to[2 * l] = from[l];
        }
    }
}

/// Rounded to odd, so that rounding to a half thereafter is right.
inline f32 toOdd(f64 x) {
    const f32 nearest = f32(x);
    const u32 bits = std::bit_cast<u32>(nearest);
    const bool isAbove = __builtin_fabs(f64(nearest)) > __builtin_fabs(x);
    return std::bit_cast<f32>((bits - u32(isAbove)) | u32(f64(nearest) != x));
}

/// Sums of products of bytes are exact in a double; without .satfinite they wrap.
inline u32 toInteger(f64 x, bool saturate) {
    return u32(s64(saturate ? std::clamp(x, -2147483648.0, 2147483647.0) : x));
}

inline void writeD(Warp& w, const MatrixOperands& o, const f64* c) {
    for (u32 i = 0; i < 4; ++i) {
        const f64* const from = c + i / 2 * 2 * kLanes + i % 2;
        if (o.typeD == MatrixType::f16) {
            if (i % 2) // with the one before
                continue;
            u32* const to = row32(w, o.d[i / 2]);
            for (u32 l = 0; l < kLanes; ++l)
                to[l] = nearestHalf(toOdd(from[2 * l])) | u32(nearestHalf(toOdd(from[2 * l + 1])))
                                                              << 16;
        } else if (o.typeD == MatrixType::s32) {
            u32* const to = row32(w, o.d[i]);
            for (u32 l = 0; l < kLanes; ++l)
                to[l] = toInteger(from[2 * l], o.saturate);
        } else {
            u32* const to = row32(w, o.d[i]);
            for (u32 l = 0; l < kLanes; ++l) {
                const f32 x = f32(from[2 * l]);
                to[l] = x == x ? std::bit_cast<u32>(x) : 0x7fffffffu;
            }
        }
    }
}

inline void multiply(Product& p, u32 depth) {
    for (u32 r = 0; r < kRows; ++r) {
        Row8 sums;
        std::memcpy(&sums, p.c + r * kColumns, sizeof sums);
        const f64* const a = p.a + r * depth;
        for (u32 k = 0; k < depth; ++k) {
            Row8 b;
            std::memcpy(&b, p.b + k * kColumns, sizeof b);
            sums += a[k] * b;
        }
        std::memcpy(p.c + r * kColumns, &sums, sizeof sums);
    }
}

template <class Element>
const Inst* product(const Inst* ip, Warp& w) {
    if (!allLanes(w, ip))
        return nullptr;
    const MatrixOperands& o = w.code->matrices[ip->aux2];
    Product p;
    readA<Element>(w, o, p.a);
    readB<Element>(w, o, p.b);
    readC(w, o, p.c);
    multiply(p, o.k);
    writeD(w, o, p.c);
    return ip + 1;
}

} // namespace

void WARPBENCH_ISA::addTensorProducts(FormTable& table) {
    table.add("$mma.f16", "", product<Half>);
    table.add("$mma.bf16", "", product<Bfloat>);
    table.add("$mma.tf32", "", product<Tf32>);
    table.add("$mma.s8", "", product<SignedByte>);
    table.add("$mma.u8", "", product<UnsignedByte>);
}

} // namespace warpbench::simgpu::engine
