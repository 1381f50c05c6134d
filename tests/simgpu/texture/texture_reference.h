// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <vector>

/// The result of a texture fetch according to the CUDA C Programming Guide (appendix "Texture
/// Fetching"), computed from its formulas without any code of the simulated GPU.
namespace warpbench::test {

using Color = std::array<double, 4>;

enum class Address { wrap, clamp, mirror, border };

struct ReferenceTexture {
    int dimensions = 1;
    std::array<int, 3> size{1, 1, 1}; ///< texels: N, M, L
    int layers = 1;
    std::vector<Color> texels; ///< x fastest, then y, z, layer
    std::array<Address, 3> address{Address::clamp, Address::clamp, Address::clamp};
    bool linear = false;
    bool normalized = false;
    Color border{};

    Color fetch(const std::array<double, 3>& at, int layer = 0) const;

  private:
    /// The texture's element at integer coordinates, each of which may be out of range.
    Color element(const std::array<long, 3>& index, int layer) const;
};

/// A coordinate in texels after applying the address mode: x̂ in the guide.
double addressedCoordinate(double x, int size, Address mode, bool normalized);

/// The face of a cube map and the normalized coordinates on it (section "Cubemap Textures").
struct CubePoint {
    int face = 0;
    double s = 0, t = 0;
};
CubePoint cubePoint(double x, double y, double z);

} // namespace warpbench::test
