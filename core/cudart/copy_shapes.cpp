// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cudart/copies.h"

namespace warpbench::cudart {

std::size_t elementBytes(CUarray array) {
    CUDA_ARRAY3D_DESCRIPTOR descriptor{};
    if (useContext() != CUDA_SUCCESS || cuArray3DGetDescriptor(&descriptor, array) != CUDA_SUCCESS)
        return 0;
    switch (descriptor.Format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT8:
        return descriptor.NumChannels;
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_HALF:
        return std::size_t(2) * descriptor.NumChannels;
    default:
        return std::size_t(4) * descriptor.NumChannels;
    }
}

CUmemorytype sourceType(cudaMemcpyKind kind) {
    if (kind == cudaMemcpyDefault)
        return CU_MEMORYTYPE_UNIFIED;
    const bool host = kind == cudaMemcpyHostToHost || kind == cudaMemcpyHostToDevice;
    return host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
}

CUmemorytype destinationType(cudaMemcpyKind kind) {
    if (kind == cudaMemcpyDefault)
        return CU_MEMORYTYPE_UNIFIED;
    const bool host = kind == cudaMemcpyHostToHost || kind == cudaMemcpyDeviceToHost;
    return host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
}

CUDA_MEMCPY2D rowsCopy(const Rows& from, const Rows& to, std::size_t width, std::size_t height) {
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = from.type;
    copy.srcHost = as<const void*>(from.pointer);
    copy.srcDevice = from.pointer;
    copy.srcArray = from.array;
    copy.srcPitch = from.pitch;
    copy.srcXInBytes = from.x;
    copy.srcY = from.y;
    copy.dstMemoryType = to.type;
    copy.dstHost = as<void*>(to.pointer);
    copy.dstDevice = to.pointer;
    copy.dstArray = to.array;
    copy.dstPitch = to.pitch;
    copy.dstXInBytes = to.x;
    copy.dstY = to.y;
    copy.WidthInBytes = width;
    copy.Height = height;
    return copy;
}

cudaError_t toDriver(const cudaMemcpy3DParms& copy, CUDA_MEMCPY3D& result) {
    result = {};
    if (copy.extent.width == 0 || copy.extent.height == 0 || copy.extent.depth == 0)
        return cudaSuccess; // nothing to copy, whatever the rest says
    const bool fromArray = copy.srcArray != nullptr;
    const bool toArray = copy.dstArray != nullptr;
    if (fromArray == (copy.srcPtr.ptr != nullptr) || toArray == (copy.dstPtr.ptr != nullptr))
        return cudaErrorInvalidValue;
    if (!isKind(copy.kind))
        return cudaErrorInvalidMemcpyDirection;
    const std::size_t sourceBytes = fromArray ? elementBytes(driverArray(copy.srcArray)) : 1;
    const std::size_t targetBytes = toArray ? elementBytes(driverArray(copy.dstArray)) : 1;
    if (sourceBytes == 0 || targetBytes == 0)
        return cudaErrorInvalidResourceHandle;
    const std::size_t unit = fromArray ? sourceBytes : targetBytes;
    result.WidthInBytes = copy.extent.width * unit;
    result.Height = copy.extent.height;
    result.Depth = copy.extent.depth;
    result.srcXInBytes = copy.srcPos.x * sourceBytes;
    result.srcY = copy.srcPos.y;
    result.srcZ = copy.srcPos.z;
    result.dstXInBytes = copy.dstPos.x * targetBytes;
    result.dstY = copy.dstPos.y;
    result.dstZ = copy.dstPos.z;
    if (fromArray) {
        result.srcMemoryType = CU_MEMORYTYPE_ARRAY;
        result.srcArray = driverArray(copy.srcArray);
    } else {
        result.srcMemoryType = sourceType(copy.kind);
        result.srcHost = copy.srcPtr.ptr;
        result.srcDevice = address(copy.srcPtr.ptr);
        result.srcPitch = copy.srcPtr.pitch;
        result.srcHeight = copy.srcPtr.ysize;
    }
    if (toArray) {
        result.dstMemoryType = CU_MEMORYTYPE_ARRAY;
        result.dstArray = driverArray(copy.dstArray);
    } else {
        result.dstMemoryType = destinationType(copy.kind);
        result.dstHost = copy.dstPtr.ptr;
        result.dstDevice = address(copy.dstPtr.ptr);
        result.dstPitch = copy.dstPtr.pitch;
        result.dstHeight = copy.dstPtr.ysize;
    }
    return cudaSuccess;
}

namespace {

cudaMemcpyKind kindOf(CUmemorytype from, CUmemorytype to) {
    const bool fromHost = from == CU_MEMORYTYPE_HOST;
    const bool toHost = to == CU_MEMORYTYPE_HOST;
    if (from == CU_MEMORYTYPE_UNIFIED || to == CU_MEMORYTYPE_UNIFIED)
        return cudaMemcpyDefault;
    if (fromHost)
        return toHost ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
    return toHost ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

} // namespace

cudaError_t fromDriver(const CUDA_MEMCPY3D& copy, cudaMemcpy3DParms& result) {
    result = {};
    std::size_t sourceBytes = 1;
    std::size_t targetBytes = 1;
    if (copy.srcMemoryType == CU_MEMORYTYPE_ARRAY) {
        result.srcArray = reinterpret_cast<cudaArray_t>(copy.srcArray);
        sourceBytes = elementBytes(copy.srcArray);
    } else {
        void* pointer = copy.srcMemoryType == CU_MEMORYTYPE_HOST ? const_cast<void*>(copy.srcHost)
                                                                 : as<void*>(copy.srcDevice);
        result.srcPtr = {pointer, copy.srcPitch, copy.srcPitch, copy.srcHeight};
    }
    if (copy.dstMemoryType == CU_MEMORYTYPE_ARRAY) {
        result.dstArray = reinterpret_cast<cudaArray_t>(copy.dstArray);
        targetBytes = elementBytes(copy.dstArray);
    } else {
        void* pointer =
            copy.dstMemoryType == CU_MEMORYTYPE_HOST ? copy.dstHost : as<void*>(copy.dstDevice);
        result.dstPtr = {pointer, copy.dstPitch, copy.dstPitch, copy.dstHeight};
    }
    if (sourceBytes == 0 || targetBytes == 0)
        return cudaErrorInvalidResourceHandle;
    const std::size_t unit = result.srcArray ? sourceBytes : targetBytes;
    result.srcPos = {copy.srcXInBytes / sourceBytes, copy.srcY, copy.srcZ};
    result.dstPos = {copy.dstXInBytes / targetBytes, copy.dstY, copy.dstZ};
    result.extent = {copy.WidthInBytes / unit, copy.Height, copy.Depth};
    result.kind = kindOf(copy.srcMemoryType, copy.dstMemoryType);
    return cudaSuccess;
}

} // namespace warpbench::cudart
