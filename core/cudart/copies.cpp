// SPDX-License-Identifier: GPL-3.0-or-later
// Copies and fills. Compiled twice, like launches.cpp.
#include "core/cudart/copies.h"

#include "core/cudart/registry.h"

#include <algorithm>

namespace {

using namespace warpbench::cudart;

/// By the copy's kind, so that a wrong direction is an error.
cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    if (!isKind(kind))
        return keep(cudaErrorInvalidMemcpyDirection);
    if (bytes == 0)
        return keep(useContext());
    switch (kind) {
    case cudaMemcpyHostToDevice:
        return call(cuMemcpyHtoD, address(to), from, bytes);
    case cudaMemcpyDeviceToHost:
        return call(cuMemcpyDtoH, to, address(from), bytes);
    case cudaMemcpyDeviceToDevice:
        return call(cuMemcpyDtoD, address(to), address(from), bytes);
    default:
        return call(cuMemcpy, address(to), address(from), bytes);
    }
}

cudaError_t copyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                      cudaStream_t stream) {
    if (!isKind(kind))
        return keep(cudaErrorInvalidMemcpyDirection);
    if (bytes == 0)
        return keep(useContext());
    switch (kind) {
    case cudaMemcpyHostToDevice:
        return call(cuMemcpyHtoDAsync, address(to), from, bytes, stream);
    case cudaMemcpyDeviceToHost:
        return call(cuMemcpyDtoHAsync, to, address(from), bytes, stream);
    case cudaMemcpyDeviceToDevice:
        return call(cuMemcpyDtoDAsync, address(to), address(from), bytes, stream);
    default:
        return call(cuMemcpyAsync, address(to), address(from), bytes, stream);
    }
}

struct Blocking {
    cudaError_t operator()(const CUDA_MEMCPY2D& copy) const {
        return call(cuMemcpy2DUnaligned, &copy);
    }
    cudaError_t operator()(const CUDA_MEMCPY3D& copy) const { return call(cuMemcpy3D, &copy); }
    cudaError_t operator()(const CUDA_MEMCPY3D_PEER& copy) const {
        return call(cuMemcpy3DPeer, &copy);
    }
};
struct OnStream {
    cudaStream_t stream;
    cudaError_t operator()(const CUDA_MEMCPY2D& copy) const {
        return call(cuMemcpy2DAsync, &copy, stream);
    }
    cudaError_t operator()(const CUDA_MEMCPY3D& copy) const {
        return call(cuMemcpy3DAsync, &copy, stream);
    }
    cudaError_t operator()(const CUDA_MEMCPY3D_PEER& copy) const {
        return call(cuMemcpy3DPeerAsync, &copy, stream);
    }
};

template <class Do>
cudaError_t copyRows(Do perform, void* to, std::size_t toPitch, const void* from,
                     std::size_t fromPitch, std::size_t width, std::size_t height,
                     cudaMemcpyKind kind) {
    if (!isKind(kind))
        return keep(cudaErrorInvalidMemcpyDirection);
    if (width == 0 || height == 0)
        return keep(useContext());
    if (width > toPitch || width > fromPitch)
        return keep(cudaErrorInvalidPitchValue);
    const Rows source{sourceType(kind), address(from), nullptr, fromPitch};
    const Rows target{destinationType(kind), address(to), nullptr, toPitch};
    return perform(rowsCopy(source, target, width, height));
}

template <class Do>
cudaError_t copyRowsToArray(Do perform, cudaArray_t to, std::size_t x, std::size_t y,
                            const void* from, std::size_t pitch, std::size_t width,
                            std::size_t height, cudaMemcpyKind kind) {
    if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault)
        return keep(cudaErrorInvalidMemcpyDirection);
    if (width > pitch)
        return keep(cudaErrorInvalidPitchValue);
    const Rows source{sourceType(kind), address(from), nullptr, pitch};
    const Rows target{CU_MEMORYTYPE_ARRAY, 0, driverArray(to), 0, x, y};
    return perform(rowsCopy(source, target, width, height));
}

template <class Do>
cudaError_t copyRowsFromArray(Do perform, void* to, std::size_t pitch, cudaArray_const_t from,
                              std::size_t x, std::size_t y, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind) {
    if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault)
        return keep(cudaErrorInvalidMemcpyDirection);
    if (width > pitch)
        return keep(cudaErrorInvalidPitchValue);
    const Rows source{CU_MEMORYTYPE_ARRAY, 0, driverArray(from), 0, x, y};
    const Rows target{destinationType(kind), address(to), nullptr, pitch};
    return perform(rowsCopy(source, target, width, height));
}

