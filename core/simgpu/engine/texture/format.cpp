// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/texture/format.h"

#include "core/simgpu/engine/handlers/half.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace warpbench::simgpu::engine {

namespace {

using Kind = TexelFormat::Kind;

constexpr std::uint32_t kAlpha = 3;

std::uint32_t rawChannel(const TexelFormat& format, const std::uint8_t* from,
                         std::uint32_t channel) {
    std::uint32_t raw = 0;
    std::memcpy(&raw, from + channel * format.bits / 8, format.bits / 8u);
    return raw;
}

std::int32_t signExtended(std::uint32_t raw, std::uint32_t bits) {
    return static_cast<std::int32_t>(raw << (32 - bits)) >> (32 - bits);
}

// clang-format off
/// What an H200 decodes 8 bits to with the sRGB curve: the upper halves of floats, eight places or
/// fewer.
constexpr std::uint16_t kSrgb[256] = {
    0x0000, 0x39a0, 0x3a20, 0x3a70, 0x3aa0, 0x3ac8, 0x3af0, 0x3b0c, 0x3b20, 0x3b34, 0x3b48, 0x3b5c,
    0x3b70, 0x3b84, 0x3b90, 0x3b9c, 0x3baa, 0x3bb8, 0x3bc6, 0x3bd6, 0x3be6, 0x3bf6, 0x3c03, 0x3c0c,
    0x3c16, 0x3c1f, 0x3c29, 0x3c34, 0x3c3e, 0x3c49, 0x3c55, 0x3c60, 0x3c6c, 0x3c7a, 0x3c83, 0x3c8a,
    0x3c91, 0x3c98, 0x3c9f, 0x3ca6, 0x3cae, 0x3cb6, 0x3cbe, 0x3cc6, 0x3cce, 0x3cd7, 0x3ce0, 0x3ce9,
    0x3cf2, 0x3cfc, 0x3d03, 0x3d08, 0x3d0d, 0x3d12, 0x3d17, 0x3d1c, 0x3d22, 0x3d28, 0x3d2d, 0x3d33,
    0x3d39, 0x3d3f, 0x3d45, 0x3d4c, 0x3d52, 0x3d58, 0x3d60, 0x3d66, 0x3d6c, 0x3d74, 0x3d7a, 0x3d81,
    0x3d85, 0x3d88, 0x3d8c, 0x3d90, 0x3d94, 0x3d98, 0x3d9c, 0x3da0, 0x3da4, 0x3da9, 0x3dad, 0x3db1,
    0x3db6, 0x3dba, 0x3dbf, 0x3dc3, 0x3dc8, 0x3dcd, 0x3dd1, 0x3dd6, 0x3ddb, 0x3de0, 0x3de5, 0x3dea,
    0x3df0, 0x3df4, 0x3dfa, 0x3e00, 0x3e02, 0x3e05, 0x3e08, 0x3e0b, 0x3e0e, 0x3e11, 0x3e14, 0x3e17,
    0x3e1a, 0x3e1d, 0x3e20, 0x3e23, 0x3e26, 0x3e29, 0x3e2c, 0x3e30, 0x3e33, 0x3e36, 0x3e3a, 0x3e3d,
    0x3e40, 0x3e44, 0x3e47, 0x3e4b, 0x3e4e, 0x3e52, 0x3e56, 0x3e59, 0x3e5d, 0x3e61, 0x3e65, 0x3e68,
    0x3e6c, 0x3e70, 0x3e74, 0x3e78, 0x3e7c, 0x3e80, 0x3e82, 0x3e84, 0x3e86, 0x3e88, 0x3e8a, 0x3e8d,
    0x3e8f, 0x3e91, 0x3e93, 0x3e95, 0x3e98, 0x3e9a, 0x3e9c, 0x3e9e, 0x3ea1, 0x3ea3, 0x3ea5, 0x3ea8,
    0x3eaa, 0x3ead, 0x3eaf, 0x3eb2, 0x3eb4, 0x3eb6, 0x3eb9, 0x3ebc, 0x3ebe, 0x3ec1, 0x3ec3, 0x3ec6,
    0x3ec8, 0x3ecb, 0x3ece, 0x3ed1, 0x3ed3, 0x3ed6, 0x3ed9, 0x3edb, 0x3ede, 0x3ee1, 0x3ee4, 0x3ee7,
    0x3eea, 0x3eed, 0x3ef0, 0x3ef2, 0x3ef6, 0x3ef8, 0x3efc, 0x3efe, 0x3f01, 0x3f02, 0x3f04, 0x3f05,
    0x3f07, 0x3f09, 0x3f0a, 0x3f0c, 0x3f0d, 0x3f0f, 0x3f11, 0x3f12, 0x3f14, 0x3f16, 0x3f17, 0x3f19,
    0x3f1b, 0x3f1c, 0x3f1e, 0x3f20, 0x3f21, 0x3f23, 0x3f25, 0x3f27, 0x3f29, 0x3f2a, 0x3f2c, 0x3f2e,
    0x3f30, 0x3f32, 0x3f33, 0x3f35, 0x3f37, 0x3f39, 0x3f3b, 0x3f3d, 0x3f3f, 0x3f41, 0x3f43, 0x3f45,
    0x3f47, 0x3f49, 0x3f4b, 0x3f4d, 0x3f4f, 0x3f51, 0x3f53, 0x3f55, 0x3f57, 0x3f59, 0x3f5b, 0x3f5d,
    0x3f5f, 0x3f61, 0x3f63, 0x3f65, 0x3f68, 0x3f6a, 0x3f6c, 0x3f6e, 0x3f70, 0x3f72, 0x3f74, 0x3f76,
    0x3f7a, 0x3f7c, 0x3f7e, 0x3f80};
// clang-format on

std::uint32_t decodeChannel(const TexelFormat& format, std::uint32_t raw, bool srgb) {
    const std::uint32_t bits = format.bits;
    switch (format.kind) {
    case Kind::unsignedInteger:
        return raw;
    case Kind::signedInteger:
        return static_cast<std::uint32_t>(signExtended(raw, bits));
    case Kind::unorm: {
        const float value = static_cast<float>(raw) / static_cast<float>((1u << bits) - 1);
        return srgb ? std::uint32_t{kSrgb[raw]} << 16 : std::bit_cast<std::uint32_t>(value);
    }
    case Kind::snorm: {
        // Both -128 and -127 represent -1.
        const float largest = static_cast<float>((1u << (bits - 1)) - 1);
        return std::bit_cast<std::uint32_t>(
            std::max(static_cast<float>(signExtended(raw, bits)) / largest, -1.0f));
    }
    case Kind::floating:
        break;
    }
    return bits == 16 ? std::bit_cast<std::uint32_t>(halfToFloat(static_cast<std::uint16_t>(raw)))
                      : raw;
}

/// A float in [low, high], scaled and rounded; NaN becomes 0.
std::int32_t rounded(float value, float low, float high, float scale) {
    if (value != value)
        return 0;
    return static_cast<std::int32_t>(std::lrint(std::clamp(value, low, high) * scale));
}

std::uint32_t encodeChannel(const TexelFormat& format, std::uint32_t value) {
    const std::uint32_t bits = format.bits;
    const std::uint32_t largest = bits == 32 ? ~0u : (1u << bits) - 1;
    switch (format.kind) {
    case Kind::unsignedInteger:
        return std::min(value, largest);
    case Kind::signedInteger: {
        const auto top = static_cast<std::int32_t>(largest >> 1);
        return static_cast<std::uint32_t>(
            std::clamp(static_cast<std::int32_t>(value), -top - 1, top));
    }
    case Kind::unorm:
        return static_cast<std::uint32_t>(
            rounded(std::bit_cast<float>(value), 0, 1, static_cast<float>(largest)));
    case Kind::snorm:
        return static_cast<std::uint32_t>(
            rounded(std::bit_cast<float>(value), -1, 1, static_cast<float>(largest >> 1)));
    case Kind::floating:
        break;
    }
    return bits == 16 ? floatToHalf(std::bit_cast<float>(value)) : value;
}

} // namespace

