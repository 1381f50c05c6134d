// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

/// Decoded operands of texture and surface instructions: rows, as throughout Code.
namespace warpbench::simgpu::engine {

/// The image layout that an instruction expects.
struct ImageGeometry {
    std::uint8_t dimensions = 1; ///< coordinates besides the layer; 3 for cube maps, a direction
    bool layered = false;
    bool cube = false;
};

enum class LevelMode : std::uint8_t { base, level, gradients };
enum class ResultType : std::uint8_t { bits, half, packedHalf };

/// tex and tld4.
struct SampleOperands {
    ImageGeometry geometry;
    bool gathers = false;
    std::uint8_t channel = 0; ///< read by tld4
    bool integerCoordinates = false;
    LevelMode levelMode = LevelMode::base;
    ResultType result = ResultType::bits;
    std::uint16_t object = 0; ///< 64-bit row of the handle
    std::uint16_t layer = 0;  ///< row, if layered
    std::uint16_t level = 0;  ///< row, if levelMode requires it
    std::array<std::uint16_t, 3> coordinates{};
    std::array<std::uint16_t, 3> dx{}, dy{}; ///< rows of the gradients
    std::array<std::uint16_t, 3> offsets{};  ///< rows, if hasOffsets
    bool hasOffsets = false;
    std::uint16_t resident = 0xffff;    ///< predicate; kNoRow: not requested
    std::vector<std::uint16_t> results; ///< rows: 4, or 2 of packed halves
};

enum class OutsideRule : std::uint8_t { trap, clamp, zero };
enum class SurfaceAction : std::uint8_t { load, store, storeFormatted, reduce };
enum class SurfaceReduction : std::uint8_t { add, min, max, bitAnd, bitOr };

/// suld, sust and sured.
struct SurfaceOperands {
    ImageGeometry geometry;
    SurfaceAction action = SurfaceAction::load;
    OutsideRule outside = OutsideRule::trap;
    SurfaceReduction reduction = SurfaceReduction::add;
    bool texelCoordinates = false; ///< x counts elements (.p), not bytes (.b)
    bool isSigned = false;         ///< for a reduction
    std::uint8_t elementBytes = 4; ///< per register
    std::uint16_t object = 0;      ///< 64-bit row of the handle
    std::uint16_t layer = 0;
    std::array<std::uint16_t, 3> coordinates{};
    std::vector<std::uint16_t> values; ///< rows; 64-bit ones for 8-byte elements
};

enum class ImageQuery : std::uint8_t {
    width,
    height,
    depth,
    channelDataType,
    channelOrder,
    normalizedCoordinates,
    arraySize,
    mipmapLevels,
    samples,
    memoryLayout,
    isTexture,
    isSurface,
    isSampler,
};

} // namespace warpbench::simgpu::engine
