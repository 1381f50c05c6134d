// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/driver/errors/error_rows.h"

#include <cstdint>

namespace driver_errors {

namespace {

using E = Environment;

/// Leaves the limit as it was.
CUresult setAndPutBack(const Driver& d, CUlimit limit, std::size_t value) {
    std::size_t before = 0;
    D(cuCtxGetLimit)(&before, limit);
    const CUresult result = D(cuCtxSetLimit)(limit, value);
    D(cuCtxSetLimit)(limit, before);
    return result;
}

/// Runs without a current context.
template <typename Call>
CUresult withoutContext(const Driver& d, const E& e, Call&& call) {
    CUcontext popped = nullptr;
    D(cuCtxPopCurrent)(&popped);
    const CUresult result = call();
    D(cuCtxPushCurrent)(e.context);
    return result;
}

} // namespace

std::vector<Row> basicRows() {
    return {
        {"cuInit with flags", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuInit)(1); }},
        {"cuDriverGetVersion to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuDriverGetVersion)(nullptr); }},
        {"cuGetErrorName of no error", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             const char* name = nullptr;
             return D(cuGetErrorName)(static_cast<CUresult>(12345), &name);
         }},
        {"cuGetProcAddress of nothing", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             void* address = nullptr;
             return D(cuGetProcAddress)(nullptr, &address, 12000, 0, nullptr);
         }},
        // The flags contradict each other; no code is documented for that.
        {"cuGetProcAddress with both kinds of stream", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             void* address = nullptr;
             return D(cuGetProcAddress)("cuInit", &address, 12000, 3, nullptr);
         }},
        {"cuDeviceGet of -1", CUDA_ERROR_INVALID_DEVICE,
         [](const Driver& d, const E&) {
             CUdevice device = 0;
             return D(cuDeviceGet)(&device, -1);
         }},
        {"cuDeviceGet of 1000", CUDA_ERROR_INVALID_DEVICE,
         [](const Driver& d, const E&) {
             CUdevice device = 0;
             return D(cuDeviceGet)(&device, 1000);
         }},
        {"cuDeviceGet to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuDeviceGet)(nullptr, 0); }},
        {"cuDeviceGetCount to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuDeviceGetCount)(nullptr); }},
        {"cuDeviceGetName to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuDeviceGetName)(nullptr, 10, 0); }},
        {"cuDeviceGetName of device 1000", CUDA_ERROR_INVALID_DEVICE,
         [](const Driver& d, const E&) {
             char name[10];
             return D(cuDeviceGetName)(name, sizeof name, 1000);
         }},
        {"cuDeviceGetAttribute of none", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             int value = 0;
             return D(cuDeviceGetAttribute)(&value, static_cast<CUdevice_attribute>(9999), 0);
         }},
        {"cuDeviceGetAttribute of device 1000", CUDA_ERROR_INVALID_DEVICE,
         [](const Driver& d, const E&) {
             int value = 0;
             return D(cuDeviceGetAttribute)(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 1000);
         }},
        {"cuDeviceTotalMem to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuDeviceTotalMem)(nullptr, 0); }},
        {"cuDeviceCanAccessPeer to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuDeviceCanAccessPeer)(nullptr, 0, 0); }},
        {"cuDeviceGetP2PAttribute of itself", CUDA_ERROR_INVALID_DEVICE,
         [](const Driver& d, const E&) {
             int value = 0;
             return D(cuDeviceGetP2PAttribute)(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0,
                                               0);
         }},
        {"cuCtxCreate to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuCtxCreate)(nullptr, nullptr, 0, 0); }},
        {"cuCtxCreate with unknown flags", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUcontext context = nullptr;
             return D(cuCtxCreate)(&context, nullptr, 0x10000, 0);
         }},
        {"cuCtxCreate on device 1000", CUDA_ERROR_INVALID_DEVICE,
         [](const Driver& d, const E&) {
             CUcontext context = nullptr;
             return D(cuCtxCreate)(&context, nullptr, 0, 1000);
         }},
        {"cuCtxPopCurrent with none", CUDA_ERROR_INVALID_CONTEXT,
         [](const Driver& d, const E& e) {
             return withoutContext(d, e, [&] {
                 CUcontext context = nullptr;
                 return D(cuCtxPopCurrent)(&context);
             });
         }},
        {"cuCtxSynchronize with none", CUDA_ERROR_INVALID_CONTEXT,
         [](const Driver& d, const E& e) {
             return withoutContext(d, e, [&] { return D(cuCtxSynchronize)(); });
         }},
        {"cuMemAlloc with no context", CUDA_ERROR_INVALID_CONTEXT,
         [](const Driver& d, const E& e) {
             return withoutContext(d, e, [&] {
                 CUdeviceptr memory = 0;
                 return D(cuMemAlloc)(&memory, 16);
             });
         }},
        {"cuCtxGetDevice with none", CUDA_ERROR_INVALID_CONTEXT,
         [](const Driver& d, const E& e) {
             return withoutContext(d, e, [&] {
                 CUdevice device = 0;
                 return D(cuCtxGetDevice)(&device);
             });
         }},
        {"cuCtxGetCurrent with none", CUDA_SUCCESS,
         [](const Driver& d, const E& e) {
             return withoutContext(d, e, [&] {
                 CUcontext context = nullptr;
                 return D(cuCtxGetCurrent)(&context);
             });
         }},
        {"cuCtxDestroy of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuCtxDestroy)(nullptr); }},
        {"cuCtxPushCurrent of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuCtxPushCurrent)(nullptr); }},
        {"cuCtxGetLimit to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuCtxGetLimit)(nullptr, CU_LIMIT_STACK_SIZE); }},
        // cuda.h documents CUDA_ERROR_UNSUPPORTED_LIMIT for both; driver 580.159 keeps it for
        // limits that this GPU lacks.
        {"cuCtxGetLimit of none", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             size_t value = 0;
             return D(cuCtxGetLimit)(&value, static_cast<CUlimit>(99));
         }},
        {"cuCtxSetLimit of none", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuCtxSetLimit)(static_cast<CUlimit>(99), 1); }},
        {"cuCtxSetLimit of the largest stack", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuCtxSetLimit)(CU_LIMIT_STACK_SIZE, SIZE_MAX); }},
        {"cuCtxSetLimit of a large printf buffer", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             return setAndPutBack(d, CU_LIMIT_PRINTF_FIFO_SIZE, SIZE_MAX / 2);
         }},
        {"cuCtxSetLimit of a large heap", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             return setAndPutBack(d, CU_LIMIT_MALLOC_HEAP_SIZE, SIZE_MAX / 2);
         }},
        {"cuCtxSetLimit of many launches", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             return setAndPutBack(d, CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, SIZE_MAX);
         }},
        {"cuCtxSetLimit of large fetches", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return D(cuCtxSetLimit)(CU_LIMIT_MAX_L2_FETCH_GRANULARITY, 1000);
         }},
        {"cuCtxSetLimit of more cache than there is", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return D(cuCtxSetLimit)(CU_LIMIT_PERSISTING_L2_CACHE_SIZE, SIZE_MAX);
         }},
        {"cuCtxGetLimit of what ended with Hopper", CUDA_ERROR_UNSUPPORTED_LIMIT,
         [](const Driver& d, const E&) {
             size_t value = 0;
             return D(cuCtxGetLimit)(&value, CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH);
         }},
        {"cuCtxSetLimit of what ended with Hopper", CUDA_ERROR_UNSUPPORTED_LIMIT,
         [](const Driver& d, const E&) {
             return D(cuCtxSetLimit)(CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH, 1);
         }},
        {"cuCtxGetLimit of shared memory beside graphics", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             size_t value = 0;
             return D(cuCtxGetLimit)(&value, CU_LIMIT_SHMEM_SIZE);
         }},
        {"cuCtxSetLimit of shared memory beside graphics", CUDA_ERROR_NOT_PERMITTED,
         [](const Driver& d, const E&) { return D(cuCtxSetLimit)(CU_LIMIT_SHMEM_SIZE, 1024); }},
        {"cuCtxSetLimit of sharing with graphics", CUDA_ERROR_NOT_PERMITTED,
         [](const Driver& d, const E&) { return D(cuCtxSetLimit)(CU_LIMIT_CIG_ENABLED, 0); }},
        {"cuCtxSetCacheConfig of none", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return D(cuCtxSetCacheConfig)(static_cast<CUfunc_cache>(9));
         }},
        // cuda.h documents CUDA_ERROR_INVALID_CONTEXT; driver 580.159 does not say so.
        {"cuCtxEnablePeerAccess to itself", CUDA_ERROR_PEER_ACCESS_UNSUPPORTED,
         [](const Driver& d, const E& e) { return D(cuCtxEnablePeerAccess)(e.context, 0); }},
        {"cuCtxEnablePeerAccess with flags", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) { return D(cuCtxEnablePeerAccess)(e.context, 1); }},
        {"cuCtxGetStreamPriorityRange to nowhere", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             return D(cuCtxGetStreamPriorityRange)(nullptr, nullptr);
         }},
        {"cuDevicePrimaryCtxRelease without retain", CUDA_ERROR_INVALID_CONTEXT,
         [](const Driver& d, const E&) { return D(cuDevicePrimaryCtxRelease)(0); }},
        {"cuDevicePrimaryCtxSetFlags with unknown flags", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuDevicePrimaryCtxSetFlags)(0, 0x10000); }},
        {"cuDevicePrimaryCtxRetain on device 1000", CUDA_ERROR_INVALID_DEVICE,
         [](const Driver& d, const E&) {
             CUcontext context = nullptr;
             return D(cuDevicePrimaryCtxRetain)(&context, 1000);
         }},
    };
}

} // namespace driver_errors
