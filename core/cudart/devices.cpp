// SPDX-License-Identifier: GPL-3.0-or-later
// Device properties, most of which are attributes of the driver.
#include "core/cudart/runtime.h"

#include <cstring>

namespace {

using namespace warpbench::cudart;

constexpr int kRuntimeVersion = CUDART_VERSION;

/// Reads attributes of one device until one fails.
class Attributes {
  public:
    explicit Attributes(CUdevice device)
        : m_device(device) {}

    template <class Number>
    Attributes& operator()(Number& value, CUdevice_attribute attribute) {
        int number = 0;
        const CUresult result = cuDeviceGetAttribute(&number, attribute, m_device);
        if (result == CUDA_SUCCESS)
            value = static_cast<Number>(number);
        else if (m_error == CUDA_SUCCESS)
            m_error = result;
        return *this;
    }
    CUresult error() const { return m_error; }

  private:
    CUdevice m_device;
    CUresult m_error = CUDA_SUCCESS;
};

void readGeneral(Attributes& read, cudaDeviceProp& p) {
    read(p.sharedMemPerBlock, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
    read(p.regsPerBlock, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
    read(p.warpSize, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    read(p.memPitch, CU_DEVICE_ATTRIBUTE_MAX_PITCH);
    read(p.maxThreadsPerBlock, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    read(p.maxThreadsDim[0], CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X);
    read(p.maxThreadsDim[1], CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y);
    read(p.maxThreadsDim[2], CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z);
    read(p.maxGridSize[0], CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
    read(p.maxGridSize[1], CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y);
    read(p.maxGridSize[2], CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z);
    read(p.totalConstMem, CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY);
    read(p.major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    read(p.minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    read(p.multiProcessorCount, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    read(p.integrated, CU_DEVICE_ATTRIBUTE_INTEGRATED);
    read(p.canMapHostMemory, CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY);
    read(p.concurrentKernels, CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS);
    read(p.ECCEnabled, CU_DEVICE_ATTRIBUTE_ECC_ENABLED);
    read(p.pciBusID, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID);
    read(p.pciDeviceID, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID);
    read(p.pciDomainID, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID);
    read(p.tccDriver, CU_DEVICE_ATTRIBUTE_TCC_DRIVER);
    read(p.asyncEngineCount, CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT);
    read(p.unifiedAddressing, CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING);
    read(p.memoryBusWidth, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
    read(p.l2CacheSize, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
    read(p.persistingL2CacheMaxSize, CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE);
    read(p.maxThreadsPerMultiProcessor, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    read(p.streamPrioritiesSupported, CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED);
    read(p.globalL1CacheSupported, CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED);
    read(p.localL1CacheSupported, CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED);
    read(p.sharedMemPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    read(p.regsPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
    read(p.managedMemory, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY);
    read(p.isMultiGpuBoard, CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD);
    read(p.multiGpuBoardGroupID, CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID);
    read(p.hostNativeAtomicSupported, CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED);
    read(p.pageableMemoryAccess, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS);
    read(p.concurrentManagedAccess, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS);
    read(p.computePreemptionSupported, CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED);
    read(p.canUseHostPointerForRegisteredMem,
         CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM);
    read(p.cooperativeLaunch, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH);
    read(p.sharedMemPerBlockOptin, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    read(p.pageableMemoryAccessUsesHostPageTables,
         CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES);
    read(p.directManagedMemAccessFromHost, CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST);
    read(p.maxBlocksPerMultiProcessor, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
    read(p.accessPolicyMaxWindowSize, CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE);
    read(p.reservedSharedMemPerBlock, CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
    read(p.hostRegisterSupported, CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED);
    read(p.sparseCudaArraySupported, CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED);
    read(p.hostRegisterReadOnlySupported, CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED);
    read(p.timelineSemaphoreInteropSupported,
         CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED);
    read(p.memoryPoolsSupported, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED);
    read(p.gpuDirectRDMASupported, CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED);
    read(p.gpuDirectRDMAFlushWritesOptions,
         CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS);
    read(p.gpuDirectRDMAWritesOrdering, CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING);
    read(p.memoryPoolSupportedHandleTypes, CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES);
    read(p.deferredMappingCudaArraySupported,
         CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED);
    read(p.ipcEventSupported, CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED);
    read(p.clusterLaunch, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH);
    read(p.unifiedFunctionPointers, CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS);
    read(p.deviceNumaConfig, CU_DEVICE_ATTRIBUTE_NUMA_CONFIG);
    read(p.deviceNumaId, CU_DEVICE_ATTRIBUTE_NUMA_ID);
    read(p.mpsEnabled, CU_DEVICE_ATTRIBUTE_MPS_ENABLED);
    read(p.hostNumaId, CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID);
    read(p.gpuPciDeviceID, CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID);
    read(p.gpuPciSubsystemID, CU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID);
    read(p.hostNumaMultinodeIpcSupported, CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED);
}

void readTextures(Attributes& read, cudaDeviceProp& p) {
    read(p.textureAlignment, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT);
    read(p.texturePitchAlignment, CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT);
    read(p.maxTexture1D, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH);
    read(p.maxTexture1DMipmap, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH);
    read(p.maxTexture2D[0], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH);
    read(p.maxTexture2D[1], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT);
    read(p.maxTexture2DMipmap[0], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH);
    read(p.maxTexture2DMipmap[1], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT);
    read(p.maxTexture2DLinear[0], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH);
    read(p.maxTexture2DLinear[1], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT);
    read(p.maxTexture2DLinear[2], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH);
    read(p.maxTexture2DGather[0], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH);
    read(p.maxTexture2DGather[1], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT);
    read(p.maxTexture3D[0], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH);
    read(p.maxTexture3D[1], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT);
    read(p.maxTexture3D[2], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH);
    read(p.maxTexture3DAlt[0], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE);
    read(p.maxTexture3DAlt[1], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE);
    read(p.maxTexture3DAlt[2], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE);
    read(p.maxTextureCubemap, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH);
    read(p.maxTexture1DLayered[0], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH);
    read(p.maxTexture1DLayered[1], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS);
    read(p.maxTexture2DLayered[0], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH);
    read(p.maxTexture2DLayered[1], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT);
    read(p.maxTexture2DLayered[2], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS);
    read(p.maxTextureCubemapLayered[0], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH);
    read(p.maxTextureCubemapLayered[1], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS);
}

void readSurfaces(Attributes& read, cudaDeviceProp& p) {
    read(p.surfaceAlignment, CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT);
    read(p.maxSurface1D, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH);
    read(p.maxSurface2D[0], CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH);
    read(p.maxSurface2D[1], CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT);
    read(p.maxSurface3D[0], CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH);
    read(p.maxSurface3D[1], CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT);
    read(p.maxSurface3D[2], CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH);
    read(p.maxSurface1DLayered[0], CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH);
    read(p.maxSurface1DLayered[1], CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS);
    read(p.maxSurface2DLayered[0], CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH);
    read(p.maxSurface2DLayered[1], CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT);
    read(p.maxSurface2DLayered[2], CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS);
    read(p.maxSurfaceCubemap, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH);
    read(p.maxSurfaceCubemapLayered[0], CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH);
    read(p.maxSurfaceCubemapLayered[1], CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS);
}

/// \returns cudaErrorInvalidDevice if the ordinal does not exist
cudaError_t deviceOf(int ordinal, CUdevice& device) {
    static const CUresult initialized = cuInit(0);
    const CUresult result =
        initialized == CUDA_SUCCESS ? cuDeviceGet(&device, ordinal) : initialized;
    return keep(result);
}

} // namespace

extern "C" {

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int ordinal) {
    CUdevice device = 0;
    if (!properties)
        return keep(cudaErrorInvalidValue);
    const cudaError_t valid = deviceOf(ordinal, device);
    if (valid != cudaSuccess)
        return valid;
    *properties = {};
    Attributes read(device);
    readGeneral(read, *properties);
    readTextures(read, *properties);
    readSurfaces(read, *properties);
    CUresult result = read.error();
    if (result == CUDA_SUCCESS)
        result = cuDeviceGetName(properties->name, sizeof properties->name, device);
    if (result == CUDA_SUCCESS)
        result = cuDeviceGetUuid(reinterpret_cast<CUuuid*>(&properties->uuid), device);
    if (result == CUDA_SUCCESS)
        result = cuDeviceTotalMem(&properties->totalGlobalMem, device);
    return keep(result);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int ordinal) {
    CUdevice device = 0;
    const cudaError_t valid = deviceOf(ordinal, device);
    return valid == cudaSuccess ? keep(cuDeviceGetAttribute(
                                      value, static_cast<CUdevice_attribute>(attribute), device))
                                : valid;
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int from, int to) {
    CUdevice source = 0;
    CUdevice target = 0;
    cudaError_t valid = deviceOf(from, source);
    if (valid == cudaSuccess)
        valid = deviceOf(to, target);
    return valid == cudaSuccess ? keep(cuDeviceGetP2PAttribute(
                                      value, as<CUdevice_P2PAttribute>(attribute), source, target))
                                : valid;
}

cudaError_t cudaDeviceGetByPCIBusId(int* ordinal, const char* name) {
    CUdevice unused = 0;
    const cudaError_t valid = deviceOf(0, unused);
    return valid == cudaSuccess ? keep(cuDeviceGetByPCIBusId(ordinal, name)) : valid;
}

cudaError_t cudaDeviceGetPCIBusId(char* name, int length, int ordinal) {
    CUdevice device = 0;
    const cudaError_t valid = deviceOf(ordinal, device);
    return valid == cudaSuccess ? keep(cuDeviceGetPCIBusId(name, length, device)) : valid;
}

/// The first device that meets the request; otherwise the first one.
cudaError_t cudaChooseDevice(int* ordinal, const cudaDeviceProp* wanted) {
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess)
        return error;
    if (!ordinal || !wanted)
        return keep(cudaErrorInvalidValue);
    *ordinal = 0;
    for (int i = 0; i < count; ++i) {
        cudaDeviceProp has{};
        const cudaError_t got = cudaGetDeviceProperties(&has, i);
        if (got != cudaSuccess)
            return got;
        const bool capable =
            has.major > wanted->major || (has.major == wanted->major && has.minor >= wanted->minor);
        if (capable && has.totalGlobalMem >= wanted->totalGlobalMem) {
            *ordinal = i;
            break;
        }
    }
    return cudaSuccess;
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(std::size_t* width,
                                                 const cudaChannelFormatDesc* format, int ordinal) {
    CUdevice device = 0;
    const cudaError_t valid = deviceOf(ordinal, device);
    if (valid != cudaSuccess)
        return valid;
    if (!width || !format)
        return keep(cudaErrorInvalidValue);
    const int bits = format->x + format->y + format->z + format->w;
    int bytes = 0;
    const CUresult result =
        cuDeviceGetAttribute(&bytes, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH, device);
    if (bits < 8)
        return keep(cudaErrorInvalidChannelDescriptor);
    *width = static_cast<std::size_t>(bytes);
    return keep(result);
}

cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTarget target,
                                               cudaFlushGPUDirectRDMAWritesScope scope) {
    return call(cuFlushGPUDirectRDMAWrites, as<CUflushGPUDirectRDMAWritesTarget>(target),
                as<CUflushGPUDirectRDMAWritesScope>(scope));
}

cudaError_t cudaDriverGetVersion(int* version) {
    return version ? keep(cuDriverGetVersion(version)) : keep(cudaErrorInvalidValue);
}
cudaError_t cudaRuntimeGetVersion(int* version) {
    if (!version)
        return keep(cudaErrorInvalidValue);
    *version = kRuntimeVersion;
    return cudaSuccess;
}

} // extern "C"
