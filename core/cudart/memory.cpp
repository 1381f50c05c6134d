// SPDX-License-Identifier: GPL-3.0-or-later
// Device, host and managed memory; pointer attributes; pools.
#include "core/cudart/runtime.h"

#include <cstdint>

namespace {

using namespace warpbench::cudart;

cudaMemoryType memoryType(CUmemorytype type, bool isManaged) {
    if (isManaged)
        return cudaMemoryTypeManaged;
    return type == CU_MEMORYTYPE_HOST ? cudaMemoryTypeHost : cudaMemoryTypeDevice;
}

} // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
    if (!pointer)
        return keep(cudaErrorInvalidValue);
    *pointer = nullptr;
    if (bytes == 0)
        return keep(useContext());
    return call(cuMemAlloc, reinterpret_cast<CUdeviceptr*>(pointer), bytes);
}

cudaError_t cudaFree(void* pointer) {
    if (pointer)
        return call(cuMemFree, address(pointer));
    // Nothing to free, but an error that broke the context must be reported here as well.
    const CUresult ready = useContext();
    const CUresult state = ready == CUDA_SUCCESS ? cuMemFree(0) : ready;
    return keep(state == CUDA_ERROR_INVALID_VALUE ? CUDA_SUCCESS : state);
}

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned int flags) {
    if (!pointer)
        return keep(cudaErrorInvalidValue);
    *pointer = nullptr;
    if (bytes == 0)
        return keep(useContext());
    return call(cuMemAllocManaged, reinterpret_cast<CUdeviceptr*>(pointer), bytes, flags);
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height) {
    if (!pointer || !pitch)
        return keep(cudaErrorInvalidValue);
    *pointer = nullptr;
    *pitch = 0;
    if (width == 0 || height == 0)
        return keep(useContext());
    // The driver wants to know the width of accesses; 4 bytes is sufficient for every access of the
    // runtime.
    return call(cuMemAllocPitch, reinterpret_cast<CUdeviceptr*>(pointer), pitch, width, height, 4u);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
    if (!pointer)
        return keep(cudaErrorInvalidValue);
    *pointer = {nullptr, 0, extent.width, extent.height};
    const cudaError_t error =
        cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width, extent.height * extent.depth);
    return error;
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
    return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault);
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned int flags) {
    if (!pointer)
        return keep(cudaErrorInvalidValue);
    *pointer = nullptr;
    return bytes ? call(cuMemHostAlloc, pointer, bytes, flags) : keep(useContext());
}

cudaError_t cudaFreeHost(void* pointer) {
    return pointer ? call(cuMemFreeHost, pointer) : keep(useContext());
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned int flags) {
    return call(cuMemHostRegister, pointer, bytes, flags);
}
cudaError_t cudaHostUnregister(void* pointer) {
    return call(cuMemHostUnregister, pointer);
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags) {
    return call(cuMemHostGetDevicePointer, reinterpret_cast<CUdeviceptr*>(device), host, flags);
}
cudaError_t cudaHostGetFlags(unsigned int* flags, void* pointer) {
    return call(cuMemHostGetFlags, flags, pointer);
}

/// Memory that CUDA does not know is not an error: the host's own, not registered.
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    if (!attributes)
        return keep(cudaErrorInvalidValue);
    *attributes = {};
    attributes->type = cudaMemoryTypeUnregistered;
    attributes->device = -2; // cudaInvalidDeviceId
    attributes->hostPointer = const_cast<void*>(pointer);
    const CUresult ready = useContext();
    if (ready != CUDA_SUCCESS)
        return keep(ready);
    CUmemorytype type{};
    unsigned isManaged = 0;
    int device = 0;
    CUdeviceptr devicePointer = 0;
    void* hostPointer = nullptr;
    CUpointer_attribute which[] = {
        CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
        CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
        CU_POINTER_ATTRIBUTE_HOST_POINTER};
    void* values[] = {&type, &isManaged, &device, &devicePointer, &hostPointer};
    const CUresult result = cuPointerGetAttributes(5, which, values, address(pointer));
    if (result != CUDA_SUCCESS)
        return keep(result);
    if (type == 0 && !isManaged)
        return cudaSuccess;
    attributes->type = memoryType(type, isManaged != 0);
    attributes->device = device;
    attributes->devicePointer = as<void*>(devicePointer);
    attributes->hostPointer = hostPointer;
    return cudaSuccess;
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation place) {
    return call(cuMemAdvise, address(pointer), bytes, as<CUmem_advise>(advice), location(place));
}
cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t bytes, cudaMemRangeAttribute attribute,
                                     const void* pointer, std::size_t count) {
    return call(cuMemRangeGetAttribute, data, bytes, as<CUmem_range_attribute>(attribute),
                address(pointer), count);
}
cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* sizes,
                                      cudaMemRangeAttribute* attributes, std::size_t number,
                                      const void* pointer, std::size_t count) {
    return call(cuMemRangeGetAttributes, data, sizes,
                reinterpret_cast<CUmem_range_attribute*>(attributes), number, address(pointer),
                count);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    return call(cuDeviceGetDefaultMemPool, pool, CUdevice(device));
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    return call(cuDeviceGetMemPool, pool, CUdevice(device));
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    return call(cuDeviceSetMemPool, CUdevice(device), pool);
}
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
    static_assert(sizeof(cudaMemPoolProps) == sizeof(CUmemPoolProps));
    return call(cuMemPoolCreate, pool, reinterpret_cast<const CUmemPoolProps*>(properties));
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    return call(cuMemPoolDestroy, pool);
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t keepBytes) {
    return call(cuMemPoolTrimTo, pool, keepBytes);
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return call(cuMemPoolSetAttribute, pool, as<CUmemPool_attribute>(attribute), value);
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return call(cuMemPoolGetAttribute, pool, as<CUmemPool_attribute>(attribute), value);
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* list,
                                 std::size_t count) {
    static_assert(sizeof(cudaMemAccessDesc) == sizeof(CUmemAccessDesc));
    return call(cuMemPoolSetAccess, pool, reinterpret_cast<const CUmemAccessDesc*>(list), count);
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* place) {
    return call(cuMemPoolGetAccess, reinterpret_cast<CUmemAccess_flags*>(flags), pool,
                reinterpret_cast<CUmemLocation*>(place));
}
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* pool, cudaMemLocation* place,
                                     cudaMemAllocationType type) {
    return call(cuMemGetDefaultMemPool, pool, reinterpret_cast<CUmemLocation*>(place),
                as<CUmemAllocationType>(type));
}
cudaError_t cudaMemGetMemPool(cudaMemPool_t* pool, cudaMemLocation* place,
                              cudaMemAllocationType type) {
    return call(cuMemGetMemPool, pool, reinterpret_cast<CUmemLocation*>(place),
                as<CUmemAllocationType>(type));
}
cudaError_t cudaMemSetMemPool(cudaMemLocation* place, cudaMemAllocationType type,
                              cudaMemPool_t pool) {
    return call(cuMemSetMemPool, reinterpret_cast<CUmemLocation*>(place),
                as<CUmemAllocationType>(type), pool);
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
    return call(cuDeviceGraphMemTrim, CUdevice(device));
}
cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value) {
    return call(cuDeviceGetGraphMemAttribute, CUdevice(device), as<CUgraphMem_attribute>(attribute),
                value);
}
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value) {
    return call(cuDeviceSetGraphMemAttribute, CUdevice(device), as<CUgraphMem_attribute>(attribute),
                value);
}

} // extern "C"
