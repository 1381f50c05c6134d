// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/texture/sampler.h"

#include "core/simgpu/engine/memory/device_memory.h"
#include "core/simgpu/engine/texture/addressing.h"
#include "core/simgpu/engine/texture/cube.h"
#include "core/simgpu/engine/texture/linear_filter.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint64_t kFaces = 6;

/// One mipmap level, and the slice of it that the thread looks at.
struct Plane {
    std::uint32_t level = 0;
    std::uint64_t slice = 0; ///< layer, or layer * 6 + face
    std::uint32_t face = 0;
};

std::uint32_t sizeAlong(const ImageLevel& level, std::size_t axis) {
    return axis == 0 ? level.width : axis == 1 ? level.height : level.depth;
}

bool isSeamless(const Texture& texture) {
    return texture.image.cube && texture.seamlessCube;
}

AddressMode modeOf(const Texture& texture, std::size_t axis) {
    if (isSeamless(texture))
        return AddressMode::clamp;
    return effectiveMode(texture.address[axis], texture.normalizedCoordinates);
}

Texel average(const std::array<Texel, 3>& texels) {
    Texel mean{};
    for (std::size_t c = 0; c < mean.size(); ++c) {
        float sum = 0;
        for (const Texel& texel : texels)
            sum += std::bit_cast<float>(texel[c]);
        mean[c] = std::bit_cast<std::uint32_t>(sum / 3);
    }
    return mean;
}

/// A texel of a cube's face, or of the adjacent face. Where three faces meet, the fourth texel does
/// not exist and the average of the three is used.
Texel seamlessTexel(TexelReader& reader, const Plane& plane, std::int64_t i, std::int64_t j) {
    const std::uint32_t size = reader.texture().image.levels[plane.level].width;
    const auto n = static_cast<std::int64_t>(size);
    const bool insideI = i >= 0 && i < n, insideJ = j >= 0 && j < n;
    const auto at = [&](const FaceTexel& texel) {
        return reader.read(plane.level, plane.slice - plane.face + texel.face,
                           static_cast<std::uint64_t>(texel.i), static_cast<std::uint64_t>(texel.j),
                           0);
    };
    if (insideI && insideJ)
        return at({plane.face, i, j});
    if (insideI || insideJ)
        return at(acrossEdge(plane.face, i, j, size));
    const std::int64_t innerI = std::clamp<std::int64_t>(i, 0, n - 1);
    const std::int64_t innerJ = std::clamp<std::int64_t>(j, 0, n - 1);
    return average({at({plane.face, innerI, innerJ}), at(acrossEdge(plane.face, i, innerJ, size)),
                    at(acrossEdge(plane.face, innerI, j, size))});
}

/// The texel that indices mean, after addressing.
Texel texelAt(TexelReader& reader, const Plane& plane, const std::array<std::int64_t, 3>& index) {
    const Texture& texture = reader.texture();
    const ImageLevel& level = texture.image.levels[plane.level];
    if (isSeamless(texture) && texture.filter == Filter::linear)
        return seamlessTexel(reader, plane, index[0], index[1]);
    std::array<std::uint64_t, 3> at{};
    for (std::size_t axis = 0; axis < texture.image.dimensions; ++axis) {
        const std::int64_t inside =
            addressed(index[axis], sizeAlong(level, axis), modeOf(texture, axis));
        if (inside == kBorderIndex)
            return texture.border;
        at[axis] = static_cast<std::uint64_t>(inside);
    }
    return reader.read(plane.level, plane.slice, at[0], at[1], at[2]);
}

/// Linear memory does not support address modes: elements outside are zero.
Texel linearElement(TexelReader& reader, std::int64_t index) {
    const ImageLevel& level = reader.texture().image.levels.front();
    if (index < 0 || index >= level.width)
        return {};
    return reader.read(0, 0, static_cast<std::uint64_t>(index), 0, 0);
}

std::array<double, 3> positionsOn(const Texture& texture, std::uint32_t levelIndex,
                                  const std::array<float, 3>& at) {
    const ImageLevel& level = texture.image.levels[levelIndex];
    std::array<double, 3> positions{};
    for (std::size_t axis = 0; axis < texture.image.dimensions; ++axis)
        positions[axis] = texelPosition(at[axis], sizeAlong(level, axis), modeOf(texture, axis),
                                        texture.normalizedCoordinates || texture.image.cube);
    return positions;
}

