// SPDX-License-Identifier: GPL-3.0-or-later
// Converts descriptors to the engine's textures, by the rules of cuTexObjectCreate in cuda.h.
#include "core/simgpu/driver/memory/texture.h"

#include "core/simgpu/driver/memory/array_format.h"
#include "core/simgpu/driver/runtime.h"

#include <bit>
#include <span>
#include <utility>

namespace warpbench::simgpu::driver {

namespace {

using engine::AddressMode;
using engine::Filter;
using engine::Image;
using engine::TexelFormat;

std::size_t attribute(const Context& context, CUdevice_attribute number) {
    return static_cast<std::size_t>(context.device().attribute(number));
}

engine::ImageLevel levelOf(const Array& array) {
    const CUDA_ARRAY3D_DESCRIPTOR& descriptor = array.descriptor();
    engine::ImageLevel level;
    level.address = array.address();
    level.width = static_cast<std::uint32_t>(descriptor.Width);
    level.height = static_cast<std::uint32_t>(array.rows());
    level.depth = static_cast<std::uint32_t>(array.slices());
    level.rowPitch = array.rowBytes();
    level.slicePitch = array.rowBytes() * array.rows();
    return level;
}

Image imageOf(Context& context, std::span<const std::shared_ptr<Array>> levels,
              const std::shared_ptr<const void>& owner) {
    const Array& first = *levels.front();
    require(&first.context()->device() == &context.device());
    const CUDA_ARRAY3D_DESCRIPTOR& descriptor = first.descriptor();
    Image image;
    image.shape = Image::Shape::array;
    image.format = first.format();
    image.layered = (descriptor.Flags & CUDA_ARRAY3D_LAYERED) != 0;
    image.cube = (descriptor.Flags & CUDA_ARRAY3D_CUBEMAP) != 0;
    const bool sliced = image.layered || image.cube;
    image.dimensions = !sliced && descriptor.Depth ? 3 : descriptor.Height ? 2 : 1;
    image.layers = sliced ? static_cast<std::uint32_t>(first.slices()) : 1;
    for (const auto& level : levels) {
        image.levels.push_back(levelOf(*level));
        if (sliced)
            image.levels.back().depth = 1;
    }
    image.owner = owner;
    return image;
}

Image arrayImage(Context& context, CUarray handle) {
    const auto array = Runtime::get().arrays.find(fromHandle(handle));
    require(array != nullptr, CUDA_ERROR_INVALID_HANDLE);
    return imageOf(context, std::span(&array, 1), array);
}

Image mipmappedImage(Context& context, CUmipmappedArray handle) {
    const auto mipmap = Runtime::get().mipmappedArrays.find(fromHandle(handle));
    require(mipmap != nullptr, CUDA_ERROR_INVALID_HANDLE);
    return imageOf(context, mipmap->levels, mipmap);
}

/// The image's memory must be the device's.
void placeLinear(const Context& context, Image& image, std::uint64_t address, std::size_t bytes) {
    require(address % attribute(context, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT) == 0);
    require(bytes > 0);
    const auto allocation = context.device().memory()->find(address, bytes);
    require(allocation.has_value());
    image.allocation = allocation->base;
}

Image linearImage(const Context& context, const CUDA_RESOURCE_DESC& resource) {
    const auto& linear = resource.res.linear;
    Image image;
    image.shape = Image::Shape::linear;
    image.format = texelFormat(linear.format, linear.numChannels);
    const std::size_t elements = linear.sizeInBytes / image.format.bytes();
    require(elements > 0 &&
            elements <= attribute(context, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH));
    placeLinear(context, image, linear.devPtr, linear.sizeInBytes);
    engine::ImageLevel level;
    level.address = linear.devPtr;
    level.width = static_cast<std::uint32_t>(elements);
    level.rowPitch = level.slicePitch = linear.sizeInBytes;
    image.levels.push_back(level);
    return image;
}

Image planeImage(const Context& context, const CUDA_RESOURCE_DESC& resource) {
    const auto& plane = resource.res.pitch2D;
    Image image;
    image.shape = Image::Shape::plane;
    image.dimensions = 2;
    image.format = texelFormat(plane.format, plane.numChannels);
    const std::size_t rowBytes = plane.width * image.format.bytes();
    const auto within = [&](std::size_t value, CUdevice_attribute limit) {
        return value > 0 && value <= attribute(context, limit);
    };
    require(within(plane.width, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH) &&
            within(plane.height, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT) &&
            within(plane.pitchInBytes, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH));
    require(plane.pitchInBytes >= rowBytes &&
            plane.pitchInBytes % attribute(context, CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT) ==
                0);
    placeLinear(context, image, plane.devPtr, plane.pitchInBytes * (plane.height - 1) + rowBytes);
    engine::ImageLevel level;
    level.address = plane.devPtr;
    level.width = static_cast<std::uint32_t>(plane.width);
    level.height = static_cast<std::uint32_t>(plane.height);
    level.rowPitch = plane.pitchInBytes;
    level.slicePitch = plane.pitchInBytes * plane.height;
    image.levels.push_back(level);
    return image;
}

Image textureImage(Context& context, const CUDA_RESOURCE_DESC& resource) {
    require(resource.flags == 0);
    switch (resource.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        return arrayImage(context, resource.res.array.hArray);
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        return mipmappedImage(context, resource.res.mipmap.hMipmappedArray);
    case CU_RESOURCE_TYPE_LINEAR:
        return linearImage(context, resource);
    case CU_RESOURCE_TYPE_PITCH2D:
        return planeImage(context, resource);
    }
    fail(CUDA_ERROR_INVALID_VALUE);
}

/// Another format of the same size, and a part of the levels and layers.
void applyView(Image& image, const CUDA_RESOURCE_VIEW_DESC& view) {
    require(image.shape == Image::Shape::array);
    if (view.format != CU_RES_VIEW_FORMAT_NONE) {
        const TexelFormat format = viewFormat(view.format);
        require(format.bytes() == image.format.bytes());
        image.format = format;
    }
    const engine::ImageLevel& whole = image.levels.front();
    const bool sliced = image.layered || image.cube;
    const std::size_t depth = sliced ? image.layers : image.dimensions > 2 ? whole.depth : 0;
    require(view.width == whole.width && view.height == (image.dimensions > 1 ? whole.height : 0) &&
            view.depth == depth);
    require(view.firstMipmapLevel <= view.lastMipmapLevel &&
            view.lastMipmapLevel < image.levels.size());
    require(view.firstLayer <= view.lastLayer && view.lastLayer < image.layers);
    std::uint32_t layers = view.lastLayer - view.firstLayer + 1;
    if (image.cube)
        require(image.layered ? view.firstLayer % 6 == 0 && layers % 6 == 0
                              : view.lastLayer == 0 || layers == 6);
    if (!image.layered)
        layers = image.layers;
    image.levels = {image.levels.begin() + view.firstMipmapLevel,
                    image.levels.begin() + view.lastMipmapLevel + 1};
    for (engine::ImageLevel& level : image.levels)
        level.address += level.slicePitch * view.firstLayer;
    image.layers = layers;
}

/// 8- and 16-bit integers are read as fractions of the largest one, unless the flag forbids it.
TexelFormat readFormat(TexelFormat format, unsigned int flags) {
    if (format.isInteger() && format.bits < 32 && (flags & CU_TRSF_READ_AS_INTEGER) == 0)
        format.kind = format.kind == TexelFormat::Kind::unsignedInteger ? TexelFormat::Kind::unorm
                                                                        : TexelFormat::Kind::snorm;
    return format;
}

AddressMode addressMode(CUaddress_mode mode) {
    switch (mode) {
    case CU_TR_ADDRESS_MODE_WRAP:
        return AddressMode::wrap;
    case CU_TR_ADDRESS_MODE_CLAMP:
        return AddressMode::clamp;
    case CU_TR_ADDRESS_MODE_MIRROR:
        return AddressMode::mirror;
    case CU_TR_ADDRESS_MODE_BORDER:
        return AddressMode::border;
    }
    fail(CUDA_ERROR_INVALID_VALUE);
}

Filter filterMode(CUfilter_mode mode) {
    require(mode == CU_TR_FILTER_MODE_POINT || mode == CU_TR_FILTER_MODE_LINEAR);
    return mode == CU_TR_FILTER_MODE_LINEAR ? Filter::linear : Filter::point;
}

/// Integers come as the bits of the floats. Channels that the format lacks are as in a texel.
engine::Texel borderOf(const TexelFormat& format, const float (&color)[4]) {
    engine::Texel border{0, 0, 0, format.isInteger() ? 1u : std::bit_cast<std::uint32_t>(1.0f)};
    for (std::size_t c = 0; c < format.channels; ++c)
        border[c] = std::bit_cast<std::uint32_t>(color[c]);
    return border;
}

void requireFlags(const CUDA_RESOURCE_DESC& resource, const Image& image, unsigned int flags) {
    constexpr unsigned int known = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES |
                                   CU_TRSF_SRGB | CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION |
                                   CU_TRSF_SEAMLESS_CUBEMAP;
    require((flags & ~known) == 0);
    require(resource.resType != CU_RESOURCE_TYPE_MIPMAPPED_ARRAY ||
            (flags & CU_TRSF_NORMALIZED_COORDINATES) != 0);
    require((flags & CU_TRSF_SEAMLESS_CUBEMAP) == 0 || image.cube);
}

} // namespace

std::shared_ptr<const engine::Texture> makeTexture(Context& context,
                                                   const CUDA_RESOURCE_DESC& resource,
                                                   const CUDA_TEXTURE_DESC& asked,
                                                   const CUDA_RESOURCE_VIEW_DESC* view) {
    auto texture = std::make_shared<engine::Texture>();
    texture->image = textureImage(context, resource);
    if (view)
        applyView(texture->image, *view);
    requireFlags(resource, texture->image, asked.flags);
    texture->read = readFormat(texture->image.format, asked.flags);
    texture->normalizedCoordinates = (asked.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    texture->seamlessCube = (asked.flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
    texture->srgb = (asked.flags & CU_TRSF_SRGB) != 0 && texture->read.bits == 8 &&
                    texture->read.kind == TexelFormat::Kind::unorm;
    for (std::size_t axis = 0; axis < texture->address.size(); ++axis)
        texture->address[axis] = addressMode(asked.addressMode[axis]);
    texture->filter = filterMode(asked.filterMode);
    texture->mipFilter = filterMode(asked.mipmapFilterMode);
    // Only values that are read as floats can be interpolated.
    require(texture->filter == Filter::point || !texture->read.isInteger() ||
            texture->image.shape == engine::Image::Shape::linear);
    texture->levelBias = asked.mipmapLevelBias;
    texture->minLevel = asked.minMipmapLevelClamp;
    texture->maxLevel = asked.maxMipmapLevelClamp;
    require(texture->levelBias == texture->levelBias && texture->minLevel == texture->minLevel &&
            texture->maxLevel == texture->maxLevel); // no NaN
    texture->border = borderOf(texture->read, asked.borderColor);
    return texture;
}

std::shared_ptr<const engine::Surface> makeSurface(Context& context,
                                                   const CUDA_RESOURCE_DESC& resource) {
    require(resource.resType == CU_RESOURCE_TYPE_ARRAY && resource.flags == 0);
    const auto array = Runtime::get().arrays.find(fromHandle(resource.res.array.hArray));
    require(array != nullptr, CUDA_ERROR_INVALID_HANDLE);
    // Documented is that an array needs CUDA_ARRAY3D_SURFACE_LDST for it; driver 580 does not look.
    auto surface = std::make_shared<engine::Surface>();
    surface->image = arrayImage(context, resource.res.array.hArray);
    // To surface instructions the faces of cube maps are layers.
    surface->image.layered |= surface->image.cube;
    surface->image.cube = false;
    return surface;
}

TextureObject::TextureObject(std::shared_ptr<Context> owner, const CUDA_RESOURCE_DESC& resourceDesc,
                             const CUDA_TEXTURE_DESC& textureDesc,
                             const CUDA_RESOURCE_VIEW_DESC* viewDesc)
    : context(std::move(owner))
    , resource(resourceDesc)
    , texture(textureDesc) {
    if (viewDesc)
        view = *viewDesc;
    handle = context->device().textures().add(makeTexture(*context, resource, texture, viewDesc));
}

TextureObject::~TextureObject() {
    context->device().textures().removeTexture(handle);
}

SurfaceObject::SurfaceObject(std::shared_ptr<Context> owner, const CUDA_RESOURCE_DESC& resourceDesc)
    : context(std::move(owner))
    , resource(resourceDesc) {
    handle = context->device().textures().add(makeSurface(*context, resource));
}

SurfaceObject::~SurfaceObject() {
    context->device().textures().removeSurface(handle);
}

} // namespace warpbench::simgpu::driver