/// Copies that continue in an array's next row where one ends: at most a part of the first row,
/// whole rows, and a part of the last.
template <class CopyPart>
cudaError_t inRows(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t bytes,
                   CopyPart copyPart) {
    CUDA_ARRAY3D_DESCRIPTOR descriptor{};
    cudaError_t error = call(cuArray3DGetDescriptor, &descriptor, driverArray(array));
    const std::size_t row = descriptor.Width * elementBytes(driverArray(array));
    std::size_t done = 0;
    while (error == cudaSuccess && done < bytes) {
        if (row == 0 || x >= row)
            return keep(cudaErrorInvalidValue);
        std::size_t width = std::min(row - x, bytes - done);
        std::size_t height = 1;
        if (x == 0 && bytes - done >= row) {
            width = row;
            height = (bytes - done) / row;
        }
        error = copyPart(done, x, y, width, height);
        done += width * height;
        y += height;
        x = 0;
    }
    return error;
}

/// A variable, at an offset.
/// \param wrong  the direction that a copy to or from a variable of a device cannot have
cudaError_t placeOf(const void* symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind,
                    cudaMemcpyKind wrong, void*& pointer) {
    if (!isKind(kind) || kind == wrong || kind == cudaMemcpyHostToHost)
        return keep(cudaErrorInvalidMemcpyDirection);
    Symbol found;
    const cudaError_t error = symbolOf(symbol, found);
    if (error != cudaSuccess)
        return error;
    if (offset > found.bytes || bytes > found.bytes - offset)
        return keep(cudaErrorInvalidValue);
    pointer = as<void*>(found.pointer + offset);
    return cudaSuccess;
}

CUcontext contextOf(int device) {
    CUcontext context = nullptr;
    return cuDevicePrimaryCtxRetain(&context, device) == CUDA_SUCCESS ? context : nullptr;
}

using warpbench::cudart::toDriver;

cudaError_t toDriver(const cudaMemcpy3DPeerParms& copy, CUDA_MEMCPY3D_PEER& result) {
    const cudaMemcpy3DParms plain{
        copy.srcArray, copy.srcPos, copy.srcPtr, copy.dstArray,
        copy.dstPos,   copy.dstPtr, copy.extent, cudaMemcpyDeviceToDevice};
    CUDA_MEMCPY3D shape{};
    const cudaError_t valid = toDriver(plain, shape);
    if (valid != cudaSuccess)
        return valid;
    result = {};
    result.srcXInBytes = shape.srcXInBytes;
    result.srcY = shape.srcY;
    result.srcZ = shape.srcZ;
    result.srcMemoryType = shape.srcMemoryType;
    result.srcDevice = shape.srcDevice;
    result.srcArray = shape.srcArray;
    result.srcContext = contextOf(copy.srcDevice);
    result.srcPitch = shape.srcPitch;
    result.srcHeight = shape.srcHeight;
    result.dstXInBytes = shape.dstXInBytes;
    result.dstY = shape.dstY;
    result.dstZ = shape.dstZ;
    result.dstMemoryType = shape.dstMemoryType;
    result.dstDevice = shape.dstDevice;
    result.dstArray = shape.dstArray;
    result.dstContext = contextOf(copy.dstDevice);
    result.dstPitch = shape.dstPitch;
    result.dstHeight = shape.dstHeight;
    result.WidthInBytes = shape.WidthInBytes;
    result.Height = shape.Height;
    result.Depth = shape.Depth;
    return cudaSuccess;
}

/// \tparam Shape  the driver's form of the copy
template <class Shape, class Do, class Parameters>
cudaError_t copyVolume(Do perform, const Parameters* copy) {
    Shape shape{};
    const cudaError_t valid = copy ? toDriver(*copy, shape) : cudaErrorInvalidValue;
    if (valid != cudaSuccess || shape.WidthInBytes == 0)
        return keep(valid);
    return perform(shape);
}

} // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return copy(to, from, bytes, kind);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return copyAsync(to, from, bytes, kind, stream);
}