/// A thread's point on a texture's faces and layers.
struct Target {
    std::array<float, 3> at{};
    Plane plane;
};

Target targetOf(const Texture& texture, const SamplePoint& point) {
    const Image& image = texture.image;
    Target target;
    target.at = point.at;
    const std::uint64_t step = image.cube ? kFaces : 1;
    const std::uint64_t layers = std::max<std::uint64_t>(image.layers / step, 1);
    target.plane.slice = std::min<std::uint64_t>(point.layer, layers - 1) * step;
    if (image.cube) {
        const FacePoint face = facePoint(point.at[0], point.at[1], point.at[2]);
        target.at = {face.s, face.t, 0};
        target.plane.face = face.face;
        target.plane.slice += face.face;
    }
    return target;
}

Texel nearestOn(TexelReader& reader, const Target& target, const SamplePoint& point) {
    const std::array<double, 3> positions =
        positionsOn(reader.texture(), target.plane.level, target.at);
    std::array<std::int64_t, 3> index{};
    for (std::size_t axis = 0; axis < index.size(); ++axis)
        index[axis] = nearestTexel(positions[axis]) + point.offset[axis];
    return texelAt(reader, target.plane, index);
}

/// Adds the 2, 4 or 8 texels around a point, which share `weight`.
void addTexelsAround(WeightedTexels& texels, TexelReader& reader, const Target& target,
                     const SamplePoint& point, std::uint32_t weight, std::uint32_t plane) {
    const Texture& texture = reader.texture();
    const std::uint32_t dimensions = texture.image.dimensions;
    const ImageLevel& level = texture.image.levels[target.plane.level];
    const std::array<double, 3> positions = positionsOn(texture, target.plane.level, target.at);
    std::array<FilterSpan, 3> spans{};
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
        spans[axis] = filterSpan(positions[axis]);
        spans[axis].first += point.offset[axis];
        if (modeOf(texture, axis) == AddressMode::clamp && !isSeamless(texture))
            spans[axis] = clamped(spans[axis], sizeAlong(level, axis));
    }
    const CornerWeights weights = cornerWeights(spans, dimensions, weight);
    for (std::uint32_t corner = 0; corner < 1u << dimensions; ++corner) {
        std::array<std::int64_t, 3> index{};
        for (std::uint32_t axis = 0; axis < dimensions; ++axis)
            index[axis] = spans[axis].first + (corner >> axis & 1);
        if (weights[corner] != 0)
            texels.add(texelAt(reader, target.plane, index), weights[corner], plane + corner / 4);
    }
}

/// Adds what a level contributes to a fetch.
void addLevel(WeightedTexels& texels, TexelReader& reader, const Target& target,
              const SamplePoint& point, std::uint32_t weight, std::uint32_t plane) {
    if (reader.texture().filter == Filter::linear)
        addTexelsAround(texels, reader, target, point, weight, plane);
    else
        texels.add(nearestOn(reader, target, point), weight, plane);
}

/// The level of detail within the texture's limits and levels.
float limitedLevel(const Texture& texture, std::optional<float> level) {
    const float last = static_cast<float>(texture.image.levels.size() - 1);
    const float biased = level ? *level + texture.levelBias : 0;
    const float clamped =
        std::min(std::max(biased == biased ? biased : 0, texture.minLevel), texture.maxLevel);
    return std::clamp(clamped, 0.0f, last);
}

std::uint32_t nearestLevel(float level) {
    return static_cast<std::uint32_t>(std::lround(level));
}

} // namespace

TexelPlace placeOfTexel(const Image& image, const ImageLevel& level, std::uint64_t slice,
                        std::uint64_t x, std::uint64_t y, std::uint32_t bytes) {
    const std::uint64_t base = level.address + slice * level.slicePitch;
    if (image.shape != Image::Shape::array || image.dimensions < 2)
        return {base + y * level.rowPitch + x, bytes};
    constexpr std::uint64_t kTileWidth = 64, kTileRows = 8, kTileBytes = kTileWidth * kTileRows;
    const std::uint64_t perRow = (level.rowPitch + kTileWidth - 1) / kTileWidth;
    const std::uint64_t tile = y / kTileRows * perRow + x / kTileWidth;
    const std::uint64_t within =
        x % 64 / 32 * 256 + y % 8 / 2 * 64 + x % 32 / 16 * 32 + y % 2 * 16 + x % 16;
    return {base + tile * kTileBytes + within, bytes};
}

