// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/texture/texture.h"

#include <cstdint>

/// Converts coordinates to texels along one axis (CUDA C Programming Guide, "Texture Fetching").
namespace warpbench::simgpu::engine {

inline constexpr std::int64_t kBorderIndex = -1;

/// A coordinate in units of texels, before filtering. Repeating coordinates are reduced to the
/// first period, so that large ones lose no precision.
/// \param size  texels along the axis
double texelPosition(float coordinate, std::uint32_t size, AddressMode mode, bool normalized);

/// The texel for an index after addressing: within [0, size), or kBorderIndex.
std::int64_t addressed(std::int64_t index, std::uint32_t size, AddressMode mode);

/// The texel at a position. Positions outside any possible texture stay outside.
std::int64_t nearestTexel(double position);

/// wrap and mirror only exist for normalized coordinates; otherwise clamp is used.
AddressMode effectiveMode(AddressMode mode, bool normalized);

} // namespace warpbench::simgpu::engine
