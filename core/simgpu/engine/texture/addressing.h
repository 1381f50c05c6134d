// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/texture/texture.h"

#include <cstdint>

/// From coordinates to texels, along one axis (CUDA C Programming Guide, "Texture Fetching").
namespace warpbench::simgpu::engine {

inline constexpr std::int64_t kBorderIndex = -1;

/// Where a coordinate is in units of texels, before any filter. Coordinates that repeat are
/// brought into their first period, so that large ones lose nothing.
/// \param size  texels along the axis
double texelPosition(float coordinate, std::uint32_t size, AddressMode mode, bool normalized);

/// The texel that an index means: within [0, size), or kBorderIndex.
std::int64_t addressed(std::int64_t index, std::uint32_t size, AddressMode mode);

/// The two texels that a linear filter mixes, and the second one's share: 9 bits, 8 of them behind
/// the point.
struct FilterSpan {
    std::int64_t first = 0; ///< the other one is first + 1
    float share = 0;        ///< of the other one, in steps of 1/256
};
FilterSpan filterSpan(double position);

/// The texel that holds a position. Positions that no texture can reach stay out of reach.
std::int64_t nearestTexel(double position);

/// wrap and mirror exist for normalized coordinates only; clamp takes their place elsewhere.
AddressMode effectiveMode(AddressMode mode, bool normalized);

} // namespace warpbench::simgpu::engine
