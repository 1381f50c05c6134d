// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/texture/format.h"

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

/// What texture and surface objects look at, and how. Plain values, immutable once a kernel can see
/// them.
namespace warpbench::simgpu::engine {

/// One mipmap level: rows of elements, row after row and slice after slice. Sizes are in elements
/// and at least 1.
struct ImageLevel {
    std::uint64_t address = 0;
    std::uint32_t width = 1, height = 1, depth = 1;
    std::uint64_t rowPitch = 0;   ///< bytes
    std::uint64_t slicePitch = 0; ///< bytes, between depth slices, layers or cube faces
};

/// Memory with the geometry that a texture or surface gives it.
struct Image {
    enum class Shape : std::uint8_t {
        linear, ///< a run of elements, read by index
        plane,  ///< rows with a pitch, in linear memory
        array,  ///< a CUDA array
    };
    Shape shape = Shape::array;
    TexelFormat format;
    std::uint8_t dimensions = 1; ///< 1 to 3; of a face for cube maps
    bool layered = false;
    bool cube = false;
    std::uint32_t layers = 1;       ///< slices of a level that are no depth; faces are counted
    std::vector<ImageLevel> levels; ///< largest first, at least one
    /// The CUDA array behind it, to notice that it was destroyed; empty for linear memory.
    std::weak_ptr<const void> owner;
    /// Of linear memory: the allocation that holds it.
    std::uint64_t allocation = 0;
};

enum class AddressMode : std::uint8_t { wrap, clamp, mirror, border };
enum class Filter : std::uint8_t { point, linear };

struct Texture {
    Image image;
    /// What a texel is read as: the image's format, or its normalized form (read mode).
    TexelFormat read;
    std::array<AddressMode, 3> address{AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
    Filter filter = Filter::point;
    Filter mipFilter = Filter::point;
    bool normalizedCoordinates = false;
    bool srgb = false;         ///< red, green and blue of 8-bit unorm texels are sRGB
    bool seamlessCube = false; ///< filters across the faces of a cube
    float levelBias = 0;       ///< added to each level of detail
    float minLevel = 0;        ///< levels of detail are clamped to [minLevel, maxLevel]
    float maxLevel = 0;        ///<
    Texel border{};            ///< outside, where the address mode is border
};

struct Surface {
    Image image;
};

/// Bytes that an instruction reads or writes, by where a GPU keeps them: see placeOfTexel.
struct TexelPlace {
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
};

/// A GPU keeps CUDA arrays of two and more dimensions in tiles of 64 bytes by 8 rows, in which a
/// sector of 32 bytes is 16 bytes of two rows. The simulated one has rows side by side, so the
/// figures of sectors and lines are of other addresses than those of its memory.
/// \param x  in bytes
TexelPlace placeOfTexel(const Image& image, const ImageLevel& level, std::uint64_t slice,
                        std::uint64_t x, std::uint64_t y, std::uint32_t bytes);

/// The objects that kernels of a device may use, by their 64-bit handles.
struct TextureSet {
    std::unordered_map<std::uint64_t, std::shared_ptr<const Texture>> textures;
    std::unordered_map<std::uint64_t, std::shared_ptr<const Surface>> surfaces;
};

} // namespace warpbench::simgpu::engine
