// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/texture.h"

#include "core/cuda/context_state.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpbench::cuda {

namespace {

std::size_t formatBytes(CUarray_format format) {
    switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT8:
        return 1;
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_HALF:
        return 2;
    case CU_AD_FORMAT_UNSIGNED_INT32:
    case CU_AD_FORMAT_SIGNED_INT32:
    case CU_AD_FORMAT_FLOAT:
        return 4;
    default:
        throw Error(ErrorKind::internal, {"WB1816",
                                          "array format {number} is not handled",
                                          {},
                                          {{"number", fmt::format("{:#x}", int(format))}}});
    }
}

ErrorText describe(const ArrayDescriptor& array) {
    return phrase("an array of {width} × {height} × {depth} with {count} channels",
                  {{"width", array.width},
                   {"height", array.height},
                   {"depth", array.depth},
                   {"count", array.channels}});
}

CUDA_ARRAY3D_DESCRIPTOR nativeDescriptor(const ArrayDescriptor& descriptor) {
    CUDA_ARRAY3D_DESCRIPTOR native{};
    native.Width = descriptor.width;
    native.Height = descriptor.height;
    native.Depth = descriptor.depth;
    native.Format = descriptor.format;
    native.NumChannels = descriptor.channels;
    native.Flags = (descriptor.surface ? CUDA_ARRAY3D_SURFACE_LDST : 0) |
                   (descriptor.layered ? CUDA_ARRAY3D_LAYERED : 0);
    return native;
}

CUDA_TEXTURE_DESC nativeDescriptor(const TextureDescriptor& texture) {
    CUDA_TEXTURE_DESC native{};
    std::copy(texture.address.begin(), texture.address.end(), native.addressMode);
    native.filterMode = texture.filter;
    native.flags = (texture.readAsInteger ? CU_TRSF_READ_AS_INTEGER : 0) |
                   (texture.normalizedCoordinates ? CU_TRSF_NORMALIZED_COORDINATES : 0) |
                   (texture.sRgb ? CU_TRSF_SRGB : 0);
    std::copy(texture.borderColor.begin(), texture.borderColor.end(), native.borderColor);
    native.mipmapFilterMode = texture.levelFilter;
    native.maxMipmapLevelClamp = float(texture.levels - 1);
    return native;
}

std::shared_ptr<ObjectBox> makeTexture(const ContextPtr& state, const CUDA_RESOURCE_DESC& resource,
                                       const TextureDescriptor& texture,
                                       std::shared_ptr<const void> needs) {
    const ContextScope scope(state);
    const CUDA_TEXTURE_DESC native = nativeDescriptor(texture);
    CUtexObject object = 0;
    state->check(state->api().texObjectCreate(&object, &resource, &native, nullptr),
                 "cuTexObjectCreate");
    const Grave::Free free = [](const DriverApi& api, std::uint64_t handle) {
        return api.texObjectDestroy(handle);
    };
    return std::make_shared<ObjectBox>(state, object, free, "cuTexObjectDestroy", std::move(needs));
}

/// The whole array against dense memory; the caller sets the other side's kind and address.
CUDA_MEMCPY3D wholeArray(const ArrayDescriptor& array) {
    CUDA_MEMCPY3D copy{};
    copy.WidthInBytes = array.rowBytes();
    copy.Height = std::max<std::size_t>(array.height, 1);
    copy.Depth = std::max<std::size_t>(array.depth, 1);
    return copy;
}

CUDA_MEMCPY3D copyInto(const Array& array) {
    CUDA_MEMCPY3D copy = wholeArray(array.descriptor());
    copy.srcPitch = copy.WidthInBytes;
    copy.srcHeight = copy.Height;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = array.handle();
    return copy;
}

CUDA_MEMCPY3D copyOutOf(const Array& array) {
    CUDA_MEMCPY3D copy = wholeArray(array.descriptor());
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.srcArray = array.handle();
    copy.dstPitch = copy.WidthInBytes;
    copy.dstHeight = copy.Height;
    return copy;
}

