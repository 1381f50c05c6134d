// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda.h>

#include <cstddef>

/// The table of the driver's entry points: which functions are looked up, in which version, and
/// under which names in a driver without cuGetProcAddress.
namespace warpbench::cuda {

/// One function of the driver. Calling a function that this driver lacks throws.
template <class... Args>
class EntryPoint {
  public:
    using Function = CUresult(CUDAAPI*)(Args...);

    /// \throws Error (environment) that names function and driver if the driver lacks it
    CUresult operator()(Args... args) const {
        if (!m_function) [[unlikely]]
            missing();
        return m_function(args...);
    }
    explicit operator bool() const noexcept { return m_function != nullptr; }
    const char* name() const noexcept { return m_name; }
    void* address() const noexcept { return reinterpret_cast<void*>(m_function); }

    /// \param simulated  whether the driver is the simulated one, for messages
    void set(void* address, const char* name, bool simulated) noexcept {
        m_function = reinterpret_cast<Function>(address);
        m_name = name;
        m_simulated = simulated;
    }

  private:
    [[noreturn]] void missing() const;

    Function m_function = nullptr;
    const char* m_name = "";
    bool m_simulated = false;
};

[[noreturn]] void throwMissingEntryPoint(const char* name, bool simulated);

template <class... Args>
void EntryPoint<Args...>::missing() const {
    throwMissingEntryPoint(m_name, m_simulated);
}

// X(need, member, name for cuGetProcAddress, version of the typedef held here, exported name,
// types)
//
// The version is that of the signature used here (cudaTypedefs.h, PFN_<name>_v<version>), not the
// toolkit's: for 13000, cuCtxSynchronize is a function that takes a context. `required`: exists
// in every driver since CUDA 11; the driver is unusable without it. `optional`: an error when
// called.
#define WARPBENCH_CUDA_ENTRY_POINTS(X)                                                             \
    X(required, init, "cuInit", 2000, "cuInit", unsigned)                                          \
    X(required, driverGetVersion, "cuDriverGetVersion", 2020, "cuDriverGetVersion", int*)          \
    X(required, getErrorName, "cuGetErrorName", 6000, "cuGetErrorName", CUresult, const char**)    \
    X(required, getErrorString, "cuGetErrorString", 6000, "cuGetErrorString", CUresult,            \
      const char**)                                                                                \
    /* Devices */                                                                                  \
    X(required, deviceGet, "cuDeviceGet", 2000, "cuDeviceGet", CUdevice*, int)                     \
    X(required, deviceGetCount, "cuDeviceGetCount", 2000, "cuDeviceGetCount", int*)                \
    X(required, deviceGetName, "cuDeviceGetName", 2000, "cuDeviceGetName", char*, int, CUdevice)   \
    X(optional, deviceGetUuid, "cuDeviceGetUuid", 9020, "cuDeviceGetUuid", CUuuid*, CUdevice)      \
    X(required, deviceTotalMem, "cuDeviceTotalMem", 3020, "cuDeviceTotalMem_v2", std::size_t*,     \
      CUdevice)                                                                                    \
    X(required, deviceGetAttribute, "cuDeviceGetAttribute", 2000, "cuDeviceGetAttribute", int*,    \
      CUdevice_attribute, CUdevice)                                                                \
    X(optional, deviceGetPciBusId, "cuDeviceGetPCIBusId", 4010, "cuDeviceGetPCIBusId", char*, int, \
      CUdevice)                                                                                    \
    X(optional, deviceCanAccessPeer, "cuDeviceCanAccessPeer", 4000, "cuDeviceCanAccessPeer", int*, \
      CUdevice, CUdevice)                                                                          \
    /* Contexts */                                                                                 \
    X(required, primaryContextRetain, "cuDevicePrimaryCtxRetain", 7000,                            \
      "cuDevicePrimaryCtxRetain", CUcontext*, CUdevice)                                            \
    X(required, primaryContextRelease, "cuDevicePrimaryCtxRelease", 11000,                         \
      "cuDevicePrimaryCtxRelease_v2", CUdevice)                                                    \
    X(optional, primaryContextGetState, "cuDevicePrimaryCtxGetState", 7000,                        \
      "cuDevicePrimaryCtxGetState", CUdevice, unsigned*, int*)                                     \
    X(required, contextCreate, "cuCtxCreate", 3020, "cuCtxCreate_v2", CUcontext*, unsigned,        \
      CUdevice)                                                                                    \
    X(required, contextDestroy, "cuCtxDestroy", 4000, "cuCtxDestroy_v2", CUcontext)                \
    X(required, contextPush, "cuCtxPushCurrent", 4000, "cuCtxPushCurrent_v2", CUcontext)           \
    X(required, contextPop, "cuCtxPopCurrent", 4000, "cuCtxPopCurrent_v2", CUcontext*)             \
    X(optional, contextGetCurrent, "cuCtxGetCurrent", 4000, "cuCtxGetCurrent", CUcontext*)         \
    X(required, contextSynchronize, "cuCtxSynchronize", 2000, "cuCtxSynchronize")                  \
    X(optional, contextGetApiVersion, "cuCtxGetApiVersion", 3020, "cuCtxGetApiVersion", CUcontext, \
      unsigned*)                                                                                   \
    X(optional, contextSetLimit, "cuCtxSetLimit", 3010, "cuCtxSetLimit", CUlimit, std::size_t)     \
    X(optional, contextGetLimit, "cuCtxGetLimit", 3010, "cuCtxGetLimit", std::size_t*, CUlimit)    \
    X(optional, contextGetStreamPriorityRange, "cuCtxGetStreamPriorityRange", 5050,                \
      "cuCtxGetStreamPriorityRange", int*, int*)                                                   \
    X(optional, contextEnablePeerAccess, "cuCtxEnablePeerAccess", 4000, "cuCtxEnablePeerAccess",   \
      CUcontext, unsigned)                                                                         \
    X(optional, profilerStart, "cuProfilerStart", 4000, "cuProfilerStart")                         \
    X(optional, profilerStop, "cuProfilerStop", 4000, "cuProfilerStop")                            \
    /* Modules and functions */                                                                    \
    X(required, moduleLoadDataEx, "cuModuleLoadDataEx", 2010, "cuModuleLoadDataEx", CUmodule*,     \
      const void*, unsigned, CUjit_option*, void**)                                                \
    X(required, moduleUnload, "cuModuleUnload", 2000, "cuModuleUnload", CUmodule)                  \
    X(optional, linkCreate, "cuLinkCreate", 6050, "cuLinkCreate_v2", unsigned, CUjit_option*,      \
      void**, CUlinkState*)                                                                        \
    X(optional, linkAddData, "cuLinkAddData", 6050, "cuLinkAddData_v2", CUlinkState,               \
      CUjitInputType, void*, std::size_t, const char*, unsigned, CUjit_option*, void**)            \
    X(optional, linkAddFile, "cuLinkAddFile", 6050, "cuLinkAddFile_v2", CUlinkState,               \
      CUjitInputType, const char*, unsigned, CUjit_option*, void**)                                \
    X(optional, linkComplete, "cuLinkComplete", 5050, "cuLinkComplete", CUlinkState, void**,       \
      std::size_t*)                                                                                \
    X(optional, linkDestroy, "cuLinkDestroy", 5050, "cuLinkDestroy", CUlinkState)                  \
    X(required, moduleGetFunction, "cuModuleGetFunction", 2000, "cuModuleGetFunction",             \
      CUfunction*, CUmodule, const char*)                                                          \
    X(required, moduleGetGlobal, "cuModuleGetGlobal", 3020, "cuModuleGetGlobal_v2", CUdeviceptr*,  \
      std::size_t*, CUmodule, const char*)                                                         \
    X(optional, moduleGetFunctionCount, "cuModuleGetFunctionCount", 12040,                         \
      "cuModuleGetFunctionCount", unsigned*, CUmodule)                                             \
    X(optional, moduleEnumerateFunctions, "cuModuleEnumerateFunctions", 12040,                     \
      "cuModuleEnumerateFunctions", CUfunction*, unsigned, CUmodule)                               \
    X(optional, functionGetName, "cuFuncGetName", 12030, "cuFuncGetName", const char**,            \
      CUfunction)                                                                                  \
    X(optional, functionGetParamInfo, "cuFuncGetParamInfo", 12040, "cuFuncGetParamInfo",           \
      CUfunction, std::size_t, std::size_t*, std::size_t*)                                         \
    X(required, functionGetAttribute, "cuFuncGetAttribute", 2020, "cuFuncGetAttribute", int*,      \
      CUfunction_attribute, CUfunction)                                                            \
    X(optional, functionSetAttribute, "cuFuncSetAttribute", 9000, "cuFuncSetAttribute",            \
      CUfunction, CUfunction_attribute, int)                                                       \
    X(required, launchKernel, "cuLaunchKernel", 4000, "cuLaunchKernel", CUfunction, unsigned,      \
      unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void**, void**)        \
    X(optional, launchKernelEx, "cuLaunchKernelEx", 11060, "cuLaunchKernelEx",                     \
      const CUlaunchConfig*, CUfunction, void**, void**)                                           \
    X(optional, launchCooperativeKernel, "cuLaunchCooperativeKernel", 9000,                        \
      "cuLaunchCooperativeKernel", CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned,   \
      unsigned, unsigned, CUstream, void**)                                                        \
    X(optional, occupancyMaxActiveBlocks, "cuOccupancyMaxActiveBlocksPerMultiprocessor", 6050,     \
      "cuOccupancyMaxActiveBlocksPerMultiprocessor", int*, CUfunction, int, std::size_t)           \
    /* Memory */                                                                                   \
    X(required, memGetInfo, "cuMemGetInfo", 3020, "cuMemGetInfo_v2", std::size_t*, std::size_t*)   \
    X(required, memAlloc, "cuMemAlloc", 3020, "cuMemAlloc_v2", CUdeviceptr*, std::size_t)          \
    X(required, memAllocPitch, "cuMemAllocPitch", 3020, "cuMemAllocPitch_v2", CUdeviceptr*,        \
      std::size_t*, std::size_t, std::size_t, unsigned)                                            \
    X(required, memFree, "cuMemFree", 3020, "cuMemFree_v2", CUdeviceptr)                           \
    X(optional, memAllocAsync, "cuMemAllocAsync", 11020, "cuMemAllocAsync", CUdeviceptr*,          \
      std::size_t, CUstream)                                                                       \
    X(optional, memFreeAsync, "cuMemFreeAsync", 11020, "cuMemFreeAsync", CUdeviceptr, CUstream)    \
    X(required, memHostAlloc, "cuMemHostAlloc", 2020, "cuMemHostAlloc", void**, std::size_t,       \
      unsigned)                                                                                    \
    X(required, memFreeHost, "cuMemFreeHost", 2000, "cuMemFreeHost", void*)                        \
    X(optional, memHostGetDevicePointer, "cuMemHostGetDevicePointer", 3020,                        \
      "cuMemHostGetDevicePointer_v2", CUdeviceptr*, void*, unsigned)                               \
    X(optional, memHostRegister, "cuMemHostRegister", 6050, "cuMemHostRegister_v2", void*,         \
      std::size_t, unsigned)                                                                       \
    X(optional, memHostUnregister, "cuMemHostUnregister", 4000, "cuMemHostUnregister", void*)      \
    X(optional, memAllocManaged, "cuMemAllocManaged", 6000, "cuMemAllocManaged", CUdeviceptr*,     \
      std::size_t, unsigned)                                                                       \
    X(optional, memPrefetchAsync, "cuMemPrefetchAsync", 8000, "cuMemPrefetchAsync", CUdeviceptr,   \
      std::size_t, CUdevice, CUstream)                                                             \
    X(optional, memGetAddressRange, "cuMemGetAddressRange", 3020, "cuMemGetAddressRange_v2",       \
      CUdeviceptr*, std::size_t*, CUdeviceptr)                                                     \
    X(optional, memGranularity, "cuMemGetAllocationGranularity", 10020,                            \
      "cuMemGetAllocationGranularity", std::size_t*, const CUmemAllocationProp*,                   \
      CUmemAllocationGranularity_flags)                                                            \
    X(optional, memAddressReserve, "cuMemAddressReserve", 10020, "cuMemAddressReserve",            \
      CUdeviceptr*, std::size_t, std::size_t, CUdeviceptr, unsigned long long)                     \
    X(optional, memAddressFree, "cuMemAddressFree", 10020, "cuMemAddressFree", CUdeviceptr,        \
      std::size_t)                                                                                 \
    X(optional, memCreate, "cuMemCreate", 10020, "cuMemCreate", CUmemGenericAllocationHandle*,     \
      std::size_t, const CUmemAllocationProp*, unsigned long long)                                 \
    X(optional, memRelease, "cuMemRelease", 10020, "cuMemRelease", CUmemGenericAllocationHandle)   \
    X(optional, memMap, "cuMemMap", 10020, "cuMemMap", CUdeviceptr, std::size_t, std::size_t,      \
      CUmemGenericAllocationHandle, unsigned long long)                                            \
    X(optional, memUnmap, "cuMemUnmap", 10020, "cuMemUnmap", CUdeviceptr, std::size_t)             \
    X(optional, memSetAccess, "cuMemSetAccess", 10020, "cuMemSetAccess", CUdeviceptr, std::size_t, \
      const CUmemAccessDesc*, std::size_t)                                                         \
    X(required, memcpyHtoD, "cuMemcpyHtoD", 3020, "cuMemcpyHtoD_v2", CUdeviceptr, const void*,     \
      std::size_t)                                                                                 \
    X(required, memcpyDtoH, "cuMemcpyDtoH", 3020, "cuMemcpyDtoH_v2", void*, CUdeviceptr,           \
      std::size_t)                                                                                 \
    X(required, memcpyHtoDAsync, "cuMemcpyHtoDAsync", 3020, "cuMemcpyHtoDAsync_v2", CUdeviceptr,   \
      const void*, std::size_t, CUstream)                                                          \
    X(required, memcpyDtoHAsync, "cuMemcpyDtoHAsync", 3020, "cuMemcpyDtoHAsync_v2", void*,         \
      CUdeviceptr, std::size_t, CUstream)                                                          \
    X(required, memcpyDtoDAsync, "cuMemcpyDtoDAsync", 3020, "cuMemcpyDtoDAsync_v2", CUdeviceptr,   \
      CUdeviceptr, std::size_t, CUstream)                                                          \
    X(optional, memcpyPeerAsync, "cuMemcpyPeerAsync", 4000, "cuMemcpyPeerAsync", CUdeviceptr,      \
      CUcontext, CUdeviceptr, CUcontext, std::size_t, CUstream)                                    \
    X(optional, memcpy3D, "cuMemcpy3D", 3020, "cuMemcpy3D_v2", const CUDA_MEMCPY3D*)               \
    X(optional, memcpy3DAsync, "cuMemcpy3DAsync", 3020, "cuMemcpy3DAsync_v2",                      \
      const CUDA_MEMCPY3D*, CUstream)                                                              \
    X(required, memsetD8, "cuMemsetD8Async", 3020, "cuMemsetD8Async", CUdeviceptr, unsigned char,  \
      std::size_t, CUstream)                                                                       \
    X(required, memsetD16, "cuMemsetD16Async", 3020, "cuMemsetD16Async", CUdeviceptr,              \
      unsigned short, std::size_t, CUstream)                                                       \
    X(required, memsetD32, "cuMemsetD32Async", 3020, "cuMemsetD32Async", CUdeviceptr, unsigned,    \
      std::size_t, CUstream)                                                                       \
    /* Streams and events */                                                                       \
    X(required, streamCreateWithPriority, "cuStreamCreateWithPriority", 5050,                      \
      "cuStreamCreateWithPriority", CUstream*, unsigned, int)                                      \
    X(required, streamDestroy, "cuStreamDestroy", 4000, "cuStreamDestroy_v2", CUstream)            \
    X(required, streamSynchronize, "cuStreamSynchronize", 2000, "cuStreamSynchronize", CUstream)   \
    X(required, streamQuery, "cuStreamQuery", 2000, "cuStreamQuery", CUstream)                     \
    X(required, streamWaitEvent, "cuStreamWaitEvent", 3020, "cuStreamWaitEvent", CUstream,         \
      CUevent, unsigned)                                                                           \
    X(optional, streamGetPriority, "cuStreamGetPriority", 5050, "cuStreamGetPriority", CUstream,   \
      int*)                                                                                        \
    X(optional, launchHostFunc, "cuLaunchHostFunc", 10000, "cuLaunchHostFunc", CUstream, CUhostFn, \
      void*)                                                                                       \
    X(optional, streamBeginCapture, "cuStreamBeginCapture", 10010, "cuStreamBeginCapture_v2",      \
      CUstream, CUstreamCaptureMode)                                                               \
    X(optional, streamEndCapture, "cuStreamEndCapture", 10000, "cuStreamEndCapture", CUstream,     \
      CUgraph*)                                                                                    \
    X(required, eventCreate, "cuEventCreate", 2000, "cuEventCreate", CUevent*, unsigned)           \
    X(required, eventDestroy, "cuEventDestroy", 4000, "cuEventDestroy_v2", CUevent)                \
    X(required, eventRecord, "cuEventRecord", 2000, "cuEventRecord", CUevent, CUstream)            \
    X(required, eventQuery, "cuEventQuery", 2000, "cuEventQuery", CUevent)                         \
    X(required, eventSynchronize, "cuEventSynchronize", 2000, "cuEventSynchronize", CUevent)       \
    X(required, eventElapsedTime, "cuEventElapsedTime", 2000, "cuEventElapsedTime", float*,        \
      CUevent, CUevent)                                                                            \
    /* Graphs */                                                                                   \
    X(optional, graphDestroy, "cuGraphDestroy", 10000, "cuGraphDestroy", CUgraph)                  \
    X(optional, graphGetNodes, "cuGraphGetNodes", 10000, "cuGraphGetNodes", CUgraph, CUgraphNode*, \
      std::size_t*)                                                                                \
    X(optional, graphInstantiateWithFlags, "cuGraphInstantiateWithFlags", 11040,                   \
      "cuGraphInstantiateWithFlags", CUgraphExec*, CUgraph, unsigned long long)                    \
    X(optional, graphUpload, "cuGraphUpload", 11010, "cuGraphUpload", CUgraphExec, CUstream)       \
    X(optional, graphLaunch, "cuGraphLaunch", 10000, "cuGraphLaunch", CUgraphExec, CUstream)       \
    X(optional, graphExecDestroy, "cuGraphExecDestroy", 10000, "cuGraphExecDestroy", CUgraphExec)  \
    /* Arrays, textures, surfaces */                                                               \
    X(optional, arrayCreate, "cuArray3DCreate", 3020, "cuArray3DCreate_v2", CUarray*,              \
      const CUDA_ARRAY3D_DESCRIPTOR*)                                                              \
    X(optional, arrayDestroy, "cuArrayDestroy", 2000, "cuArrayDestroy", CUarray)                   \
    X(optional, mipmappedArrayCreate, "cuMipmappedArrayCreate", 5000, "cuMipmappedArrayCreate",    \
      CUmipmappedArray*, const CUDA_ARRAY3D_DESCRIPTOR*, unsigned)                                 \
    X(optional, mipmappedArrayGetLevel, "cuMipmappedArrayGetLevel", 5000,                          \
      "cuMipmappedArrayGetLevel", CUarray*, CUmipmappedArray, unsigned)                            \
    X(optional, mipmappedArrayDestroy, "cuMipmappedArrayDestroy", 5000, "cuMipmappedArrayDestroy", \
      CUmipmappedArray)                                                                            \
    X(optional, texObjectCreate, "cuTexObjectCreate", 5000, "cuTexObjectCreate", CUtexObject*,     \
      const CUDA_RESOURCE_DESC*, const CUDA_TEXTURE_DESC*, const CUDA_RESOURCE_VIEW_DESC*)         \
    X(optional, texObjectDestroy, "cuTexObjectDestroy", 5000, "cuTexObjectDestroy", CUtexObject)   \
    X(optional, surfObjectCreate, "cuSurfObjectCreate", 5000, "cuSurfObjectCreate", CUsurfObject*, \
      const CUDA_RESOURCE_DESC*)                                                                   \
    X(optional, surfObjectDestroy, "cuSurfObjectDestroy", 5000, "cuSurfObjectDestroy", CUsurfObject)

/// The driver's functions. Direct calls return the CUresult; the classes of this folder turn it
/// into a CudaError.
struct DriverApi {
#define WARPBENCH_X(need, member, name, version, exported, ...) EntryPoint<__VA_ARGS__> member;
    WARPBENCH_CUDA_ENTRY_POINTS(WARPBENCH_X)
#undef WARPBENCH_X
};

} // namespace warpbench::cuda
