// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels: attributes and occupancy; libraries that a program loads itself.
#include "core/cudart/registry.h"

#include <vector>

namespace {

using namespace warpbench::cudart;

template <class Number>
CUresult readAttribute(Number& value, CUfunction_attribute attribute, CUkernel kernel) {
    int number = 0;
    const CUresult result = cuKernelGetAttribute(&number, attribute, kernel, currentDevice());
    value = static_cast<Number>(number);
    return result;
}

} // namespace

namespace warpbench::cudart {

CUlaunchConfig toDriver(const cudaLaunchConfig_t& config) {
    CUlaunchConfig launch{};
    launch.gridDimX = config.gridDim.x;
    launch.gridDimY = config.gridDim.y;
    launch.gridDimZ = config.gridDim.z;
    launch.blockDimX = config.blockDim.x;
    launch.blockDimY = config.blockDim.y;
    launch.blockDimZ = config.blockDim.z;
    launch.sharedMemBytes = static_cast<unsigned>(config.dynamicSmemBytes);
    launch.hStream = config.stream;
    launch.attrs = reinterpret_cast<CUlaunchAttribute*>(config.attrs);
    launch.numAttrs = config.numAttrs;
    return launch;
}

} // namespace warpbench::cudart

extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
    if (!attributes)
        return keep(cudaErrorInvalidValue);
    CUkernel kernel = nullptr;
    const cudaError_t found = kernelOf(function, kernel);
    if (found != cudaSuccess)
        return found;
    *attributes = {};
    CUresult error = useContext();
    const auto read = [&](auto& value, CUfunction_attribute attribute) {
        if (error == CUDA_SUCCESS)
            error = readAttribute(value, attribute, kernel);
    };
    read(attributes->sharedSizeBytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    read(attributes->constSizeBytes, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
    read(attributes->localSizeBytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    read(attributes->maxThreadsPerBlock, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    read(attributes->numRegs, CU_FUNC_ATTRIBUTE_NUM_REGS);
    read(attributes->ptxVersion, CU_FUNC_ATTRIBUTE_PTX_VERSION);
    read(attributes->binaryVersion, CU_FUNC_ATTRIBUTE_BINARY_VERSION);
    read(attributes->cacheModeCA, CU_FUNC_ATTRIBUTE_CACHE_MODE_CA);
    read(attributes->maxDynamicSharedSizeBytes, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
    read(attributes->preferredShmemCarveout, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
    read(attributes->clusterDimMustBeSet, CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET);
    read(attributes->requiredClusterWidth, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH);
    read(attributes->requiredClusterHeight, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT);
    read(attributes->requiredClusterDepth, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH);
    read(attributes->clusterSchedulingPolicyPreference,
         CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE);
    read(attributes->nonPortableClusterSizeAllowed,
         CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);
    return keep(error);
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
    CUkernel kernel = nullptr;
    const cudaError_t found = kernelOf(function, kernel);
    return found == cudaSuccess ? call(cuKernelSetAttribute, as<CUfunction_attribute>(attribute),
                                       value, kernel, CUdevice(currentDevice()))
                                : found;
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attribute,
                                            int value, int device) {
    return call(cuKernelSetAttribute, as<CUfunction_attribute>(attribute), value, kernel,
                CUdevice(device));
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache config) {
    CUkernel kernel = nullptr;
    const cudaError_t found = kernelOf(function, kernel);
    return found == cudaSuccess ? call(cuKernelSetCacheConfig, kernel, as<CUfunc_cache>(config),
                                       CUdevice(currentDevice()))
                                : found;
}

cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
    CUkernel kernel = nullptr;
    return kernelOf(function, kernel); // banks are 4 bytes wide since compute capability 5.0
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
    CUkernel kernel = nullptr;
    const cudaError_t found = kernelOf(function, kernel);
    return found == cudaSuccess ? call(cuKernelGetName, name, kernel) : found;
}

cudaError_t cudaFuncGetParamInfo(const void* function, std::size_t index, std::size_t* offset,
                                 std::size_t* bytes) {
    CUkernel kernel = nullptr;
    const cudaError_t found = kernelOf(function, kernel);
    return found == cudaSuccess ? call(cuKernelGetParamInfo, kernel, index, offset, bytes) : found;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                   const void* function,
                                                                   int threads, std::size_t shared,
                                                                   unsigned int flags) {
    CUfunction handle = nullptr;
    const cudaError_t found = functionOf(function, handle);
    return found == cudaSuccess ? call(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, blocks,
                                       handle, threads, shared, flags)
                                : found;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int threads, std::size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared,
                                                                  cudaOccupancyDefault);
}
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* function,
                                                      int blocks, int threads) {
    CUfunction handle = nullptr;
    const cudaError_t found = functionOf(function, handle);
    return found == cudaSuccess
               ? call(cuOccupancyAvailableDynamicSMemPerBlock, bytes, handle, blocks, threads)
               : found;
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* function,
                                                 const cudaLaunchConfig_t* config) {
    CUfunction handle = nullptr;
    const cudaError_t found = config ? functionOf(function, handle) : keep(cudaErrorInvalidValue);
    if (found != cudaSuccess)
        return found;
    const CUlaunchConfig launch = toDriver(*config);
    return call(cuOccupancyMaxPotentialClusterSize, size, handle, &launch);
}
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function,
                                           const cudaLaunchConfig_t* config) {
    CUfunction handle = nullptr;
    const cudaError_t found = config ? functionOf(function, handle) : keep(cudaErrorInvalidValue);
    if (found != cudaSuccess)
        return found;
    const CUlaunchConfig launch = toDriver(*config);
    return call(cuOccupancyMaxActiveClusters, clusters, handle, &launch);
}

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption* jitOptions,
                                void** jitValues, unsigned int jitCount, cudaLibraryOption* options,
                                void** values, unsigned int count) {
    return call(cuLibraryLoadData, library, code, reinterpret_cast<CUjit_option*>(jitOptions),
                jitValues, jitCount, reinterpret_cast<CUlibraryOption*>(options), values, count);
}
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* file,
                                    cudaJitOption* jitOptions, void** jitValues,
                                    unsigned int jitCount, cudaLibraryOption* options,
                                    void** values, unsigned int count) {
    return call(cuLibraryLoadFromFile, library, file, reinterpret_cast<CUjit_option*>(jitOptions),
                jitValues, jitCount, reinterpret_cast<CUlibraryOption*>(options), values, count);
}
cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
    return call(cuLibraryUnload, library);
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, const char* name) {
    const cudaError_t error = call(cuLibraryGetKernel, kernel, library, name);
    if (error == cudaSuccess)
        noteKernel(*kernel);
    return error;
}
cudaError_t cudaLibraryGetGlobal(void** pointer, std::size_t* bytes, cudaLibrary_t library,
                                 const char* name) {
    return call(cuLibraryGetGlobal, reinterpret_cast<CUdeviceptr*>(pointer), bytes, library, name);
}
cudaError_t cudaLibraryGetManaged(void** pointer, std::size_t* bytes, cudaLibrary_t library,
                                  const char* name) {
    return call(cuLibraryGetManaged, reinterpret_cast<CUdeviceptr*>(pointer), bytes, library, name);
}
cudaError_t cudaLibraryGetUnifiedFunction(void** function, cudaLibrary_t library,
                                          const char* name) {
    return call(cuLibraryGetUnifiedFunction, function, library, name);
}
cudaError_t cudaLibraryGetKernelCount(unsigned int* count, cudaLibrary_t library) {
    return call(cuLibraryGetKernelCount, count, library);
}
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned int count,
                                        cudaLibrary_t library) {
    const cudaError_t error = call(cuLibraryEnumerateKernels, kernels, count, library);
    for (unsigned i = 0; error == cudaSuccess && i < count; ++i)
        noteKernel(kernels[i]);
    return error;
}

} // extern "C"
