// SPDX-License-Identifier: GPL-3.0-or-later
// cvt (PTX ISA 9.0, section 9.7.9.21); of floats of 8 bits and less: narrow_float.cpp.
#include "core/simgpu/engine/handlers/floating.h"
#include "core/simgpu/engine/handlers/half.h"

#include <limits>
#include <type_traits>

namespace warpbench::simgpu::engine {
namespace {

// Narrow integers are extended to the whole destination register by their own signedness.

template <class To, class From>
struct IntToInt {
    static To apply(From a) { return static_cast<To>(a); }
};

template <class To, class From>
struct IntToIntSat {
    static To apply(From a) {
        using Limits = std::numeric_limits<To>;
        if constexpr (std::is_signed_v<From>) {
            if (a < 0 && !std::is_signed_v<To>)
                return 0;
            if (std::is_signed_v<To> && s64(a) < s64(Limits::min()))
                return Limits::min();
        }
        if ((std::is_unsigned_v<From> || a > 0) && u64(a) > u64(Limits::max()))
            return Limits::max();
        return static_cast<To>(a);
    }
};

template <class To, class From>
const Inst* intToInt(const Inst* ip, Warp& w) {
    const auto* a = row<From>(w, ip->a);
    if constexpr (sizeof(To) >= 4) {
        forLanes(w, row<To>(w, ip->d),
                 [=](u32 l) { return IntToInt<To, From>::apply(From(a[l])); });
    } else {
        forLanes(w, row<To>(w, ip->d),
                 [=](u32 l) { return Row<To>(IntToInt<To, From>::apply(From(a[l]))); });
    }
    return ip + 1;
}
template <class To, class From>
const Inst* intToIntSat(const Inst* ip, Warp& w) {
    const auto* a = row<From>(w, ip->a);
    forLanes(w, row<To>(w, ip->d),
             [=](u32 l) { return Row<To>(IntToIntSat<To, From>::apply(From(a[l]))); });
    return ip + 1;
}

/// Never inlined: see floating.h.
template <class To, class From>
__attribute__((noinline)) void convertLanes(To* d, const From* a) {
    for (u32 l = 0; l < kLanes; ++l)
        d[l] = static_cast<To>(a[l]);
}

template <class To, class From>
const Inst* intToFloat(const Inst* ip, Warp& w) {
    const auto* a = row<From>(w, ip->a);
    alignas(64) From in[kLanes];
    for (u32 l = 0; l < kLanes; ++l)
        in[l] = From(a[l]);
    Values<To> results;
    {
        const RoundingScope rounding(ip->aux);
        convertLanes(results.v, in);
    }
    giveResults(w, row<To>(w, ip->d), results, ip->aux);
    return ip + 1;
}

template <class T>
inline T roundedToInteger(T x, u32 rounding) {
    switch (rounding & kRoundingMask) {
    case kRoundZero:
        return std::trunc(x);
    case kRoundDown:
        return std::floor(x);
    case kRoundUp:
        return std::ceil(x);
    default:
        return std::nearbyint(x); // the host rounds to nearest, ties to even
    }
}

/// Out of range clamps. A NaN becomes zero; where either side has 64 bits it becomes the result
/// type's top bit alone (seen on an H200).
template <class To, class T>
inline To clampedToInteger(T x) {
    using Limits = std::numeric_limits<To>;
    constexpr bool kTopBit = sizeof(To) == 8 || sizeof(T) == 8;
    if (x != x)
        return kTopBit ? To(std::make_unsigned_t<To>(1) << (8 * sizeof(To) - 1)) : To(0);
    // The limits as powers of two, which every format here holds exactly.
    constexpr T kTop = T(To(1) << (Limits::digits - 1)) * T(2);
    constexpr T kBottom = std::is_signed_v<To> ? -kTop : T(0);
    if (x >= kTop)
        return Limits::max();
    if (x <= kBottom)
        return Limits::min();
    return static_cast<To>(x);
}

template <class To, class From>
const Inst* floatToInt(const Inst* ip, Warp& w) {
    const From* a = row<From>(w, ip->a);
    const u32 flags = ip->aux;
    const auto convert = [=](From x) {
        return clampedToInteger<To>(roundedToInteger(flags & kFlush ? flushed(x) : x, flags));
    };
    if ((flags & (kRoundingMask | kFlush)) == kRoundZero) {
        forLanes(w, row<To>(w, ip->d),
                 [=](u32 l) { return Row<To>(clampedToInteger<To>(std::trunc(a[l]))); });
    } else {
        forActive(w, row<To>(w, ip->d), [=](u32 l) { return Row<To>(convert(a[l])); });
    }
    return ip + 1;
}

template <class T>
const Inst* sameFloat(const Inst* ip, Warp& w) {
    const T* a = row<T>(w, ip->a);
    Values<T> results;
    for (u32 l = 0; l < kLanes; ++l) {
        const T x = ip->aux & kFlush ? flushed(a[l]) : a[l];
        results.v[l] = quieted(ip->aux & kRoundInteger ? roundedToInteger(x, ip->aux) : x);
    }
    giveResults(w, row<T>(w, ip->d), results, ip->aux);
    return ip + 1;
}

const Inst* f32ToF64(const Inst* ip, Warp& w) {
    const f32* a = row<f32>(w, ip->a);
    const bool ftz = ip->aux & kFlush;
    const bool sat = ip->aux & kSaturate;
    forLanes(w, row<f64>(w, ip->d), [=](u32 l) {
        const f64 x = f64(ftz ? flushed(canonical(a[l])) : a[l]);
        return sat ? saturated(x) : x;
    });
    return ip + 1;
}
const Inst* f64ToF32(const Inst* ip, Warp& w) {
    const f64* a = row<f64>(w, ip->a);
    const bool ftz = ip->aux & kFlush;
    const bool sat = ip->aux & kSaturate;
    Values<f32> results;
    {
        const RoundingScope rounding(ip->aux);
        convertLanes(results.v, a);
    }
    // A NaN keeps its sign and the upper part of its payload, as the host's conversion does.
    forLanes(w, row<f32>(w, ip->d), [&](u32 l) {
        f32 x = ftz ? flushed(results.v[l]) : results.v[l];
        if (ftz && std::fabs(x) == 0x1p-126f && std::fabs(a[l]) < tinyBelow(ip->aux, x))
            x = std::copysign(0.0f, x);
        return sat ? saturated(x) : x;
    });
    return ip + 1;
}

// 16-bit formats. A format is known by its conversions.
struct HalfFormat {
    static constexpr u16 kQuietNan = 0x7e00; ///< the result for a NaN of f64
    static f32 load(u16 bits) { return halfToFloat(bits); }
    static u16 store(f64 x, u32 flags) { return floatToHalf(x, flags); }
};
struct BfloatFormat {
    static constexpr u16 kQuietNan = 0x7fc0;
    static f32 load(u16 bits) { return bfloatToFloat(bits); }
    static u16 store(f64 x, u32 flags) { return floatToBfloat(x, flags); }
};

template <class Format>
const Inst* smallToF32(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    Values<f32> results;
    for (u32 l = 0; l < kLanes; ++l)
        results.v[l] = Format::load(u16(a[l]));
    giveResults(w, row<f32>(w, ip->d), results, ip->aux);
    return ip + 1;
}
/// The bits move up, including those of a NaN.
const Inst* bfloatToF32(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    const bool ftz = ip->aux & kFlush;
    const bool sat = ip->aux & kSaturate;
    forActive(w, row<f32>(w, ip->d), [=](u32 l) {
        const f32 x = bfloatToFloat(u16(a[l]));
        const f32 kept = ftz ? flushed(x) : x;
        return sat ? saturated(kept) : kept;
    });
    return ip + 1;
}
template <class Format>
const Inst* smallToF64(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    const bool sat = ip->aux & kSaturate;
    forActive(w, row<f64>(w, ip->d), [=](u32 l) {
        const f64 x = f64(Format::load(u16(a[l])));
        return sat ? saturated(x) : x;
    });
    return ip + 1;
}

template <class Format>
u16 storeSmall(f64 x, u32 flags) {
    if (flags & kSaturate)
        x = saturated(x);
    if (flags & kRelu)
        x = x > 0 || x != x ? x : 0;
    return Format::store(x, flags);
}

/// Rounds an f32 to nearest without other modifiers.
template <class Format>
inline u32 nearestSmall(f32 x) {
    if constexpr (std::is_same_v<Format, HalfFormat>)
        return nearestHalf(x);
    else
        return nearestBfloat(x);
}
constexpr u32 kPlainFlags = kFlush; ///< it leaves the input as it is

template <class Format, class From>
const Inst* floatToSmall(const Inst* ip, Warp& w) {
    const From* a = row<From>(w, ip->a);
    if constexpr (std::is_same_v<From, f32>) {
        if ((ip->aux & ~kPlainFlags) == 0) {
            forLanes(w, row32(w, ip->d), [=](u32 l) { return nearestSmall<Format>(a[l]); });
            return ip + 1;
        }
    }
    forActive(w, row32(w, ip->d), [=](u32 l) {
        if (std::is_same_v<From, f64> && a[l] != a[l] && !(ip->aux & kSaturate))
            return u32(Format::kQuietNan) | (std::signbit(a[l]) ? 0x8000u : 0u);
        return u32(storeSmall<Format>(f64(a[l]), ip->aux)); // .ftz leaves the input as it is
    });
    return ip + 1;
}
/// cvt.rn.f16x2.f32 d, a, b: a becomes the upper half.
template <class Format>
const Inst* f32PairToSmall(const Inst* ip, Warp& w) {
    const f32* a = row<f32>(w, ip->a);
    const f32* b = row<f32>(w, ip->b);
    if ((ip->aux & ~kPlainFlags) == 0) {
        forLanes(w, row32(w, ip->d), [=](u32 l) {
            return nearestSmall<Format>(b[l]) | nearestSmall<Format>(a[l]) << 16;
        });
        return ip + 1;
    }
    forActive(w, row32(w, ip->d), [=](u32 l) {
        return u32(storeSmall<Format>(f64(b[l]), ip->aux)) |
               u32(storeSmall<Format>(f64(a[l]), ip->aux)) << 16;
    });
    return ip + 1;
}
template <class Format>
const Inst* sameSmall(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    forActive(w, row32(w, ip->d), [=](u32 l) {
        f32 x = Format::load(u16(a[l]));
        if (ip->aux & kRoundInteger)
            x = roundedToInteger(x, ip->aux);
        return u32(storeSmall<Format>(f64(x), ip->aux & ~kRoundingMask));
    });
    return ip + 1;
}
template <class From, class To>
const Inst* smallToSmall(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    forActive(w, row32(w, ip->d),
              [=](u32 l) { return u32(storeSmall<To>(f64(From::load(u16(a[l]))), ip->aux)); });
    return ip + 1;
}
template <class Format, class To>
const Inst* smallToInt(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    forActive(w, row<To>(w, ip->d), [=](u32 l) {
        return Row<To>(clampedToInteger<To>(roundedToInteger(Format::load(u16(a[l])), ip->aux)));
    });
    return ip + 1;
}
template <class Format, class From>
const Inst* intToSmall(const Inst* ip, Warp& w) {
    const auto* a = row<From>(w, ip->a);
    forActive(w, row32(w, ip->d), [=](u32 l) {
        // 64-bit integers above 2^53 round to odd first, so that the second rounding is right.
        const From x = From(a[l]);
        f64 value = f64(x);
        if (f64(x) >= 0x1p53 || f64(x) <= -0x1p53)
            value = f64(From(x & ~From(0xffff)) | From((x & From(0xffff)) != 0 ? 0x8000 : 0));
        return u32(storeSmall<Format>(value, ip->aux));
    });
    return ip + 1;
}

/// cvt.rna.tf32.f32: 10 bits of fraction are kept.
const Inst* toTf32(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    const bool relu = ip->aux & kRelu;
    const u32 rounding = ip->aux & kRoundingMask;
    forLanes(w, row32(w, ip->d), [=](u32 l) {
        const u32 bits = a[l];
        const bool isNan = (bits & 0x7fffffffu) > 0x7f800000u;
        if (isNan && rounding != kRoundNearestAway)
            return 0x7fffe000u;
        if (relu && bits >> 31)
            return 0u;
        if ((bits & 0x7f800000u) == 0x7f800000u) // .rna cuts a NaN's payload short
            return bits & 0xffffe000u;
        u32 add = 0;
        if (rounding == kRoundNearestAway)
            add = 0x1000;
        else if (rounding == kRoundNearest)
            add = 0xfff + (bits >> 13 & 1);
        return (bits + add) & 0xffffe000u;
    });
    return ip + 1;
}

template <class T>
constexpr const char* letter() {
    return sizeof(T) == 8 ? "q" : "r";
}
template <class To, class From>
constexpr const char* shapeOf() {
    constexpr bool wideTo = sizeof(To) == 8, wideFrom = sizeof(From) == 8;
    return wideTo ? (wideFrom ? "qq" : "qr") : (wideFrom ? "rq" : "rr");
}

template <class To, class From>
void addIntPair(FormTable& table, const char* to, const char* from) {
    table.addJoined({"cvt.", to, ".", from}, shapeOf<To, From>(), intToInt<To, From>);
    table.addJoined({"cvt.sat.", to, ".", from}, shapeOf<To, From>(), intToIntSat<To, From>);
}
template <class From>
void addFromInt(FormTable& table, const char* from) {
    addIntPair<u8, From>(table, "u8", from);
    addIntPair<s8, From>(table, "s8", from);
    addIntPair<u16, From>(table, "u16", from);
    addIntPair<s16, From>(table, "s16", from);
    addIntPair<u32, From>(table, "u32", from);
    addIntPair<s32, From>(table, "s32", from);
    addIntPair<u64, From>(table, "u64", from);
    addIntPair<s64, From>(table, "s64", from);
    table.addJoined({"cvt.f32.", from}, shapeOf<f32, From>(), intToFloat<f32, From>);
    table.addJoined({"cvt.f64.", from}, shapeOf<f64, From>(), intToFloat<f64, From>);
    table.addJoined({"cvt.f16.", from}, shapeOf<u16, From>(), intToSmall<HalfFormat, From>);
    table.addJoined({"cvt.bf16.", from}, shapeOf<u16, From>(), intToSmall<BfloatFormat, From>);
}
template <class To>
void addToInt(FormTable& table, const char* to) {
    table.addJoined({"cvt.", to, ".f32"}, sizeof(To) == 8 ? "qf" : "rf", floatToInt<To, f32>);
    table.addJoined({"cvt.", to, ".f64"}, sizeof(To) == 8 ? "qg" : "rg", floatToInt<To, f64>);
    table.addJoined({"cvt.", to, ".f16"}, sizeof(To) == 8 ? "qr" : "rr",
                    smallToInt<HalfFormat, To>);
    table.addJoined({"cvt.", to, ".bf16"}, sizeof(To) == 8 ? "qr" : "rr",
                    smallToInt<BfloatFormat, To>);
}

} // namespace

// Only integer keys contain .sat: all others read their modifiers from Inst::aux.
void WARPBENCH_ISA::addConversionForms(FormTable& table) {
    addFromInt<u8>(table, "u8");
    addFromInt<s8>(table, "s8");
    addFromInt<u16>(table, "u16");
    addFromInt<s16>(table, "s16");
    addFromInt<u32>(table, "u32");
    addFromInt<s32>(table, "s32");
    addFromInt<u64>(table, "u64");
    addFromInt<s64>(table, "s64");
    addToInt<u8>(table, "u8");
    addToInt<s8>(table, "s8");
    addToInt<u16>(table, "u16");
    addToInt<s16>(table, "s16");
    addToInt<u32>(table, "u32");
    addToInt<s32>(table, "s32");
    addToInt<u64>(table, "u64");
    addToInt<s64>(table, "s64");
    table.add("cvt.f32.f32", "ff", sameFloat<f32>);
    table.add("cvt.f64.f64", "gg", sameFloat<f64>);
    table.add("cvt.f64.f32", "gf", f32ToF64);
    table.add("cvt.f32.f64", "fg", f64ToF32);
    table.add("cvt.f32.f16", "rr", smallToF32<HalfFormat>);
    table.add("cvt.f32.bf16", "rr", bfloatToF32);
    table.add("cvt.f64.f16", "qr", smallToF64<HalfFormat>);
    table.add("cvt.f64.bf16", "qr", smallToF64<BfloatFormat>);
    table.add("cvt.f16.f32", "rf", floatToSmall<HalfFormat, f32>);
    table.add("cvt.bf16.f32", "rf", floatToSmall<BfloatFormat, f32>);
    table.add("cvt.f16.f64", "rg", floatToSmall<HalfFormat, f64>);
    table.add("cvt.bf16.f64", "rg", floatToSmall<BfloatFormat, f64>);
    table.add("cvt.f16.f16", "rr", sameSmall<HalfFormat>);
    table.add("cvt.bf16.bf16", "rr", sameSmall<BfloatFormat>);
    table.add("cvt.bf16.f16", "rr", smallToSmall<HalfFormat, BfloatFormat>);
    table.add("cvt.f16.bf16", "rr", smallToSmall<BfloatFormat, HalfFormat>);
    table.add("cvt.f16x2.f32", "rff", f32PairToSmall<HalfFormat>);
    table.add("cvt.bf16x2.f32", "rff", f32PairToSmall<BfloatFormat>);
    table.add("cvt.tf32.f32", "rf", toTf32);
}

} // namespace warpbench::simgpu::engine
