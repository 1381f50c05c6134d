// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/texture/cube.h"

#include <algorithm>
#include <cmath>

namespace warpbench::simgpu::engine {

namespace {

/// The directions of a face's s and t in space: axis numbers and signs. m is the axis perpendicular
/// to the face.
struct FaceAxes {
    std::uint8_t m, s, t;
    float mSign, sSign, tSign;
};
constexpr std::array<FaceAxes, 6> kCubeFaces{{
    {0, 2, 1, 1, -1, -1},
    {0, 2, 1, -1, 1, -1},
    {1, 0, 2, 1, 1, 1},
    {1, 0, 2, -1, 1, -1},
    {2, 0, 1, 1, 1, -1},
    {2, 0, 1, -1, -1, -1},
}};

std::uint32_t faceOf(const std::array<float, 3>& v) {
    const float x = std::fabs(v[0]), y = std::fabs(v[1]), z = std::fabs(v[2]);
    if (x >= y && x >= z)
        return v[0] < 0 ? 1 : 0;
    if (y >= z)
        return v[1] < 0 ? 3 : 2;
    return v[2] < 0 ? 5 : 4;
}

} // namespace

FacePoint facePoint(float x, float y, float z) {
    const std::array<float, 3> v{x, y, z};
    FacePoint point;
    point.face = faceOf(v);
    const FaceAxes& axes = kCubeFaces[point.face];
    const float m = std::fabs(v[axes.m]);
    if (m == 0 || m != m)
        return {0, 0.5f, 0.5f}; // no direction at all
    point.s = (axes.sSign * v[axes.s] / m + 1) / 2;
    point.t = (axes.tSign * v[axes.t] / m + 1) / 2;
    return point;
}

std::array<float, 2> faceGradient(const std::array<float, 3>& direction,
                                  const std::array<float, 3>& d) {
    const FaceAxes& axes = kCubeFaces[faceOf(direction)];
    const float m = std::fabs(direction[axes.m]);
    const float dm = axes.mSign * d[axes.m];
    if (m == 0)
        return {0, 0};
    // The quotient rule on s / m and t / m; a face is two units wide.
    const auto slope = [&](std::uint8_t axis) {
        return (d[axis] * m - direction[axis] * dm) / (2 * m * m);
    };
    return {slope(axes.s), slope(axes.t)};
}

FaceTexel acrossEdge(std::uint32_t face, std::int64_t i, std::int64_t j, std::uint32_t size) {
    const FaceAxes& axes = kCubeFaces[face];
    const auto centre = [&](std::int64_t index) {
        return (2 * static_cast<float>(index) + 1) / static_cast<float>(size) - 1;
    };
    // The texel's centre, on the plane of this face: its direction meets the neighbour.
    std::array<float, 3> v{};
    v[axes.m] = axes.mSign;
    v[axes.s] = axes.sSign * centre(i);
    v[axes.t] = axes.tSign * centre(j);
    const FacePoint point = facePoint(v[0], v[1], v[2]);
    const auto texel = [&](float coordinate) {
        return std::clamp<std::int64_t>(
            static_cast<std::int64_t>(std::floor(coordinate * static_cast<float>(size))), 0,
            static_cast<std::int64_t>(size) - 1);
    };
    return {point.face, texel(point.s), texel(point.t)};
}

} // namespace warpbench::simgpu::engine
