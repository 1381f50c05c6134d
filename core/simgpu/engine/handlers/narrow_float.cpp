// SPDX-License-Identifier: GPL-3.0-or-later
// cvt to and from floating-point numbers of 8 bits and less, and with random rounding (PTX ISA 9.0,
// section 9.7.9.21). The first source becomes the upper part of the result.
#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/handlers/half.h"
#include "core/simgpu/engine/handlers/lanes.h"

namespace warpbench::simgpu::engine {
namespace {

/// Bits from one element of a packed result to the next: numbers of 6 bits have 8.
template <const SmallFormat& kFormat>
constexpr u32 kStep = kFormat.signBit() < 16    ? 4
                      : kFormat.signBit() < 256 ? 8
                                                : 16;

template <const SmallFormat& kFormat>
u32 narrowed(f64 x, u32 flags, RandomBits random = {}) {
    if (flags & kRelu)
        x = x > 0 || x != x ? x : 0;
    return roundTo(kFormat, x, flags, random);
}

template <const SmallFormat& kFormat>
const Inst* fromFloats(const Inst* ip, Warp& w) {
    const f32* a = row<f32>(w, ip->a);
    const f32* b = row<f32>(w, ip->b);
    forActive(w, row32(w, ip->d), [=](u32 l) {
        return narrowed<kFormat>(f64(b[l]), ip->aux) | narrowed<kFormat>(f64(a[l]), ip->aux)
                                                           << kStep<kFormat>;
    });
    return ip + 1;
}
template <const SmallFormat& kFormat>
const Inst* fromHalves(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    forActive(w, row32(w, ip->d), [=](u32 l) {
        return narrowed<kFormat>(halfToFloat(u16(a[l])), ip->aux) |
               narrowed<kFormat>(halfToFloat(u16(a[l] >> 16)), ip->aux) << kStep<kFormat>;
    });
    return ip + 1;
}
template <const SmallFormat& kFormat>
const Inst* toHalves(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    const u32 relu = ip->aux & kRelu;
    forActive(w, row32(w, ip->d), [=](u32 l) {
        constexpr u32 kBits = 2 * kFormat.signBit() - 1;
        return narrowed<kHalf>(fromSmall(kFormat, a[l] & kBits), relu) |
               narrowed<kHalf>(fromSmall(kFormat, a[l] >> kStep<kFormat> & kBits), relu) << 16;
    });
    return ip + 1;
}

/// .rs of two: each half of c is for one. Of f16 only the lower 13 bits of it count: as many as
/// rounding cuts off.
template <const SmallFormat& kFormat>
const Inst* fromFloatsAtRandom(const Inst* ip, Warp& w) {
    constexpr int kCount = 23 - kFormat.fractionBits;
    const f32* a = row<f32>(w, ip->a);
    const f32* b = row<f32>(w, ip->b);
    const u32* c = row32(w, ip->c);
    forActive(w, row32(w, ip->d), [=](u32 l) {
        const RandomBits low{c[l] & ((1u << kCount) - 1), kCount};
        const RandomBits high{c[l] >> 16 & ((1u << kCount) - 1), kCount};
        return narrowed<kFormat>(f64(b[l]), ip->aux, low) |
               narrowed<kFormat>(f64(a[l]), ip->aux, high) << 16;
    });
    return ip + 1;
}
/// .rs of four, in Code::operands from aux2 on, the uppermost first; a: random bits. Of 8 and 6
/// bits the upper half of them is for the first two numbers and the lower half for the others; of 4
/// bits each number has a byte: 3, 1, 2, 0.
template <const SmallFormat& kFormat>
const Inst* fromFourAtRandom(const Inst* ip, Warp& w) {
    constexpr bool kNibbles = kStep<kFormat> == 4;
    constexpr u32 kFirstBit[4] = {kNibbles ? 24 : 16, kNibbles ? 8 : 16, kNibbles ? 16 : 0, 0};
    constexpr int kCount = kNibbles ? 8 : 16;
    const u16* sources = w.code->operands.data() + ip->aux2;
    const u32* bits = row32(w, ip->a);
    const f32* values[4];
    for (u32 n = 0; n < 4; ++n)
        values[n] = row<f32>(w, sources[n]);
    forActive(w, row32(w, ip->d), [&](u32 l) {
        u32 result = 0;
        for (u32 n = 0; n < 4; ++n) {
            const RandomBits random{bits[l] >> kFirstBit[n] & ((1u << kCount) - 1), kCount};
            result =
                result << kStep<kFormat> | narrowed<kFormat>(f64(values[n][l]), ip->aux, random);
        }
        return result;
    });
    return ip + 1;
}

/// ue8m0: an exponent alone; 0 is 2^-127, 255 a NaN. The sign is dropped.
/// \param bits  of an f32
u32 toScale(u32 bits, u32 flags) {
    constexpr u32 kSmallest = 0x00400000; // 2^-127
    const u32 magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
        return 255;
    u32 exponent = magnitude >> 23;
    const bool isPower = (magnitude & 0x7fffffu) == 0;
    if ((flags & kRoundingMask) == kRoundUp && !isPower && magnitude > kSmallest)
        ++exponent;
    return exponent == 255 && (flags & kSatFinite) ? 254 : exponent;
}
const Inst* floatsToScales(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    const u32* b = row32(w, ip->b);
    forLanes(w, row32(w, ip->d),
             [=](u32 l) { return toScale(b[l], ip->aux) | toScale(a[l], ip->aux) << 8; });
    return ip + 1;
}
const Inst* bfloatsToScales(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    forLanes(w, row32(w, ip->d), [=](u32 l) {
        return toScale(a[l] << 16, ip->aux) | toScale(a[l] & 0xffff0000u, ip->aux) << 8;
    });
    return ip + 1;
}
const Inst* scalesToBfloats(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    const auto bfloat = [](u32 scale) {
        return scale == 255 ? 0x7fffu : scale == 0 ? 0x0040u : scale << 7;
    };
    forLanes(w, row32(w, ip->d),
             [=](u32 l) { return bfloat(a[l] & 255) | bfloat(a[l] >> 8 & 255) << 16; });
    return ip + 1;
}

template <const SmallFormat& kFormat>
void addFormat(FormTable& table, const char* pair, const char* four) {
    table.addJoined({"cvt.", pair, ".f32"}, "rff", fromFloats<kFormat>);
    table.addJoined({"cvt.", pair, ".f16x2"}, "rr", fromHalves<kFormat>);
    table.addJoined({"cvt.f16x2.", pair}, "rr", toHalves<kFormat>);
    table.addJoined({"$cvt.rs.", four}, "", fromFourAtRandom<kFormat>);
}

} // namespace

void WARPBENCH_ISA::addNarrowFloatForms(FormTable& table) {
    addFormat<kE4m3>(table, "e4m3x2", "e4m3x4");
    addFormat<kE5m2>(table, "e5m2x2", "e5m2x4");
    addFormat<kE3m2>(table, "e3m2x2", "e3m2x4");
    addFormat<kE2m3>(table, "e2m3x2", "e2m3x4");
    addFormat<kE2m1>(table, "e2m1x2", "e2m1x4");
    table.add("$cvt.rs.f16x2", "rffr", fromFloatsAtRandom<kHalf>);
    table.add("$cvt.rs.bf16x2", "rffr", fromFloatsAtRandom<kBfloat>);
    table.add("cvt.ue8m0x2.f32", "rff", floatsToScales);
    table.add("cvt.ue8m0x2.bf16x2", "rr", bfloatsToScales);
    table.add("cvt.bf16x2.ue8m0x2", "rr", scalesToBfloats);
}

} // namespace warpbench::simgpu::engine
