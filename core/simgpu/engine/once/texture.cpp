// SPDX-License-Identifier: GPL-3.0-or-later
// tex, tld4, txq, suq and istypep, thread by thread.
#include "core/simgpu/engine/handlers/families.h"
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/engine/handlers/half.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/texture/objects.h"
#include "core/simgpu/engine/texture/sampler.h"

#include <algorithm>
#include <bit>

namespace warpbench::simgpu::engine {

namespace {

float realAt(Warp& w, std::uint16_t row, std::uint32_t lane) {
    return std::bit_cast<float>(row32(w, row)[lane]);
}
std::int32_t integerAt(Warp& w, std::uint16_t row, std::uint32_t lane) {
    return static_cast<std::int32_t>(row32(w, row)[lane]);
}

std::array<float, 3> vectorAt(Warp& w, const std::array<std::uint16_t, 3>& rows,
                              std::uint32_t dimensions, std::uint32_t lane) {
    std::array<float, 3> vector{};
    for (std::uint32_t axis = 0; axis < dimensions; ++axis)
        vector[axis] = realAt(w, rows[axis], lane);
    return vector;
}

SamplePoint pointOf(Warp& w, const SampleOperands& o, std::uint32_t lane, const Texture& texture) {
    SamplePoint point;
    point.integer = o.integerCoordinates;
    for (std::uint32_t axis = 0; axis < o.geometry.dimensions; ++axis) {
        if (o.integerCoordinates)
            point.index[axis] = integerAt(w, o.coordinates[axis], lane);
        else
            point.at[axis] = realAt(w, o.coordinates[axis], lane);
        if (o.hasOffsets)
            point.offset[axis] = integerAt(w, o.offsets[axis], lane);
    }
    if (o.geometry.layered)
        point.layer = row32(w, o.layer)[lane];
    if (o.levelMode == LevelMode::level)
        point.level = o.integerCoordinates ? static_cast<float>(integerAt(w, o.level, lane))
                                           : realAt(w, o.level, lane);
    else if (o.levelMode == LevelMode::gradients)
        point.level =
            levelOfGradients(texture, point, vectorAt(w, o.dx, o.geometry.dimensions, lane),
                             vectorAt(w, o.dy, o.geometry.dimensions, lane));
    return point;
}

void storeResult(Warp& w, const SampleOperands& o, std::uint32_t lane, const Texel& texel) {
    const auto half = [&](std::size_t channel) -> std::uint32_t {
        return floatToHalf(std::bit_cast<float>(texel[channel]));
    };
    switch (o.result) {
    case ResultType::bits:
        for (std::size_t c = 0; c < texel.size(); ++c)
            row32(w, o.results[c])[lane] = texel[c];
        break;
    case ResultType::half:
        for (std::size_t c = 0; c < texel.size(); ++c)
            row32(w, o.results[c])[lane] = half(c);
        break;
    case ResultType::packedHalf:
        row32(w, o.results[0])[lane] = half(0) | half(1) << 16;
        row32(w, o.results[1])[lane] = half(2) | half(3) << 16;
        break;
    }
}

const Inst* sampleTexture(const Inst* ip, Warp& w) {
    const SampleOperands& o = w.code->samples[ip->aux2];
    Launch& launch = w.block->launch;
    WorkerProfile* const profile = w.block->worker.profile.get();
    std::uint64_t bytes = 0;
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const Texture* texture = textureAt(w, ip, lane, row64(w, o.object)[lane]);
        if (!texture || !fitsGeometry(w, ip, lane, texture->image, o.geometry))
            return nullptr;
        TexelReader reader(*texture, watchedMemory(launch), profile ? &profile->texels : nullptr);
        const SamplePoint point = pointOf(w, o, lane, *texture);
        storeResult(w, o, lane,
                    o.gathers ? gather(reader, point, o.channel) : sample(reader, point));
        bytes += reader.bytesRead();
        if (reader.unwritten())
            reportUnwritten(w, ip, lane, reader.unwritten(), texture->read.bytes());
    }
    if (o.resident != kNoRow)
        predicate(w, o.resident) |= w.mask; // nothing here is sparse
    if (launch.request.metrics)
        countersOf(w, ip).bytesLoaded += bytes;
    if (profile)
        profile->noteTexels(w, ip, false, false);
    return ip + 1;
}

/// The results of txq and suq. Sizes that an image or level does not have are 0, as in
/// its descriptor; the depth of a layered image is its number of layers, as on an
/// H200.
std::uint32_t answer(const Image& image, ImageQuery query, std::uint32_t levelIndex) {
    const bool there = levelIndex < image.levels.size();
    const ImageLevel& level = image.levels[there ? levelIndex : 0];
    switch (query) {
    case ImageQuery::width:
        return there ? level.width : 0;
    case ImageQuery::height:
        return there && image.dimensions > 1 ? level.height : 0;
    case ImageQuery::depth:
        if (image.dimensions > 2)
            return there ? level.depth : 0;
        return there && image.layered ? image.layers : 0;
    case ImageQuery::channelDataType:
        return channelDataType(image.format);
    case ImageQuery::channelOrder:
        return channelOrder(image.format);
    case ImageQuery::arraySize:
        return image.layered ? image.layers / (image.cube ? 6 : 1) : 0;
    case ImageQuery::mipmapLevels:
        return static_cast<std::uint32_t>(image.levels.size());
    case ImageQuery::memoryLayout:
        return image.shape == Image::Shape::array ? 0 : 1;
    default:
        return 0;
    }
}

template <bool kTexture>
const Inst* queryImage(const Inst* ip, Warp& w) {
    const auto query = static_cast<ImageQuery>(ip->aux);
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint64_t handle = row64(w, ip->a)[lane];
        const std::uint32_t level = row32(w, ip->b)[lane];
        std::uint32_t value = 0;
        if constexpr (kTexture) {
            const Texture* texture = textureAt(w, ip, lane, handle);
            if (!texture)
                return nullptr;
            value = query == ImageQuery::normalizedCoordinates
                        ? texture->normalizedCoordinates
                        : answer(texture->image, query, level);
        } else {
            const Surface* surface = surfaceAt(w, ip, lane, handle);
            if (!surface)
                return nullptr;
            value = answer(surface->image, query, level);
        }
        row32(w, ip->d)[lane] = value;
    }
    return ip + 1;
}

/// Texture and surface objects are not opaque variables: on an H200, the result is also false.
const Inst* isType(const Inst* ip, Warp& w) {
    predicate(w, ip->d) &= ~w.mask;
    return ip + 1;
}

} // namespace

void addTextureForms(FormTable& table) {
    table.add("$tex", "", sampleTexture);
    table.add("$txq", "", queryImage<true>);
    table.add("$suq", "", queryImage<false>);
    table.add("$istypep", "", isType);
}

} // namespace warpbench::simgpu::engine