Texel decodeTexel(const TexelFormat& format, const std::uint8_t* from, bool srgb) {
    const std::uint32_t one = format.isInteger() ? 1u : std::bit_cast<std::uint32_t>(1.0f);
    Texel texel{0, 0, 0, one};
    for (std::uint32_t c = 0; c < format.channels; ++c)
        texel[c] = decodeChannel(format, rawChannel(format, from, c), srgb && c != kAlpha);
    return texel;
}

void encodeTexel(const TexelFormat& format, const Texel& texel, std::uint8_t* to) {
    for (std::uint32_t c = 0; c < format.channels; ++c) {
        const std::uint32_t raw = encodeChannel(format, texel[c]);
        std::memcpy(to + c * format.bits / 8, &raw, format.bits / 8u);
    }
}

std::uint32_t channelDataType(const TexelFormat& format) noexcept {
    // CL_SNORM_INT8 and the numbers after it: snorm 8, 16, unorm 8, 16, three packed formats, then
    // signed 8, 16, 32, unsigned 8, 16, 32, half, float.
    constexpr std::uint32_t kFirst = 0x10d0;
    const std::uint32_t size = format.bits == 8 ? 0 : format.bits == 16 ? 1 : 2;
    switch (format.kind) {
    case Kind::snorm:
        return kFirst + size;
    case Kind::unorm:
        return kFirst + 2 + size;
    case Kind::signedInteger:
        return kFirst + 7 + size;
    case Kind::unsignedInteger:
        return kFirst + 10 + size;
    case Kind::floating:
        break;
    }
    return kFirst + (format.bits == 16 ? 13 : 14);
}

std::uint32_t channelOrder(const TexelFormat& format) noexcept {
    constexpr std::uint32_t kR = 0x10b0, kRg = 0x10b2, kRgba = 0x10b5;
    return format.channels == 1 ? kR : format.channels == 2 ? kRg : kRgba;
}

} // namespace warpbench::simgpu::engine