Texel TexelReader::read(std::uint32_t level, std::uint64_t slice, std::uint64_t x, std::uint64_t y,
                        std::uint64_t z) {
    const ImageLevel& image = m_texture.image.levels[level];
    const std::uint32_t bytes = m_texture.read.bytes();
    const std::uint64_t address =
        image.address + (slice + z) * image.slicePitch + y * image.rowPitch + x * bytes;
    m_bytesRead += bytes;
    if (m_places)
        m_places->push_back(placeOfTexel(m_texture.image, image, slice + z, x * bytes, y, bytes));
    if (m_watched && !m_unwritten && !m_watched->isInitialized(address, bytes))
        m_unwritten = address;
    return decodeTexel(m_texture.read,
                       reinterpret_cast<const std::uint8_t*>(static_cast<std::uintptr_t>(address)),
                       m_texture.srgb);
}

Texel sample(TexelReader& reader, const SamplePoint& point) {
    const Texture& texture = reader.texture();
    if (texture.image.shape == Image::Shape::linear) {
        const std::int64_t index =
            point.integer ? point.index[0]
                          : nearestTexel(texelPosition(point.at[0], 1, AddressMode::clamp, false));
        return linearElement(reader, index + point.offset[0]);
    }
    Target target = targetOf(texture, point);
    if (point.integer) {
        std::array<std::int64_t, 3> index{};
        for (std::size_t axis = 0; axis < index.size(); ++axis)
            index[axis] = std::int64_t{point.index[axis]} + point.offset[axis];
        target.plane.level = nearestLevel(limitedLevel(texture, point.level));
        return texelAt(reader, target.plane, index);
    }
    const float level = limitedLevel(texture, point.level);
    const bool isMixed = texture.mipFilter == Filter::linear && !texture.read.isInteger();
    const LevelSpan span = isMixed ? levelSpan(level) : LevelSpan{nearestLevel(level), 0};
    target.plane.level = span.first;
    if (span.share == 0 && (texture.filter == Filter::point || texture.read.isInteger()))
        return nearestOn(reader, target, point);
    WeightedTexels texels;
    addLevel(texels, reader, target, point, kWholeWeight - span.share, 0);
    if (span.share != 0) {
        ++target.plane.level;
        addLevel(texels, reader, target, point, span.share, 2);
    }
    return texels.sum(texture.read, texture.srgb);
}

Texel gather(TexelReader& reader, const SamplePoint& point, std::uint32_t channel) {
    const Texture& texture = reader.texture();
    const Target target = targetOf(texture, point);
    const std::array<double, 3> positions = positionsOn(texture, 0, target.at);
    const std::int64_t i = filterSpan(positions[0]).first + point.offset[0];
    const std::int64_t j = filterSpan(positions[1]).first + point.offset[1];
    const auto at = [&](std::int64_t x, std::int64_t y) {
        return texelAt(reader, target.plane, {x, y, 0})[channel];
    };
    return {at(i, j + 1), at(i + 1, j + 1), at(i + 1, j), at(i, j)};
}

float levelOfGradients(const Texture& texture, const SamplePoint& point,
                       const std::array<float, 3>& dx, const std::array<float, 3>& dy) {
    const ImageLevel& level = texture.image.levels.front();
    const auto texelsPerPixel = [&](const std::array<float, 3>& d) {
        std::array<float, 3> slope = d;
        if (texture.image.cube) {
            const auto onFace = faceGradient(point.at, d);
            slope = {onFace[0], onFace[1], 0};
        }
        double squares = 0;
        for (std::size_t axis = 0; axis < texture.image.dimensions; ++axis) {
            const double texels =
                texture.normalizedCoordinates || texture.image.cube ? sizeAlong(level, axis) : 1;
            squares += (slope[axis] * texels) * (slope[axis] * texels);
        }
        return std::sqrt(squares);
    };
    const double longest = std::max(texelsPerPixel(dx), texelsPerPixel(dy));
    // No change from pixel to pixel: as near as can be.
    return longest > 0 ? static_cast<float>(std::log2(longest)) : -126.0f;
}

} // namespace warpbench::simgpu::engine