void perform(const CUDA_MEMCPY3D& copy, const ContextPtr& context) {
    const ContextScope scope(context);
    context->check(context->api().memcpy3D(&copy), "cuMemcpy3D");
}

void queue(const CUDA_MEMCPY3D& copy, const Stream& stream) {
    const ContextPtr& context = stream.contextState();
    const ContextScope scope(context);
    context->check(context->api().memcpy3DAsync(&copy, stream.handle()), "cuMemcpy3DAsync");
}

} // namespace

std::size_t ArrayDescriptor::elementBytes() const {
    return formatBytes(format) * channels;
}

std::size_t ArrayDescriptor::sizeBytes() const {
    return rowBytes() * std::max<std::size_t>(height, 1) * std::max<std::size_t>(depth, 1);
}

// Array

Array::Array(std::shared_ptr<ObjectBox> box, const ArrayDescriptor& descriptor) noexcept
    : m_box(std::move(box))
    , m_descriptor(descriptor) {}

Array Array::create(const Context& context, const ArrayDescriptor& descriptor) {
    const ContextScope scope(context);
    const ContextPtr& state = context.state();
    const CUDA_ARRAY3D_DESCRIPTOR native = nativeDescriptor(descriptor);
    CUarray handle = nullptr;
    const CUresult code = state->api().arrayCreate(&handle, &native);
    if (code != CUDA_SUCCESS)
        state->raise(code, "cuArray3DCreate", describe(descriptor));
    const Grave::Free free = [](const DriverApi& api, std::uint64_t array) {
        return api.arrayDestroy(pointerOf<CUarray>(array));
    };
    return Array(std::make_shared<ObjectBox>(state, handleOf(handle), free, "cuArrayDestroy"),
                 descriptor);
}

CUarray Array::handle() const noexcept {
    return m_box->as<CUarray>();
}

const ContextPtr& Array::contextState() const noexcept {
    return m_box->context();
}

void Array::upload(const void* source) const {
    CUDA_MEMCPY3D copy = copyInto(*this);
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = source;
    perform(copy, m_box->context());
}

void Array::download(void* target) const {
    CUDA_MEMCPY3D copy = copyOutOf(*this);
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = target;
    perform(copy, m_box->context());
}

void Array::uploadFromDeviceAsync(const Stream& stream, CUdeviceptr source,
                                  std::size_t pitch) const {
    CUDA_MEMCPY3D copy = copyInto(*this);
    copy.srcPitch = pitch > 0 ? pitch : copy.srcPitch;
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = source;
    queue(copy, stream);
}

void Array::downloadToDeviceAsync(const Stream& stream, CUdeviceptr target,
                                  std::size_t pitch) const {
    CUDA_MEMCPY3D copy = copyOutOf(*this);
    copy.dstPitch = pitch > 0 ? pitch : copy.dstPitch;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = target;
    queue(copy, stream);
}

// MipmappedArray

MipmappedArray::MipmappedArray(std::shared_ptr<ObjectBox> box, const ArrayDescriptor& descriptor,
                               unsigned levels) noexcept
    : m_box(std::move(box))
    , m_descriptor(descriptor)
    , m_levels(levels) {}

MipmappedArray MipmappedArray::create(const Context& context, const ArrayDescriptor& descriptor,
                                      unsigned levels) {
    const ContextScope scope(context);
    const ContextPtr& state = context.state();
    const CUDA_ARRAY3D_DESCRIPTOR native = nativeDescriptor(descriptor);
    CUmipmappedArray handle = nullptr;
    const CUresult code = state->api().mipmappedArrayCreate(&handle, &native, levels);
    if (code != CUDA_SUCCESS)
        state->raise(code, "cuMipmappedArrayCreate",
                     phrase("{array} and {count} levels",
                            {{"array", describe(descriptor)}, {"count", levels}}));
    const Grave::Free free = [](const DriverApi& api, std::uint64_t array) {
        return api.mipmappedArrayDestroy(pointerOf<CUmipmappedArray>(array));
    };
    return MipmappedArray(
        std::make_shared<ObjectBox>(state, handleOf(handle), free, "cuMipmappedArrayDestroy"),
        descriptor, levels);
}

