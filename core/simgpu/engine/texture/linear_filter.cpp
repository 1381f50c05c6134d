// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/texture/linear_filter.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warpbench::simgpu::engine {

namespace {

constexpr int kWeightBits = 8;
/// Digits of smaller texels that are kept below the last place of the largest one.
constexpr int kGuardBits = 4;
/// And of smaller sums of planes, below the last place of the largest one.
constexpr int kPlaneBits = 2;
constexpr int kPlacesOfFloat = 24, kPlacesOfHalf = 11;
constexpr int kLeastOfHalf = -14; ///< exponent of the smallest normal half

/// `weight` times a share, of which the half of a 256th counts as `half`, 127 or 128.
std::uint32_t part(std::uint32_t weight, std::uint32_t share, std::uint32_t half) {
    return (weight * share + half) >> kWeightBits;
}

float channelOf(const Texel& texel, std::size_t channel) {
    return std::bit_cast<float>(texel[channel]);
}

} // namespace

FilterSpan filterSpan(double position) {
    // Texel centres are at halves.
    const auto fixed =
        static_cast<std::int64_t>(std::floor((position - 0.5) * double{kWholeWeight} + 0.5));
    return {fixed >> kWeightBits, static_cast<std::uint32_t>(fixed & (kWholeWeight - 1))};
}

FilterSpan clamped(const FilterSpan& span, std::uint32_t size) {
    const std::int64_t last = std::int64_t{size} - 1;
    if (span.first < 0)
        return {0, 0};
    return span.first >= last ? FilterSpan{last, 0} : span;
}

LevelSpan levelSpan(float level) {
    const auto fixed = static_cast<std::uint32_t>(level * float{kWholeWeight});
    return {fixed >> kWeightBits, fixed & (kWholeWeight - 1)};
}

CornerWeights cornerWeights(const std::array<FilterSpan, 3>& spans, std::uint32_t dimensions,
                            std::uint32_t weight) {
    // Divided along z, x and y, each time in integers. Which way a half goes was seen on an H200.
    CornerWeights weights{};
    const std::uint32_t behind = dimensions > 2 ? part(weight, spans[2].share, 127) : 0;
    for (std::uint32_t z = 0; z < 2; ++z) {
        const std::uint32_t slice = z != 0 ? behind : weight - behind;
        const std::uint32_t right = part(slice, spans[0].share, 128), left = slice - right;
        const std::uint32_t share = dimensions > 1 ? spans[1].share : 0;
        const std::uint32_t lowerRight = part(right, share, 128);
        const std::uint32_t lowerLeft = part(left, share, 127);
        weights[4 * z] = left - lowerLeft;
        weights[4 * z + 1] = right - lowerRight;
        weights[4 * z + 2] = lowerLeft;
        weights[4 * z + 3] = lowerRight;
    }
    return weights;
}

/// The texels of a plane are cut off at the same place, the sums of planes a little below it; the
/// whole is rounded once, halves away from zero.
float WeightedTexels::sumOfNumbers(std::size_t channel, int places) const {
    constexpr std::uint32_t kFraction = 0x7fffff, kImplicitBit = 0x800000, kSpecial = 255;
    constexpr int kBias = 127 + 23; // of an f32's last place
    const int least = places == kPlacesOfHalf ? kLeastOfHalf + 127 : 1;
    const int dropped = kPlacesOfFloat - places - kGuardBits; // below the last guard bit
    const auto exponentOf = [&](const Entry& entry) {
        return std::max(static_cast<int>(entry.texel[channel] >> 23 & kSpecial), 1);
    };
    const auto fractionOf = [&](const Entry& entry) {
        const std::uint32_t bits = entry.texel[channel];
        const bool isNormal = (bits >> 23 & kSpecial) != 0;
        return std::int64_t{(bits & kFraction) | (isNormal ? kImplicitBit : 0)};
    };
    std::array<int, kMostPlanes> largest{};
    largest.fill(least);
    for (const Entry& entry : entries()) {
        if (exponentOf(entry) == kSpecial)
            return sumOfAny(channel);
        largest[entry.plane] = std::max(largest[entry.plane], exponentOf(entry));
    }
    std::array<std::int64_t, kMostPlanes> sums{};
    for (const Entry& entry : entries()) {
        const int cut = largest[entry.plane] - exponentOf(entry) + dropped + kGuardBits;
        const std::int64_t magnitude = fractionOf(entry) << kGuardBits >> std::min(cut, 62);
        const bool isNegative = (entry.texel[channel] >> 31) != 0;
        sums[entry.plane] += (isNegative ? -magnitude : magnitude) * std::int64_t{entry.weight};
    }
    const int most = *std::max_element(largest.begin(), largest.end());
    std::int64_t sum = 0;
    for (std::size_t plane = 0; plane < kMostPlanes; ++plane)
        sum += sums[plane] * (1 << kPlaneBits) >> std::min(most - largest[plane], 62);
    std::int64_t magnitude = std::abs(sum);
    const int unit = most - kBias + dropped - kWeightBits - kPlaneBits; // a power of two
    const int lastPlace = least - kBias + kPlacesOfFloat - places;
    const int digits = std::bit_width(static_cast<std::uint64_t>(magnitude));
    const int cut = std::max({digits - places, lastPlace - unit, 0});
    if (cut > 0)
        magnitude = (magnitude + (std::int64_t{1} << (cut - 1))) >> cut;
    const auto result = static_cast<float>(std::ldexp(static_cast<double>(magnitude), unit + cut));
    return sum < 0 ? -result : result;
}

/// With infinities or NaNs.
float WeightedTexels::sumOfAny(std::size_t channel) const {
    float sum = 0;
    for (const Entry& entry : entries())
        sum += channelOf(entry.texel, channel) * static_cast<float>(entry.weight);
    return sum;
}

/// In 16 bits, whatever the format has.
float WeightedTexels::sumOfFractions(std::size_t channel, bool isSigned) const {
    const double scale = isSigned ? 32767 : 65535;
    std::int64_t sum = 0;
    for (const Entry& entry : entries())
        sum += std::lrint(channelOf(entry.texel, channel) * scale) * std::int64_t{entry.weight};
    return static_cast<float>(static_cast<double>((sum + 128) >> kWeightBits) / scale);
}

Texel WeightedTexels::sum(const TexelFormat& format, bool srgb) const {
    using Kind = TexelFormat::Kind;
    const bool isFraction = format.kind == Kind::unorm || format.kind == Kind::snorm;
    const bool isHalf = srgb || format.bits == 16;
    Texel result = m_entries[0].texel; // missing channels are the same in all
    for (std::size_t c = 0; c < format.channels; ++c) {
        const float value = isFraction && !srgb
                                ? sumOfFractions(c, format.kind == Kind::snorm)
                                : sumOfNumbers(c, isHalf ? kPlacesOfHalf : kPlacesOfFloat);
        result[c] = std::bit_cast<std::uint32_t>(value);
    }
    return result;
}

} // namespace warpbench::simgpu::engine
