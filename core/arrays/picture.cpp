// SPDX-License-Identifier: GPL-3.0-or-later
// The format: "Portable Network Graphics (PNG) Specification (Third Edition)", W3C.
#include "core/arrays/picture.h"

#include "core/arrays/element.h"
#include "core/base/error.h"

#include <zlib.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <string_view>

namespace warpbench::arrays {

namespace {

constexpr std::int64_t kMostPixels = 64'000'000;

void appendNumber(std::string& text, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
        text += static_cast<char>(value >> shift & 0xFF);
    }
}

void appendChunk(std::string& file, std::string_view type, std::string_view data) {
    appendNumber(file, std::uint32_t(data.size()));
    std::string whole(type);
    whole += data;
    file += whole;
    appendNumber(file, std::uint32_t(crc32(0, reinterpret_cast<const Bytef*>(whole.data()),
                                           uInt(whole.size()))));
}

/// Encodes rows of red, green and blue, each preceded by its filter number, 0.
std::string png(std::uint32_t width, std::uint32_t height, const std::string& rows) {
    uLongf size = compressBound(uLong(rows.size()));
    std::string packed(size, '\0');
    if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                  reinterpret_cast<const Bytef*>(rows.data()), uLong(rows.size()),
                  Z_DEFAULT_COMPRESSION) != Z_OK) {
        throw Error(ErrorKind::internal, {"WB1278", "the picture could not be compressed"});
    }
    packed.resize(size);
    std::string file = "\x89PNG\r\n\x1A\n";
    std::string head;
    appendNumber(head, width);
    appendNumber(head, height);
    head += {8, 2, 0, 0, 0}; // bits, colours, and the only methods that there are
    appendChunk(file, "IHDR", head);
    appendChunk(file, "IDAT", packed);
    appendChunk(file, "IEND", {});
    return file;
}

void appendNumbers(std::string& rows, const HostArray& array, std::int64_t row, double low,
                   double high) {
    const Scalar scalar = array.dtype().scalar();
    const std::int64_t width = array.shape()[1];
    for (std::int64_t x = 0; x < width; ++x) {
        const double value = readDouble(
            scalar, array.bytes().data() + std::size_t(row * width + x) * array.dtype().size());
        const Rgb color = std::isnan(value)
                              ? kNanColor
                              : scaleColor(high > low ? (value - low) / (high - low) : 0);
        rows.append(color.begin(), color.end());
    }
}

/// The least and the greatest finite value.
std::pair<double, double> endsOf(const HostArray& array) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (std::int64_t i = 0; i < array.elements(); ++i) {
        const double value = readDouble(
            array.dtype().scalar(), array.bytes().data() + std::size_t(i) * array.dtype().size());
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    return {low, high};
}

/// Evenly spaced colours of a map.
std::span<const Rgb> stopsOf(ColorMap map) {
    static constexpr std::array<Rgb, 6> kViridis{{{0x1b, 0x10, 0x44},
                                                  {0x3d, 0x42, 0x8c},
                                                  {0x24, 0x74, 0x8c},
                                                  {0x22, 0xa3, 0x7f},
                                                  {0x8c, 0xcb, 0x52},
                                                  {0xfb, 0xe7, 0x35}}};
    static constexpr std::array<Rgb, 2> kGray{{{0x00, 0x00, 0x00}, {0xff, 0xff, 0xff}}};
    static constexpr std::array<Rgb, 5> kDiverging{{{0x1c, 0x3f, 0x95},
                                                    {0x7f, 0xa8, 0xd9},
                                                    {0xf2, 0xf2, 0xf0},
                                                    {0xe5, 0x93, 0x6e},
                                                    {0x9b, 0x16, 0x2c}}};
    switch (map) {
    case ColorMap::viridis:
        return kViridis;
    case ColorMap::gray:
        return kGray;
    case ColorMap::diverging:
        return kDiverging;
    }
    return kViridis;
}

} // namespace

Rgb scaleColor(double t, ColorMap map) {
    const std::span<const Rgb> stops = stopsOf(map);
    const double at = std::clamp(t, 0.0, 1.0) * double(stops.size() - 1);
    const std::size_t i = std::min(std::size_t(at), stops.size() - 2);
    Rgb color{};
    for (std::size_t c = 0; c < color.size(); ++c) {
        const double from = stops[i][c];
        color[c] = std::uint8_t(std::lround(from + (stops[i + 1][c] - from) * (at - double(i))));
    }
    return color;
}

int colorChannel(Scalar scalar, const std::byte* from) {
    if (scalar == Scalar::uint8) // most pictures, some of them thirty times a second
        return std::to_integer<int>(*from);
    const double value = readDouble(scalar, from);
    if (isFloating(scalar)) {
        return std::isnan(value) ? 0 : int(std::lround(std::clamp(value, 0.0, 1.0) * 255));
    }
    const double most = std::ldexp(1.0, 8 * int(sizeOf(scalar))) - 1;
    return int(std::lround(std::clamp(value / most, 0.0, 1.0) * 255));
}

bool isPicture(const DType& dtype, std::span<const std::int64_t> shape) {
    std::int64_t elements = 1;
    for (const std::int64_t extent : shape) {
        if (extent < 1 || extent > kMostPixels / elements) {
            return false;
        }
        elements *= extent;
    }
    if (dtype.kind() == DType::Kind::structure || isComplex(dtype.scalar())) {
        return false;
    }
    const bool scalar = dtype.kind() == DType::Kind::scalar;
    if (shape.size() == 2) {
        return scalar || dtype.lanes() >= 3;
    }
    return shape.size() == 3 && scalar &&
           (dtype.scalar() == Scalar::uint8 || isFloating(dtype.scalar())) &&
           (shape[2] == 3 || shape[2] == 4);
}

std::string pngOf(const HostArray& array) {
    assert(isPicture(array.dtype(), array.shape()));
    const Scalar scalar = array.dtype().scalar();
    const std::int64_t height = array.shape()[0];
    const std::int64_t width = array.shape()[1];
    const bool numbers = array.shape().size() == 2 && array.dtype().kind() == DType::Kind::scalar;
    const std::size_t pixel =
        array.dtype().size() * std::size_t(array.shape().size() == 3 ? array.shape()[2] : 1);
    const auto [low, high] = numbers ? endsOf(array) : std::pair(0.0, 0.0);
    std::string rows;
    rows.reserve(std::size_t(height) * (3 * std::size_t(width) + 1));
    for (std::int64_t y = 0; y < height; ++y) {
        rows += '\0';
        if (numbers) {
            appendNumbers(rows, array, y, low, high);
            continue;
        }
        for (std::int64_t x = 0; x < width; ++x) {
            const std::byte* at = array.bytes().data() + std::size_t(y * width + x) * pixel;
            for (std::size_t c = 0; c < 3; ++c) {
                rows += static_cast<char>(colorChannel(scalar, at + c * sizeOf(scalar)));
            }
        }
    }
    return png(std::uint32_t(width), std::uint32_t(height), rows);
}

} // namespace warpbench::arrays