Array MipmappedArray::level(unsigned index) const {
    const ContextPtr& state = m_box->context();
    const ContextScope scope(state);
    CUarray handle = nullptr;
    state->check(state->api().mipmappedArrayGetLevel(&handle, this->handle(), index),
                 "cuMipmappedArrayGetLevel");
    ArrayDescriptor descriptor = m_descriptor;
    const auto halved = [index](std::size_t extent) {
        return extent > 0 ? std::max<std::size_t>(extent >> index, 1) : 0;
    };
    descriptor.width = halved(descriptor.width);
    descriptor.height = halved(descriptor.height);
    descriptor.depth = descriptor.layered ? descriptor.depth : halved(descriptor.depth);
    // It is the chain's and goes with it.
    return Array(std::make_shared<ObjectBox>(state, handleOf(handle), nullptr, "", m_box),
                 descriptor);
}

CUmipmappedArray MipmappedArray::handle() const noexcept {
    return m_box->as<CUmipmappedArray>();
}

const ContextPtr& MipmappedArray::contextState() const noexcept {
    return m_box->context();
}

// TextureObject

TextureObject::TextureObject(std::shared_ptr<ObjectBox> box) noexcept
    : m_box(std::move(box)) {}

TextureObject TextureObject::create(const Array& array, const TextureDescriptor& descriptor) {
    CUDA_RESOURCE_DESC resource{};
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array.handle();
    return TextureObject(makeTexture(array.contextState(), resource, descriptor, array.box()));
}

TextureObject TextureObject::create(const MipmappedArray& array,
                                    const TextureDescriptor& descriptor) {
    CUDA_RESOURCE_DESC resource{};
    resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    resource.res.mipmap.hMipmappedArray = array.handle();
    return TextureObject(makeTexture(array.contextState(), resource, descriptor, array.box()));
}

TextureObject TextureObject::create(const Context& context, const TexelMemory& memory,
                                    const TextureDescriptor& descriptor) {
    CUDA_RESOURCE_DESC resource{};
    if (memory.height == 0) {
        resource.resType = CU_RESOURCE_TYPE_LINEAR;
        resource.res.linear.devPtr = memory.pointer;
        resource.res.linear.format = memory.format;
        resource.res.linear.numChannels = memory.channels;
        resource.res.linear.sizeInBytes =
            memory.width * formatBytes(memory.format) * memory.channels;
    } else {
        resource.resType = CU_RESOURCE_TYPE_PITCH2D;
        resource.res.pitch2D.devPtr = memory.pointer;
        resource.res.pitch2D.format = memory.format;
        resource.res.pitch2D.numChannels = memory.channels;
        resource.res.pitch2D.width = memory.width;
        resource.res.pitch2D.height = memory.height;
        resource.res.pitch2D.pitchInBytes = memory.pitch;
    }
    return TextureObject(makeTexture(context.state(), resource, descriptor, nullptr));
}

CUtexObject TextureObject::value() const noexcept {
    return m_box->handle();
}

// SurfaceObject

SurfaceObject::SurfaceObject(std::shared_ptr<ObjectBox> box) noexcept
    : m_box(std::move(box)) {}

SurfaceObject SurfaceObject::create(const Array& array) {
    const ContextPtr& state = array.contextState();
    const ContextScope scope(state);
    CUDA_RESOURCE_DESC resource{};
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array.handle();
    CUsurfObject object = 0;
    state->check(state->api().surfObjectCreate(&object, &resource), "cuSurfObjectCreate");
    const Grave::Free free = [](const DriverApi& api, std::uint64_t handle) {
        return api.surfObjectDestroy(handle);
    };
    return SurfaceObject(
        std::make_shared<ObjectBox>(state, object, free, "cuSurfObjectDestroy", array.box()));
}

CUsurfObject SurfaceObject::value() const noexcept {
    return m_box->handle();
}

} // namespace warpbench::cuda
