// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays, textures and surfaces.
#include "core/cudart/copies.h"

#include <cstring>
#include <optional>

namespace {

using namespace warpbench::cudart;

/// Converts a channel description to format and number of channels. \returns false if invalid
bool toDriver(const cudaChannelFormatDesc& d, CUarray_format& format, unsigned& channels) {
    channels = d.w ? 4u : d.z ? 3u : d.y ? 2u : d.x ? 1u : 0u;
    const int sizes[] = {d.x, d.y, d.z, d.w};
    for (unsigned i = 1; i < channels; ++i) {
        if (sizes[i] != d.x)
            return false;
    }
    if (channels == 0 || channels == 3)
        return false;
    switch (d.f) {
    case cudaChannelFormatKindSigned:
        format = d.x == 8    ? CU_AD_FORMAT_SIGNED_INT8
                 : d.x == 16 ? CU_AD_FORMAT_SIGNED_INT16
                             : CU_AD_FORMAT_SIGNED_INT32;
        return d.x == 8 || d.x == 16 || d.x == 32;
    case cudaChannelFormatKindUnsigned:
        format = d.x == 8    ? CU_AD_FORMAT_UNSIGNED_INT8
                 : d.x == 16 ? CU_AD_FORMAT_UNSIGNED_INT16
                             : CU_AD_FORMAT_UNSIGNED_INT32;
        return d.x == 8 || d.x == 16 || d.x == 32;
    case cudaChannelFormatKindFloat:
        format = d.x == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
        return d.x == 16 || d.x == 32;
    default:
        return false;
    }
}

cudaChannelFormatDesc fromDriver(CUarray_format format, unsigned channels) {
    cudaChannelFormatDesc d{};
    int bits = 32;
    switch (format) {
    case CU_AD_FORMAT_SIGNED_INT8:
    case CU_AD_FORMAT_UNSIGNED_INT8:
        bits = 8;
        break;
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_HALF:
        bits = 16;
        break;
    default:
        break;
    }
    switch (format) {
    case CU_AD_FORMAT_SIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT32:
        d.f = cudaChannelFormatKindSigned;
        break;
    case CU_AD_FORMAT_HALF:
    case CU_AD_FORMAT_FLOAT:
        d.f = cudaChannelFormatKindFloat;
        break;
    default:
        d.f = cudaChannelFormatKindUnsigned;
    }
    d.x = bits;
    d.y = channels > 1 ? bits : 0;
    d.z = channels > 2 ? bits : 0;
    d.w = channels > 3 ? bits : 0;
    return d;
}

cudaError_t describe(const cudaChannelFormatDesc* format, cudaExtent extent, unsigned flags,
                     CUDA_ARRAY3D_DESCRIPTOR& result) {
    if (!format)
        return cudaErrorInvalidValue;
    result = {};
    if (!toDriver(*format, result.Format, result.NumChannels))
        return cudaErrorInvalidChannelDescriptor;
    result.Width = extent.width;
    result.Height = extent.height;
    result.Depth = extent.depth;
    result.Flags = flags; // the runtime's bits are the driver's
    return cudaSuccess;
}

cudaError_t toDriver(const cudaResourceDesc& from, CUDA_RESOURCE_DESC& to) {
    to = {};
    to.resType = as<CUresourcetype>(from.resType);
    to.flags = from.flags;
    switch (from.resType) {
    case cudaResourceTypeArray:
        to.res.array.hArray = driverArray(from.res.array.array);
        return cudaSuccess;
    case cudaResourceTypeMipmappedArray:
        to.res.mipmap.hMipmappedArray = reinterpret_cast<CUmipmappedArray>(from.res.mipmap.mipmap);
        return cudaSuccess;
    case cudaResourceTypeLinear:
        to.res.linear.devPtr = address(from.res.linear.devPtr);
        to.res.linear.sizeInBytes = from.res.linear.sizeInBytes;
        return toDriver(from.res.linear.desc, to.res.linear.format, to.res.linear.numChannels)
                   ? cudaSuccess
                   : cudaErrorInvalidChannelDescriptor;
    case cudaResourceTypePitch2D:
        to.res.pitch2D.devPtr = address(from.res.pitch2D.devPtr);
        to.res.pitch2D.width = from.res.pitch2D.width;
        to.res.pitch2D.height = from.res.pitch2D.height;
        to.res.pitch2D.pitchInBytes = from.res.pitch2D.pitchInBytes;
        return toDriver(from.res.pitch2D.desc, to.res.pitch2D.format, to.res.pitch2D.numChannels)
                   ? cudaSuccess
                   : cudaErrorInvalidChannelDescriptor;
    default:
        return cudaErrorInvalidValue;
    }
}

void fromDriver(const CUDA_RESOURCE_DESC& from, cudaResourceDesc& to) {
    to = {};
    to.resType = as<cudaResourceType>(from.resType);
    to.flags = from.flags;
    switch (from.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        to.res.array.array = reinterpret_cast<cudaArray_t>(from.res.array.hArray);
        break;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        to.res.mipmap.mipmap =
            reinterpret_cast<cudaMipmappedArray_t>(from.res.mipmap.hMipmappedArray);
        break;
    case CU_RESOURCE_TYPE_LINEAR:
        to.res.linear.devPtr = as<void*>(from.res.linear.devPtr);
        to.res.linear.sizeInBytes = from.res.linear.sizeInBytes;
        to.res.linear.desc = fromDriver(from.res.linear.format, from.res.linear.numChannels);
        break;
    default:
        to.res.pitch2D.devPtr = as<void*>(from.res.pitch2D.devPtr);
        to.res.pitch2D.width = from.res.pitch2D.width;
        to.res.pitch2D.height = from.res.pitch2D.height;
        to.res.pitch2D.pitchInBytes = from.res.pitch2D.pitchInBytes;
        to.res.pitch2D.desc = fromDriver(from.res.pitch2D.format, from.res.pitch2D.numChannels);
    }
}

/// The format of a resource's elements; empty if it cannot be determined.
std::optional<CUarray_format> formatOf(const CUDA_RESOURCE_DESC& resource) {
    CUarray array = nullptr;
    switch (resource.resType) {
    case CU_RESOURCE_TYPE_LINEAR:
        return resource.res.linear.format;
    case CU_RESOURCE_TYPE_PITCH2D:
        return resource.res.pitch2D.format;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        if (cuMipmappedArrayGetLevel(&array, resource.res.mipmap.hMipmappedArray, 0) !=
            CUDA_SUCCESS)
            return std::nullopt;
        break;
    default:
        array = resource.res.array.hArray;
    }
    CUDA_ARRAY3D_DESCRIPTOR descriptor{};
    if (cuArray3DGetDescriptor(&descriptor, array) != CUDA_SUCCESS)
        return std::nullopt;
    return descriptor.Format;
}

/// The runtime's "read as elements" corresponds to the driver's "read as integer", which floats
/// ignore.
cudaError_t toDriver(const cudaTextureDesc& from, CUarray_format format, CUDA_TEXTURE_DESC& to) {
    const bool isFloat = format == CU_AD_FORMAT_FLOAT || format == CU_AD_FORMAT_HALF;
    const bool isWide =
        format == CU_AD_FORMAT_SIGNED_INT32 || format == CU_AD_FORMAT_UNSIGNED_INT32;
    const bool asFloat = from.readMode == cudaReadModeNormalizedFloat;
    if (asFloat && (isFloat || isWide))
        return cudaErrorInvalidNormSetting;
    if (!asFloat && !isFloat && from.filterMode == cudaFilterModeLinear)
        return cudaErrorInvalidFilterSetting;
    to = {};
    for (int i = 0; i < 3; ++i)
        to.addressMode[i] = as<CUaddress_mode>(from.addressMode[i]);
    to.filterMode = as<CUfilter_mode>(from.filterMode);
    to.flags = (!asFloat && !isFloat ? CU_TRSF_READ_AS_INTEGER : 0u) |
               (from.normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0u) |
               (from.sRGB ? CU_TRSF_SRGB : 0u) |
               (from.disableTrilinearOptimization ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0u) |
               (from.seamlessCubemap ? CU_TRSF_SEAMLESS_CUBEMAP : 0u);
    to.maxAnisotropy = from.maxAnisotropy;
    to.mipmapFilterMode = as<CUfilter_mode>(from.mipmapFilterMode);
    to.mipmapLevelBias = from.mipmapLevelBias;
    to.minMipmapLevelClamp = from.minMipmapLevelClamp;
    to.maxMipmapLevelClamp = from.maxMipmapLevelClamp;
    std::memcpy(to.borderColor, from.borderColor, sizeof to.borderColor);
    return cudaSuccess;
}

void fromDriver(const CUDA_TEXTURE_DESC& from, bool isFloat, cudaTextureDesc& to) {
    to = {};
    for (int i = 0; i < 3; ++i)
        to.addressMode[i] = as<cudaTextureAddressMode>(from.addressMode[i]);
    to.filterMode = as<cudaTextureFilterMode>(from.filterMode);
    const bool asInteger = (from.flags & CU_TRSF_READ_AS_INTEGER) != 0;
    to.readMode = asInteger || isFloat ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
    to.sRGB = (from.flags & CU_TRSF_SRGB) != 0;
    to.normalizedCoords = (from.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    to.disableTrilinearOptimization = (from.flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
    to.seamlessCubemap = (from.flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
    to.maxAnisotropy = from.maxAnisotropy;
    to.mipmapFilterMode = as<cudaTextureFilterMode>(from.mipmapFilterMode);
    to.mipmapLevelBias = from.mipmapLevelBias;
    to.minMipmapLevelClamp = from.minMipmapLevelClamp;
    to.maxMipmapLevelClamp = from.maxMipmapLevelClamp;
    std::memcpy(to.borderColor, from.borderColor, sizeof to.borderColor);
}

} // namespace

extern "C" {

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
    CUDA_ARRAY3D_DESCRIPTOR descriptor{};
    if (!format)
        return keep(cudaErrorInvalidValue);
    const cudaError_t error = call(cuArray3DGetDescriptor, &descriptor, driverArray(array));
    if (error == cudaSuccess)
        *format = fromDriver(descriptor.Format, descriptor.NumChannels);
    return error;
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                            std::size_t width, std::size_t height, unsigned int flags) {
    return cudaMalloc3DArray(array, format, {width, height, 0}, flags);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned int flags) {
    CUDA_ARRAY3D_DESCRIPTOR descriptor{};
    const cudaError_t valid =
        array ? describe(format, extent, flags, descriptor) : cudaErrorInvalidValue;
    return valid == cudaSuccess ? call(cuArray3DCreate, reinterpret_cast<CUarray*>(array),
                                       static_cast<const CUDA_ARRAY3D_DESCRIPTOR*>(&descriptor))
                                : keep(valid);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    return array ? call(cuArrayDestroy, driverArray(array)) : keep(useContext());
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* array,
                                     const cudaChannelFormatDesc* format, cudaExtent extent,
                                     unsigned int levels, unsigned int flags) {
    CUDA_ARRAY3D_DESCRIPTOR descriptor{};
    const cudaError_t valid =
        array ? describe(format, extent, flags, descriptor) : cudaErrorInvalidValue;
    return valid == cudaSuccess
               ? call(cuMipmappedArrayCreate, reinterpret_cast<CUmipmappedArray*>(array),
                      static_cast<const CUDA_ARRAY3D_DESCRIPTOR*>(&descriptor), levels)
               : keep(valid);
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array) {
    return array ? call(cuMipmappedArrayDestroy, reinterpret_cast<CUmipmappedArray>(array))
                 : keep(useContext());
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* level, cudaMipmappedArray_const_t array,
                                       unsigned int number) {
    return call(cuMipmappedArrayGetLevel, reinterpret_cast<CUarray*>(level),
                reinterpret_cast<CUmipmappedArray>(const_cast<cudaMipmappedArray_t>(array)),
                number);
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
    CUDA_ARRAY3D_DESCRIPTOR descriptor{};
    const cudaError_t error = call(cuArray3DGetDescriptor, &descriptor, driverArray(array));
    if (error != cudaSuccess)
        return error;
    if (format)
        *format = fromDriver(descriptor.Format, descriptor.NumChannels);
    if (extent)
        *extent = {descriptor.Width, descriptor.Height, descriptor.Depth};
    if (flags)
        *flags = descriptor.Flags;
    return cudaSuccess;
}

cudaError_t cudaArrayGetPlane(cudaArray_t* plane, cudaArray_t array, unsigned int index) {
    return call(cuArrayGetPlane, reinterpret_cast<CUarray*>(plane), driverArray(array), index);
}

cudaError_t cudaArrayGetMemoryRequirements(cudaArrayMemoryRequirements* requirements,
                                           cudaArray_t array, int device) {
    static_assert(sizeof(cudaArrayMemoryRequirements) == sizeof(CUDA_ARRAY_MEMORY_REQUIREMENTS));
    return call(cuArrayGetMemoryRequirements,
                reinterpret_cast<CUDA_ARRAY_MEMORY_REQUIREMENTS*>(requirements), driverArray(array),
                CUdevice(device));
}

cudaError_t cudaMipmappedArrayGetMemoryRequirements(cudaArrayMemoryRequirements* requirements,
                                                    cudaMipmappedArray_t array, int device) {
    return call(cuMipmappedArrayGetMemoryRequirements,
                reinterpret_cast<CUDA_ARRAY_MEMORY_REQUIREMENTS*>(requirements),
                reinterpret_cast<CUmipmappedArray>(array), CUdevice(device));
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description,
                                    const cudaResourceViewDesc* view) {
    if (!resource)
        return keep(cudaErrorInvalidValue);
    if (!description)
        return keep(cudaErrorInvalidResourceHandle); // as in NVIDIA's runtime
    const CUresult ready = useContext();
    if (ready != CUDA_SUCCESS)
        return keep(ready);
    CUDA_RESOURCE_DESC driverResource{};
    cudaError_t valid = toDriver(*resource, driverResource);
    if (valid != cudaSuccess)
        return keep(valid);
    const auto format = formatOf(driverResource);
    if (!format)
        return keep(cudaErrorInvalidValue);
    CUDA_TEXTURE_DESC driverDescription{};
    valid = toDriver(*description, *format, driverDescription);
    if (valid != cudaSuccess)
        return keep(valid);
    if (!texture)
        return keep(cudaErrorInvalidValue);
    CUDA_RESOURCE_VIEW_DESC driverView{};
    if (view) {
        driverView.format = as<CUresourceViewFormat>(view->format);
        driverView.width = view->width;
        driverView.height = view->height;
        driverView.depth = view->depth;
        driverView.firstMipmapLevel = view->firstMipmapLevel;
        driverView.lastMipmapLevel = view->lastMipmapLevel;
        driverView.firstLayer = view->firstLayer;
        driverView.lastLayer = view->lastLayer;
    }
    return keep(cuTexObjectCreate(texture, &driverResource, &driverDescription,
                                  view ? &driverView : nullptr));
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
    return texture ? call(cuTexObjectDestroy, CUtexObject(texture)) : keep(useContext());
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t texture) {
    CUDA_RESOURCE_DESC from{};
    const cudaError_t error = call(cuTexObjectGetResourceDesc, &from, CUtexObject(texture));
    if (error == cudaSuccess)
        fromDriver(from, *resource);
    return error;
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description,
                                            cudaTextureObject_t texture) {
    CUDA_TEXTURE_DESC from{};
    CUDA_RESOURCE_DESC resource{};
    cudaError_t error = call(cuTexObjectGetTextureDesc, &from, CUtexObject(texture));
    if (error == cudaSuccess)
        error = call(cuTexObjectGetResourceDesc, &resource, CUtexObject(texture));
    if (error == cudaSuccess) {
        const auto format = formatOf(resource);
        fromDriver(from, format == CU_AD_FORMAT_FLOAT || format == CU_AD_FORMAT_HALF, *description);
    }
    return error;
}

cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* view,
                                                 cudaTextureObject_t texture) {
    CUDA_RESOURCE_VIEW_DESC from{};
    const cudaError_t error = call(cuTexObjectGetResourceViewDesc, &from, CUtexObject(texture));
    if (error == cudaSuccess) {
        *view = {};
        view->format = as<cudaResourceViewFormat>(from.format);
        view->width = from.width;
        view->height = from.height;
        view->depth = from.depth;
        view->firstMipmapLevel = from.firstMipmapLevel;
        view->lastMipmapLevel = from.lastMipmapLevel;
        view->firstLayer = from.firstLayer;
        view->lastLayer = from.lastLayer;
    }
    return error;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface,
                                    const cudaResourceDesc* resource) {
    if (!surface || !resource)
        return keep(cudaErrorInvalidValue);
    CUDA_RESOURCE_DESC driverResource{};
    const cudaError_t valid = toDriver(*resource, driverResource);
    if (valid != cudaSuccess)
        return keep(valid);
    return call(cuSurfObjectCreate, surface,
                static_cast<const CUDA_RESOURCE_DESC*>(&driverResource));
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
    return surface ? call(cuSurfObjectDestroy, CUsurfObject(surface)) : keep(useContext());
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaSurfaceObject_t surface) {
    CUDA_RESOURCE_DESC from{};
    const cudaError_t error = call(cuSurfObjectGetResourceDesc, &from, CUsurfObject(surface));
    if (error == cudaSuccess)
        fromDriver(from, *resource);
    return error;
}

} // extern "C"
