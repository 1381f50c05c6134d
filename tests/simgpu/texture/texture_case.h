// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simgpu/texture/gpu_under_test.h"
#include "tests/simgpu/texture/texture_reference.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// A texture with one description for any driver and for the reference.
namespace warpbench::test {

struct TextureCase {
    int dimensions = 2;
    std::array<int, 3> size{8, 8, 1}; ///< texels
    int layers = 0;                   ///< 0: not layered
    CUarray_format format = CU_AD_FORMAT_FLOAT;
    unsigned int channels = 4;
    CUDA_TEXTURE_DESC texture{};
    unsigned int arrayFlags = 0; ///< besides CUDA_ARRAY3D_LAYERED

    CUDA_ARRAY3D_DESCRIPTOR array() const;
    std::vector<std::byte> randomBytes(unsigned int seed) const;
    /// The texels after the read mode; integers are unchanged.
    std::vector<Color> texels(const std::vector<std::byte>& bytes) const;
    ReferenceTexture reference(const std::vector<std::byte>& bytes) const;
    bool readsIntegers() const;
    /// The largest difference between two texels: the unit of errors.
    double range() const;
    /// How far a GPU's result may be from ReferenceTexture's: the products of its filter's weights
    /// are rounded to 256ths.
    double tolerance() const;
    /// Any numbers of the format, for filters.
    std::vector<std::byte> anyBytes(unsigned int seed, bool isPositive) const;
};

/// A texture object with its own array.
class TextureUnderTest {
  public:
    TextureUnderTest(const Gpu& gpu, const TextureCase& description,
                     const std::vector<std::byte>& bytes);
    ~TextureUnderTest();
    TextureUnderTest(const TextureUnderTest&) = delete;
    TextureUnderTest& operator=(const TextureUnderTest&) = delete;
    CUtexObject object() const { return m_object; }

  private:
    const Gpu& m_gpu;
    ArrayUnderTest m_array;
    CUtexObject m_object = 0;
};

struct Point {
    float x = 0, y = 0, z = 0, w = 0;
};
/// Runs a kernel of texture_kernels.cu that takes a texture, points and results.
template <class Result>
std::vector<Result> fetchAll(const Gpu& gpu, const char* kernel, CUtexObject texture,
                             const std::vector<Point>& points) {
    const Memory<Point> at(gpu, points);
    const Memory<Result> out(gpu, std::vector<Result>(points.size()));
    CUdeviceptr atAddress = at.address(), outAddress = out.address();
    int count = static_cast<int>(points.size());
    gpu.check(gpu.run(kernel, static_cast<unsigned int>(points.size() + 63) / 64, {64, 1, 1},
                      {&texture, &atAddress, &outAddress, &count}),
              kernel);
    return out.values();
}

using Float4 = std::array<float, 4>;
using Int4 = std::array<std::int32_t, 4>;

/// Points around and beyond a texture, `quarters` quarters of 1/256 of a texel above a multiple of
/// 1/256: 1 avoids all rounding, 0 is exact in the GPU's fixed-point format.
std::vector<Point> pointsAround(const TextureCase& description, int count, int quarters,
                                unsigned int seed);
/// The kernel of texture_kernels.cu that samples such a texture.
std::string samplerOf(const TextureCase& description);

float halfToFloat(std::uint16_t half);

} // namespace warpbench::test
