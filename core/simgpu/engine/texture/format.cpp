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

float fromSrgb(float encoded) {
    return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

std::uint32_t decodeChannel(const TexelFormat& format, std::uint32_t raw, bool srgb) {
    const std::uint32_t bits = format.bits;
    switch (format.kind) {
    case Kind::unsignedInteger:
        return raw;
    case Kind::signedInteger:
        return static_cast<std::uint32_t>(signExtended(raw, bits));
    case Kind::unorm: {
        const float value = static_cast<float>(raw) / static_cast<float>((1u << bits) - 1);
        return std::bit_cast<std::uint32_t>(srgb ? fromSrgb(value) : value);
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
