// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

/// Texels: their bits in memory, and their conversion for textures and surfaces.
namespace warpbench::simgpu::engine {

struct TexelFormat {
    enum class Kind : std::uint8_t {
        unsignedInteger,
        signedInteger,
        unorm, ///< [0, 1] as an unsigned integer
        snorm, ///< [-1, 1] as a signed integer
        floating,
    };
    Kind kind = Kind::floating;
    std::uint8_t bits = 32;    ///< per channel: 8, 16 or 32
    std::uint8_t channels = 1; ///< 1, 2 or 4

    std::uint32_t bytes() const noexcept { return std::uint32_t{bits} / 8 * channels; }
    bool isInteger() const noexcept {
        return kind == Kind::unsignedInteger || kind == Kind::signedInteger;
    }
    bool operator==(const TexelFormat&) const = default;
};

/// Red, green, blue, alpha: the bits of floats, or 32-bit integers for integer formats.
using Texel = std::array<std::uint32_t, 4>;

/// Reads a texel. Missing channels are 0, missing alpha is 1.
/// \param from  format.bytes() bytes
/// \param srgb  decode red, green and blue of an 8-bit unorm texel with the sRGB curve (IEC
///              61966-2-1)
Texel decodeTexel(const TexelFormat& format, const std::uint8_t* from, bool srgb);

/// Writes a texel as sust.p does: each channel rounded to the nearest value of the format and
/// clamped to its range (PTX ISA 9.0, section 9.7.10.2, "sust").
void encodeTexel(const TexelFormat& format, const Texel& texel, std::uint8_t* to);

/// CL_* numbers of PTX's channel_data_type and channel_order queries (PTX ISA 9.0, section 5.3.3).
std::uint32_t channelDataType(const TexelFormat& format) noexcept;
std::uint32_t channelOrder(const TexelFormat& format) noexcept;

} // namespace warpbench::simgpu::engine
