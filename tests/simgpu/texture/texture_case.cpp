// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/texture/texture_case.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>

namespace warpbench::test {

namespace {

bool isFloating(CUarray_format format) {
    return format == CU_AD_FORMAT_FLOAT || format == CU_AD_FORMAT_HALF;
}

bool isSignedFormat(CUarray_format format) {
    return format == CU_AD_FORMAT_SIGNED_INT8 || format == CU_AD_FORMAT_SIGNED_INT16 ||
           format == CU_AD_FORMAT_SIGNED_INT32 ||
           (format >= CU_AD_FORMAT_SNORM_INT8X1 && format <= CU_AD_FORMAT_SNORM_INT16X4);
}

bool isNormFormat(CUarray_format format) {
    return format >= CU_AD_FORMAT_UNORM_INT8X1 && format <= CU_AD_FORMAT_SNORM_INT16X4;
}

double srgbToLinear(double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

/// One channel as returned by the texture unit.
double channelValue(const TextureCase& description, const std::byte* from, bool color) {
    const CUarray_format format = description.format;
    const std::size_t bytes = formatBytes(format);
    std::uint32_t raw = 0;
    std::memcpy(&raw, from, bytes);
    if (format == CU_AD_FORMAT_FLOAT)
        return static_cast<double>(std::bit_cast<float>(raw));
    if (format == CU_AD_FORMAT_HALF)
        return static_cast<double>(halfToFloat(static_cast<std::uint16_t>(raw)));
    const unsigned int bits = static_cast<unsigned int>(8 * bytes);
    double number = raw;
    if (isSignedFormat(format) && (raw >> (bits - 1)) != 0)
        number -= std::exp2(bits);
    if (description.readsIntegers())
        return number;
    const double largest = std::exp2(isSignedFormat(format) ? bits - 1 : bits) - 1;
    const double fraction = std::max(number / largest, -1.0);
    const bool srgb = (description.texture.flags & CU_TRSF_SRGB) != 0 && bits == 8 && color &&
                      !isSignedFormat(format);
    return srgb ? srgbToLinear(fraction) : fraction;
}

Address addressOf(CUaddress_mode mode) {
    return mode == CU_TR_ADDRESS_MODE_WRAP     ? Address::wrap
           : mode == CU_TR_ADDRESS_MODE_MIRROR ? Address::mirror
           : mode == CU_TR_ADDRESS_MODE_BORDER ? Address::border
                                               : Address::clamp;
}

} // namespace

float halfToFloat(std::uint16_t half) {
    const int exponent = half >> 10 & 31;
    const double fraction = half & 1023;
    const double magnitude = exponent == 0    ? std::ldexp(fraction, -24)
                             : exponent == 31 ? (fraction != 0 ? std::nan("") : INFINITY)
                                              : std::ldexp(1024 + fraction, exponent - 25);
    return static_cast<float>(half & 0x8000 ? -magnitude : magnitude);
}

CUDA_ARRAY3D_DESCRIPTOR TextureCase::array() const {
    CUDA_ARRAY3D_DESCRIPTOR descriptor{};
    descriptor.Width = static_cast<std::size_t>(size[0]);
    descriptor.Height = dimensions > 1 ? static_cast<std::size_t>(size[1]) : 0;
    descriptor.Depth = static_cast<std::size_t>(layers ? layers : dimensions > 2 ? size[2] : 0);
    descriptor.Format = format;
    descriptor.NumChannels = channels;
    descriptor.Flags = arrayFlags;
    if (layers && (arrayFlags & CUDA_ARRAY3D_CUBEMAP) == 0)
        descriptor.Flags |= CUDA_ARRAY3D_LAYERED;
    return descriptor;
}

bool TextureCase::readsIntegers() const {
    if (isFloating(format) || isNormFormat(format))
        return false;
    return formatBytes(format) == 4 || (texture.flags & CU_TRSF_READ_AS_INTEGER) != 0;
}

double TextureCase::range() const {
    return isFloating(format) || isSignedFormat(format) ? 2 : 1;
}

double TextureCase::tolerance() const {
    if (readsIntegers())
        return 0;
    const bool isLinear = texture.filterMode == CU_TR_FILTER_MODE_LINEAR;
    return isLinear && dimensions > 1 ? dimensions * range() / 256 : 1e-5;
}

std::vector<std::byte> TextureCase::anyBytes(unsigned int seed, bool isPositive) const {
    std::mt19937 random(seed);
    std::vector<std::byte> bytes(sizeOf(array()));
    for (std::size_t i = 0; i + formatBytes(format) <= bytes.size(); i += formatBytes(format)) {
        std::uint32_t bits = random();
        if (format == CU_AD_FORMAT_FLOAT) // 2^-7 to 2^8, of both signs
            bits = (bits & 0x807fffffu) | (120 + random() % 16) << 23;
        else if (format == CU_AD_FORMAT_HALF)
            bits = (bits & 0x83ffu) | (8 + random() % 16) << 10;
        if (isPositive)
            bits &= format == CU_AD_FORMAT_FLOAT ? 0x7fffffffu : 0x7fffu;
        std::memcpy(&bytes[i], &bits, formatBytes(format));
    }
    return bytes;
}

std::vector<std::byte> TextureCase::randomBytes(unsigned int seed) const {
    std::mt19937 random(seed);
    std::vector<std::byte> bytes(sizeOf(array()));
    if (!isFloating(format)) {
        for (std::byte& b : bytes)
            b = static_cast<std::byte>(random());
        return bytes;
    }
    // Multiples of 1/64 in [-1, 1], which are also exact as half.
    const std::size_t step = formatBytes(format);
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        const int number = static_cast<int>(random() % 129) - 64;
        const float value = static_cast<float>(number) / 64;
        if (step == 4) {
            std::memcpy(&bytes[at], &value, 4);
            continue;
        }
        std::uint16_t half = number < 0 ? 0x8000 : 0;
        if (number != 0) {
            const int exponent = std::ilogb(value);
            const double fraction = std::scalbn(std::fabs(static_cast<double>(value)), -exponent);
            half |= static_cast<std::uint16_t>((exponent + 15) << 10 |
                                               static_cast<int>((fraction - 1) * 1024));
        }
        std::memcpy(&bytes[at], &half, 2);
    }
    return bytes;
}

std::vector<Color> TextureCase::texels(const std::vector<std::byte>& bytes) const {
    const std::size_t step = formatBytes(format);
    std::vector<Color> colors(bytes.size() / step / channels);
    for (std::size_t t = 0; t < colors.size(); ++t) {
        colors[t] = {0, 0, 0, 1};
        for (std::size_t c = 0; c < channels; ++c)
            colors[t][c] = channelValue(*this, &bytes[(t * channels + c) * step], c < 3);
    }
    return colors;
}

ReferenceTexture TextureCase::reference(const std::vector<std::byte>& bytes) const {
    ReferenceTexture reference;
    reference.dimensions = dimensions;
    reference.size = {size[0], dimensions > 1 ? size[1] : 1, dimensions > 2 ? size[2] : 1};
    reference.layers = std::max(layers, 1);
    reference.texels = texels(bytes);
    for (std::size_t axis = 0; axis < 3; ++axis)
        reference.address[axis] = addressOf(texture.addressMode[axis]);
    reference.linear = texture.filterMode == CU_TR_FILTER_MODE_LINEAR;
    reference.normalized = (texture.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    reference.border = {0, 0, 0, 1};
    for (std::size_t c = 0; c < channels; ++c)
        reference.border[c] =
            readsIntegers()
                ? static_cast<double>(std::bit_cast<std::int32_t>(texture.borderColor[c]))
                : static_cast<double>(texture.borderColor[c]);
    return reference;
}

TextureUnderTest::TextureUnderTest(const Gpu& gpu, const TextureCase& description,
                                   const std::vector<std::byte>& bytes)
    : m_gpu(gpu)
    , m_array(gpu, description.array()) {
    m_array.upload(bytes);
    CUDA_RESOURCE_DESC resource{};
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = m_array.handle();
    GPU_DO(gpu, cuTexObjectCreate, &m_object, &resource, &description.texture, nullptr);
}

TextureUnderTest::~TextureUnderTest() {
    GPU_FN(m_gpu, cuTexObjectDestroy)(m_object);
}

std::vector<Point> pointsAround(const TextureCase& description, int count, int quarters,
                                unsigned int seed) {
    std::mt19937 random(seed);
    const bool normalized = (description.texture.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    const auto coordinate = [&](std::size_t axis) {
        const int size = description.size[axis];
        // From one and a half textures before to two and a half after the origin.
        const int step =
            static_cast<int>(random() % static_cast<unsigned int>(4 * 256 * size)) - 3 * 128 * size;
        const double texels = 0.5 + step / 256.0 + quarters / 1024.0;
        return static_cast<float>(normalized ? texels / size : texels);
    };
    std::vector<Point> points(static_cast<std::size_t>(count));
    for (Point& point : points) {
        point.x = coordinate(0);
        point.y = description.dimensions > 1 ? coordinate(1) : 0;
        point.z = description.dimensions > 2 ? coordinate(2) : 0;
        point.w = static_cast<float>(
            description.layers ? random() % static_cast<unsigned int>(description.layers) : 0);
    }
    return points;
}

std::string samplerOf(const TextureCase& description) {
    const std::string number = std::to_string(description.dimensions) + "D";
    if (description.layers)
        return "sampleLayered" + number;
    return (description.readsIntegers() ? "sampleInteger" : "sample") + number;
}

} // namespace warpbench::test
