// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/float_formats.h"

#include <array>
#include <bit>
#include <limits>

namespace warpbench::arrays {

namespace {

struct Format {
    int exponentBits;
    int mantissaBits;
    std::uint32_t largest;  ///< bits of the largest finite value
    std::uint32_t overflow; ///< the bits that replace a value that is too large
    std::uint32_t nan;      ///< bits of the NaN that is written

    constexpr int bias() const { return (1 << (exponentBits - 1)) - 1; }
};

constexpr Format kFloat16{5, 10, 0x7BFF, 0x7C00, 0x7E00};
constexpr Format kBfloat16{8, 7, 0x7F7F, 0x7F80, 0x7FC0};
constexpr Format kE4m3{4, 3, 0x7E, 0x7E, 0x7F};
constexpr Format kE5m2{5, 2, 0x7B, 0x7B, 0x7E};

/// Bits without the sign.
constexpr std::uint32_t encodeMagnitude(double value, const Format& format) {
    const auto bits = std::bit_cast<std::uint64_t>(value) & ~(std::uint64_t(1) << 63);
    if (bits > std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity())) {
        return format.nan;
    }
    const int exponent = int(bits >> 52) - 1023;
    if (exponent == 1024) {
        return format.overflow;
    }
    if (exponent == -1023) {
        return 0; // zero, or a double below everything these formats hold
    }
    // value = significand · 2^(exponent − 52); a subnormal result has a fixed quantum.
    const std::uint64_t significand =
        (bits & ((std::uint64_t(1) << 52) - 1)) | (std::uint64_t(1) << 52);
    const int least = 1 - format.bias();
    const bool subnormal = exponent < least;
    const int shift = 52 - format.mantissaBits + (subnormal ? least - exponent : 0);
    if (shift > 54) {
        return 0;
    }
    const std::uint64_t half = std::uint64_t(1) << (shift - 1);
    const std::uint64_t rest = significand & ((half << 1) - 1);
    std::uint64_t quotient = significand >> shift;
    if (rest > half || (rest == half && (quotient & 1) != 0)) {
        ++quotient; // a carry into the next power of two comes out right in the sum below
    }
    const std::uint64_t base =
        subnormal ? 0
                  : (std::uint64_t(exponent + format.bias()) << format.mantissaBits) -
                        (std::uint64_t(1) << format.mantissaBits);
    const std::uint64_t result = base + quotient;
    return result > format.largest ? format.overflow : std::uint32_t(result);
}

constexpr std::uint32_t encode(double value, const Format& format) {
    const bool negative = (std::bit_cast<std::uint64_t>(value) >> 63) != 0;
    const int signBit = format.exponentBits + format.mantissaBits;
    return encodeMagnitude(value, format) | (std::uint32_t(negative) << signBit);
}

constexpr double powerOfTwo(int exponent) {
    return std::bit_cast<double>(std::uint64_t(exponent + 1023) << 52);
}

constexpr double decode(std::uint32_t bits, const Format& format) {
    const int signBit = format.exponentBits + format.mantissaBits;
    const std::uint32_t magnitude = bits & ((std::uint32_t(1) << signBit) - 1);
    const std::uint32_t mantissa = magnitude & ((std::uint32_t(1) << format.mantissaBits) - 1);
    const int exponent = int(magnitude >> format.mantissaBits);
    double value = 0;
    if (magnitude > format.largest) {
        const bool infinite = mantissa == 0 && format.largest + 1 == magnitude;
        value = infinite ? std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
    } else if (exponent == 0) {
        value = double(mantissa) * powerOfTwo(1 - format.bias() - format.mantissaBits);
    } else {
        value = double(mantissa + (std::uint32_t(1) << format.mantissaBits)) *
                powerOfTwo(exponent - format.bias() - format.mantissaBits);
    }
    return (bits >> signBit & 1) != 0 ? -value : value;
}

template <const Format& format>
constexpr std::array<double, 256> tableOf() {
    std::array<double, 256> table{};
    for (std::uint32_t bits = 0; bits < 256; ++bits) {
        table[bits] = decode(bits, format);
    }
    return table;
}

constexpr std::array<double, 256> kE4m3Table = tableOf<kE4m3>();
constexpr std::array<double, 256> kE5m2Table = tableOf<kE5m2>();

} // namespace

double decodeFloat16(std::uint16_t bits) noexcept {
    return decode(bits, kFloat16);
}

double decodeBfloat16(std::uint16_t bits) noexcept {
    return double(std::bit_cast<float>(std::uint32_t(bits) << 16));
}

double decodeFloat8E4m3(std::uint8_t bits) noexcept {
    return kE4m3Table[bits];
}

double decodeFloat8E5m2(std::uint8_t bits) noexcept {
    return kE5m2Table[bits];
}

std::uint16_t encodeFloat16(double value) noexcept {
    return std::uint16_t(encode(value, kFloat16));
}

std::uint16_t encodeBfloat16(double value) noexcept {
    return std::uint16_t(encode(value, kBfloat16));
}

std::uint8_t encodeFloat8E4m3(double value) noexcept {
    return std::uint8_t(encode(value, kE4m3));
}

std::uint8_t encodeFloat8E5m2(double value) noexcept {
    return std::uint8_t(encode(value, kE5m2));
}

} // namespace warpbench::arrays
