// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/texture/format.h"

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

/// The images of texture and surface objects, and how they are accessed. Plain values, immutable
/// once visible to a kernel.
namespace warpbench::simgpu::engine {

/// One mipmap level: rows of elements, row by row and slice by slice. Sizes are in elements and at
/// least 1.
struct ImageLevel {
    std::uint64_t address = 0;
    std::uint32_t width = 1, height = 1, depth = 1;
    std::uint64_t rowPitch = 0;   ///< bytes
    std::uint64_t slicePitch = 0; ///< bytes, between depth slices, layers or cube faces
};

/// Memory with the geometry of a texture or surface.
struct Image {
    enum class Shape : std::uint8_t {
        linear, ///< consecutive elements, accessed by index
        plane,  ///< rows with a pitch, in linear memory
        array,  ///< a CUDA array
    };
    Shape shape = Shape::array;
    TexelFormat format;
    std::uint8_t dimensions = 1; ///< 1 to 3; for cube maps, of a face
    bool layered = false;
    bool cube = false;
    std::uint32_t layers = 1;       ///< slices of a level other than depth, including cube faces
    std::vector<ImageLevel> levels; ///< largest first, at least one
    /// The CUDA array behind it, to detect its destruction; empty for linear memory.
    std::weak_ptr<const void> owner;
    /// For linear memory: the allocation that contains it.
    std::uint64_t allocation = 0;
};

enum class AddressMode : std::uint8_t { wrap, clamp, mirror, border };
enum class Filter : std::uint8_t { point, linear };

struct Texture {
    Image image;
    /// The format for reading texels: the image's, or its normalized form (read mode).
    TexelFormat read;
    std::array<AddressMode, 3> address{AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
    Filter filter = Filter::point;
    Filter mipFilter = Filter::point;
    bool normalizedCoordinates = false;
    bool srgb = false;         ///< decode 8-bit unorm red, green and blue as sRGB
    bool seamlessCube = false; ///< filters across the faces of a cube
    float levelBias = 0;       ///< added to every level of detail
    float minLevel = 0;        ///< levels of detail are clamped to [minLevel, maxLevel]
    float maxLevel = 0;        ///<
    Texel border{};            ///< texel outside the image, if the address mode is border
};

struct Surface {
    Image image;
};

/// Bytes that an instruction accesses, at a GPU's location for them: see placeOfTexel.
struct TexelPlace {
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
};

/// A GPU stores CUDA arrays of two or more dimensions in tiles of 64 bytes by 8 rows, in which a
/// 32-byte sector covers 16 bytes of two rows. The simulator stores row by row, so sector and line
/// counts use other addresses than its memory.
/// \param x  in bytes
TexelPlace placeOfTexel(const Image& image, const ImageLevel& level, std::uint64_t slice,
                        std::uint64_t x, std::uint64_t y, std::uint32_t bytes);

/// The objects available to a device's kernels, by 64-bit handle.
struct TextureSet {
    std::unordered_map<std::uint64_t, std::shared_ptr<const Texture>> textures;
    std::unordered_map<std::uint64_t, std::shared_ptr<const Surface>> surfaces;
};

} // namespace warpbench::simgpu::engine
