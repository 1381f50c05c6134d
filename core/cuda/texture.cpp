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
        throw Error(ErrorKind::internal,
                    fmt::format("array format {:#x} is not handled", int(format)));
    }
}

std::string describe(const ArrayDescriptor& array) {
    return fmt::format("an array of {} × {} × {} with {} channels", array.width, array.height,
                       array.depth, array.channels);
}

CUDA_TEXTURE_DESC nativeDescriptor(const TextureDescriptor& texture) {
    CUDA_TEXTURE_DESC native{};
    std::copy(texture.address.begin(), texture.address.end(), native.addressMode);
    native.filterMode = texture.filter;
    native.flags = (texture.readAsInteger ? CU_TRSF_READ_AS_INTEGER : 0) |
                   (texture.normalizedCoordinates ? CU_TRSF_NORMALIZED_COORDINATES : 0) |
                   (texture.sRgb ? CU_TRSF_SRGB : 0);
    std::copy(texture.borderColor.begin(), texture.borderColor.end(), native.borderColor);
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
    CUDA_ARRAY3D_DESCRIPTOR native{};
    native.Width = descriptor.width;
    native.Height = descriptor.height;
    native.Depth = descriptor.depth;
    native.Format = descriptor.format;
    native.NumChannels = descriptor.channels;
    native.Flags = (descriptor.surface ? CUDA_ARRAY3D_SURFACE_LDST : 0) |
                   (descriptor.layered ? CUDA_ARRAY3D_LAYERED : 0);
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

void Array::uploadFromDeviceAsync(const Stream& stream, CUdeviceptr source) const {
    CUDA_MEMCPY3D copy = copyInto(*this);
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = source;
    queue(copy, stream);
}

void Array::downloadToDeviceAsync(const Stream& stream, CUdeviceptr target) const {
    CUDA_MEMCPY3D copy = copyOutOf(*this);
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = target;
    queue(copy, stream);
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
