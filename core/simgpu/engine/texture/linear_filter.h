// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/texture/format.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

/// A linear filter as an H200 computes it: weights in 256ths, and sums with the places of the
/// texels' format.
namespace warpbench::simgpu::engine {

inline constexpr std::uint32_t kWholeWeight = 256;

/// The two texels that a filter blends along an axis.
struct FilterSpan {
    std::int64_t first = 0;  ///< the other is first + 1
    std::uint32_t share = 0; ///< of the other, below kWholeWeight
};
/// \param position  in texels; the nearest 256th counts
FilterSpan filterSpan(double position);
/// A position outside is that of the outermost texel.
FilterSpan clamped(const FilterSpan& span, std::uint32_t size);

/// The two levels of detail that a filter blends.
struct LevelSpan {
    std::uint32_t first = 0;
    std::uint32_t share = 0;
};
LevelSpan levelSpan(float level);

/// The weights of the texels around a point: bit n of an index is set for the second one along axis
/// n. Their sum is `weight`.
using CornerWeights = std::array<std::uint32_t, 8>;
CornerWeights cornerWeights(const std::array<FilterSpan, 3>& spans, std::uint32_t dimensions,
                            std::uint32_t weight);

/// Texels and their weights, which are kWholeWeight together.
class WeightedTexels {
  public:
    /// \param plane  below kMostPlanes: texels of the same level and depth are added first
    void add(const Texel& texel, std::uint32_t weight, std::uint32_t plane) {
        m_entries[m_count++] = {texel, weight, plane};
    }
    /// \param srgb  the texels were decoded with the sRGB curve
    Texel sum(const TexelFormat& format, bool srgb) const;

    static constexpr std::uint32_t kMostPlanes = 4; ///< two levels of two depths

  private:
    struct Entry {
        Texel texel{};
        std::uint32_t weight = 0;
        std::uint32_t plane = 0;
    };
    std::array<Entry, 4 * kMostPlanes> m_entries;
    std::size_t m_count = 0;

    std::span<const Entry> entries() const { return {m_entries.data(), m_count}; }
    float sumOfNumbers(std::size_t channel, int places) const;
    float sumOfAny(std::size_t channel) const;
    float sumOfFractions(std::size_t channel, bool isSigned) const;
};

} // namespace warpbench::simgpu::engine
