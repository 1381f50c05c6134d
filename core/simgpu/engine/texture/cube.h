// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

/// Cube maps: faces +x, -x, +y, -y, +z, -z (CUDA C Programming Guide, "Cubemap Textures").
namespace warpbench::simgpu::engine {

struct FacePoint {
    std::uint32_t face = 0;
    float s = 0, t = 0; ///< [0, 1] on the face
};

/// The point in a direction. If axes are equally long, x takes precedence over y and y over z.
FacePoint facePoint(float x, float y, float z);

/// The change in texels per pixel for two direction differences, along s and t on the face of (x,
/// y, z), for a face with one texel.
/// \param d  the difference of the direction
std::array<float, 2> faceGradient(const std::array<float, 3>& direction,
                                  const std::array<float, 3>& d);

/// A texel next to the edge of a face, as seen from that face.
struct FaceTexel {
    std::uint32_t face = 0;
    std::int64_t i = 0, j = 0;
};
/// The texel across an edge: exactly one of i and j is -1 or `size`.
FaceTexel acrossEdge(std::uint32_t face, std::int64_t i, std::int64_t j, std::uint32_t size);

} // namespace warpbench::simgpu::engine