cudaError_t cudaMemcpy2D(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    return copyRows(Blocking{}, to, toPitch, from, fromPitch, width, height, kind);
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t toPitch, const void* from,
                              std::size_t fromPitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
    return copyRows(OnStream{stream}, to, toPitch, from, fromPitch, width, height, kind);
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                std::size_t pitch, std::size_t width, std::size_t height,
                                cudaMemcpyKind kind) {
    return copyRowsToArray(Blocking{}, to, x, y, from, pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t pitch, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
    return copyRowsToArray(OnStream{stream}, to, x, y, from, pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from,
                                  std::size_t x, std::size_t y, std::size_t width,
                                  std::size_t height, cudaMemcpyKind kind) {
    return copyRowsFromArray(Blocking{}, to, pitch, from, x, y, width, height, kind);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from,
                                       std::size_t x, std::size_t y, std::size_t width,
                                       std::size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
    return copyRowsFromArray(OnStream{stream}, to, pitch, from, x, y, width, height, kind);
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t toX, std::size_t toY,
                                     cudaArray_const_t from, std::size_t fromX, std::size_t fromY,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return keep(cudaErrorInvalidMemcpyDirection);
    const Rows source{CU_MEMORYTYPE_ARRAY, 0, driverArray(from), 0, fromX, fromY};
    const Rows target{CU_MEMORYTYPE_ARRAY, 0, driverArray(to), 0, toX, toY};
    return Blocking{}(rowsCopy(source, target, width, height));
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                              std::size_t bytes, cudaMemcpyKind kind) {
    return inRows(to, x, y, bytes, [&](auto done, auto atX, auto atY, auto width, auto height) {
        return copyRowsToArray(Blocking{}, to, atX, atY, static_cast<const char*>(from) + done,
                               width, width, height, kind);
    });
}
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                   std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    return inRows(to, x, y, bytes, [&](auto done, auto atX, auto atY, auto width, auto height) {
        return copyRowsToArray(OnStream{stream}, to, atX, atY,
                               static_cast<const char*>(from) + done, width, width, height, kind);
    });
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                std::size_t bytes, cudaMemcpyKind kind) {
    return inRows(from, x, y, bytes, [&](auto done, auto atX, auto atY, auto width, auto height) {
        return copyRowsFromArray(Blocking{}, static_cast<char*>(to) + done, width, from, atX, atY,
                                 width, height, kind);
    });
}
cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                     std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    return inRows(from, x, y, bytes, [&](auto done, auto atX, auto atY, auto width, auto height) {
        return copyRowsFromArray(OnStream{stream}, static_cast<char*>(to) + done, width, from, atX,
                                 atY, width, height, kind);
    });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy) {
    return copyVolume<CUDA_MEMCPY3D>(Blocking{}, copy);
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t stream) {
    return copyVolume<CUDA_MEMCPY3D>(OnStream{stream}, copy);
}
cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* copy) {
    return copyVolume<CUDA_MEMCPY3D_PEER>(Blocking{}, copy);
}
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* copy, cudaStream_t stream) {
    return copyVolume<CUDA_MEMCPY3D_PEER>(OnStream{stream}, copy);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes,
                               std::size_t offset, cudaMemcpyKind kind) {
    void* to = nullptr;
    const cudaError_t found = placeOf(symbol, bytes, offset, kind, cudaMemcpyDeviceToHost, to);
    return found == cudaSuccess ? copy(to, from, bytes, kind) : found;
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                    std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
    void* to = nullptr;
    const cudaError_t found = placeOf(symbol, bytes, offset, kind, cudaMemcpyDeviceToHost, to);
    return found == cudaSuccess ? copyAsync(to, from, bytes, kind, stream) : found;
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes,
                                 std::size_t offset, cudaMemcpyKind kind) {
    void* from = nullptr;
    const cudaError_t found = placeOf(symbol, bytes, offset, kind, cudaMemcpyHostToDevice, from);
    return found == cudaSuccess ? copy(to, from, bytes, kind) : found;
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes,
                                      std::size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
    void* from = nullptr;
    const cudaError_t found = placeOf(symbol, bytes, offset, kind, cudaMemcpyHostToDevice, from);
    return found == cudaSuccess ? copyAsync(to, from, bytes, kind, stream) : found;
}

cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
    return bytes ? call(cuMemsetD8, address(to), static_cast<unsigned char>(value), bytes)
                 : keep(useContext());
}
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
    return bytes ? call(cuMemsetD8Async, address(to), static_cast<unsigned char>(value), bytes,
                        stream)
                 : keep(useContext());
}
cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
    if (width == 0 || height == 0)
        return keep(useContext());
    return call(cuMemsetD2D8, address(to), pitch, static_cast<unsigned char>(value), width, height);
}
cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
    if (width == 0 || height == 0)
        return keep(useContext());
    return call(cuMemsetD2D8Async, address(to), pitch, static_cast<unsigned char>(value), width,
                height, stream);
}
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
    cudaError_t error = keep(useContext());
    for (std::size_t z = 0; z < extent.depth && error == cudaSuccess; ++z)
        error = cudaMemset2D(static_cast<char*>(to.ptr) + z * to.pitch * to.ysize, to.pitch, value,
                             extent.width, extent.height);
    return error;
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                              cudaStream_t stream) {
    cudaError_t error = keep(useContext());
    for (std::size_t z = 0; z < extent.depth && error == cudaSuccess; ++z)
        error = cudaMemset2DAsync(static_cast<char*>(to.ptr) + z * to.pitch * to.ysize, to.pitch,
                                  value, extent.width, extent.height, stream);
    return error;
}

cudaError_t cudaMemcpyBatchAsync(void* const* to, const void* const* from, const std::size_t* sizes,
                                 std::size_t count, cudaMemcpyAttributes*, std::size_t*,
                                 std::size_t, cudaStream_t stream) {
    if (!to || !from || !sizes || count == 0)
        return keep(cudaErrorInvalidValue);
    cudaError_t error = cudaSuccess;
    for (std::size_t i = 0; i < count && error == cudaSuccess; ++i)
        error = copyAsync(to[i], from[i], sizes[i], cudaMemcpyDefault, stream);
    return error;
}

} // extern "C"
