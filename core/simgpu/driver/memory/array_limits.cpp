// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/memory/array_limits.h"

#include "core/simgpu/driver/device.h"

#include <array>
#include <cstddef>

namespace warpbench::simgpu::driver {

namespace {

constexpr int kNone = 0; ///< the extent must be 0
#define MAX(what) CU_DEVICE_ATTRIBUTE_MAXIMUM_##what

/// Attributes that limit width, height and depth.
using Limits = std::array<int, 3>;

struct ShapeLimits {
    Limits texture, surface;
};

constexpr ShapeLimits kLine{{MAX(TEXTURE1D_WIDTH), kNone, kNone},
                            {MAX(SURFACE1D_WIDTH), kNone, kNone}};
constexpr ShapeLimits kPlane{{MAX(TEXTURE2D_WIDTH), MAX(TEXTURE2D_HEIGHT), kNone},
                             {MAX(SURFACE2D_WIDTH), MAX(SURFACE2D_HEIGHT), kNone}};
constexpr ShapeLimits kVolume{{MAX(TEXTURE3D_WIDTH), MAX(TEXTURE3D_HEIGHT), MAX(TEXTURE3D_DEPTH)},
                              {MAX(SURFACE3D_WIDTH), MAX(SURFACE3D_HEIGHT), MAX(SURFACE3D_DEPTH)}};
constexpr ShapeLimits kLayeredLine{
    {MAX(TEXTURE1D_LAYERED_WIDTH), kNone, MAX(TEXTURE1D_LAYERED_LAYERS)},
    {MAX(SURFACE1D_LAYERED_WIDTH), kNone, MAX(SURFACE1D_LAYERED_LAYERS)}};
constexpr ShapeLimits kLayeredPlane{
    {MAX(TEXTURE2D_LAYERED_WIDTH), MAX(TEXTURE2D_LAYERED_HEIGHT), MAX(TEXTURE2D_LAYERED_LAYERS)},
    {MAX(SURFACE2D_LAYERED_WIDTH), MAX(SURFACE2D_LAYERED_HEIGHT), MAX(SURFACE2D_LAYERED_LAYERS)}};
constexpr ShapeLimits kLayeredCube{
    {MAX(TEXTURECUBEMAP_LAYERED_WIDTH), MAX(TEXTURECUBEMAP_LAYERED_WIDTH),
     MAX(TEXTURECUBEMAP_LAYERED_LAYERS)},
    {MAX(SURFACECUBEMAP_LAYERED_WIDTH), MAX(SURFACECUBEMAP_LAYERED_WIDTH),
     MAX(SURFACECUBEMAP_LAYERED_LAYERS)}};
constexpr ShapeLimits kCube{
    {MAX(TEXTURECUBEMAP_WIDTH), MAX(TEXTURECUBEMAP_WIDTH), MAX(TEXTURECUBEMAP_LAYERED_LAYERS)},
    {MAX(SURFACECUBEMAP_WIDTH), MAX(SURFACECUBEMAP_WIDTH), MAX(SURFACECUBEMAP_LAYERED_LAYERS)}};
constexpr Limits kWideVolume{MAX(TEXTURE3D_WIDTH_ALTERNATE), MAX(TEXTURE3D_HEIGHT_ALTERNATE),
                             MAX(TEXTURE3D_DEPTH_ALTERNATE)};
constexpr Limits kGather{MAX(TEXTURE2D_GATHER_WIDTH), MAX(TEXTURE2D_GATHER_HEIGHT), kNone};
#undef MAX

bool fits(const Device& device, const Limits& limits, const CUDA_ARRAY3D_DESCRIPTOR& array) {
    const std::array<std::size_t, 3> extents{array.Width, array.Height, array.Depth};
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
        const std::size_t most =
            limits[axis] == kNone ? 0 : static_cast<std::size_t>(device.attribute(limits[axis]));
        if (extents[axis] > most || (most != 0 && extents[axis] == 0))
            return false;
    }
    return true;
}

const ShapeLimits& kindOf(const CUDA_ARRAY3D_DESCRIPTOR& array) {
    const bool layered = (array.Flags & CUDA_ARRAY3D_LAYERED) != 0;
    if (array.Flags & CUDA_ARRAY3D_CUBEMAP) {
        require(array.Width == array.Height && array.Depth % 6 == 0);
        require(layered || array.Depth == 6);
        return layered ? kLayeredCube : kCube;
    }
    if (layered)
        return array.Height == 0 ? kLayeredLine : kLayeredPlane;
    if (array.Depth != 0)
        return kVolume;
    return array.Height == 0 ? kLine : kPlane;
}

} // namespace

void requireArrayExtents(const Device& device, const CUDA_ARRAY3D_DESCRIPTOR& descriptor) {
    const ShapeLimits& kind = kindOf(descriptor);
    require(fits(device, kind.texture, descriptor) ||
            (&kind == &kVolume && fits(device, kWideVolume, descriptor)));
    if (descriptor.Flags & CUDA_ARRAY3D_SURFACE_LDST)
        require(fits(device, kind.surface, descriptor));
    if (descriptor.Flags & CUDA_ARRAY3D_TEXTURE_GATHER)
        require(&kind == &kPlane && fits(device, kGather, descriptor));
}

} // namespace warpbench::simgpu::driver
