// SPDX-License-Identifier: GPL-3.0-or-later
// Functions: attributes, parameters, occupancy.
#include "core/simgpu/driver/image/module.h"
#include "core/simgpu/driver/launch/launch.h"
#include "core/simgpu/driver/launch/occupancy.h"
#include "core/simgpu/driver/runtime.h"

#include <algorithm>

using namespace warpbench::simgpu::driver;

namespace {

const Device& deviceOf(const Function& function) {
    return function.context()->device();
}

int blocksFor(const Function& function, int blockSize, std::size_t dynamicShared) {
    return activeBlocks(deviceOf(function).model().sm, needsOf(function, blockSize, dynamicShared));
}

/// The block size of the highest occupancy; of equals the largest, as the toolkit's own helper
/// chooses.
struct BlockChoice {
    int blockSize = 0;
    int blocksPerSm = 0;
};

BlockChoice bestBlockSize(const Function& function, CUoccupancyB2DSize dynamicOf,
                          std::size_t dynamicShared, int limit) {
    const int threadsPerSm = deviceOf(function).model().sm.threadsPerSm;
    int size = function.maxThreads();
    if (limit > 0)
        size = std::min(size, limit);
    BlockChoice best;
    while (size > 0) {
        const std::size_t shared = dynamicOf ? dynamicOf(size) : dynamicShared;
        const int blocks = blocksFor(function, size, shared);
        if (blocks * size > best.blocksPerSm * best.blockSize)
            best = {size, blocks};
        if (best.blocksPerSm * best.blockSize >= threadsPerSm)
            break;
        // The first size may be no multiple of a warp; all others are.
        size = (size - 1) / 32 * 32;
    }
    return best;
}

/// Blocks per cluster of the configuration; without one, the kernel's own.
std::uint32_t clusterBlocks(const Function& function, const CUlaunchConfig& config) {
    for (unsigned int i = 0; i < config.numAttrs; ++i) {
        if (config.attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
            const auto& cluster = config.attrs[i].value.clusterDim;
            return cluster.x * cluster.y * cluster.z;
        }
    }
    const auto required = function.requiredCluster();
    return std::max(required[0] * required[1] * required[2], 1u);
}

int threadsOf(const CUlaunchConfig& config) {
    return static_cast<int>(config.blockDimX * config.blockDimY * config.blockDimZ);
}

} // namespace

CUresult CUDAAPI cuFuncGetAttribute(int* pi, CUfunction_attribute attrib, CUfunction hfunc) {
    return entry([&] {
        require(pi != nullptr);
        *pi = functionOf(hfunc)->attribute(attrib);
    });
}

CUresult CUDAAPI cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value) {
    return entry([&] { functionOf(hfunc)->setAttribute(attrib, value); });
}

CUresult CUDAAPI cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config) {
    return entry([&] {
        require(config >= CU_FUNC_CACHE_PREFER_NONE && config <= CU_FUNC_CACHE_PREFER_EQUAL);
        functionOf(hfunc)->setCacheConfig(config);
    });
}

CUresult CUDAAPI cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config) {
    return entry([&] {
        // As for cuCtxSetSharedMemConfig.
        require(config >= CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE &&
                config <= CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE);
        functionOf(hfunc);
    });
}

CUresult CUDAAPI cuFuncGetModule(CUmodule* hmod, CUfunction hfunc) {
    return entry([&] {
        require(hmod != nullptr);
        const auto module = functionOf(hfunc)->module();
        require(module != nullptr, CUDA_ERROR_INVALID_HANDLE);
        *hmod = module->handle();
    });
}

CUresult CUDAAPI cuFuncGetName(const char** name, CUfunction hfunc) {
    return entry([&] {
        require(name != nullptr && hfunc != nullptr);
        *name = functionOf(hfunc)->info().name.c_str();
    });
}

CUresult CUDAAPI cuFuncGetParamInfo(CUfunction func, size_t paramIndex, size_t* paramOffset,
                                    size_t* paramSize) {
    return entry([&] {
        require(paramOffset != nullptr);
        const auto function = functionOf(func);
        const auto& kernel = function->info();
        require(paramIndex < kernel.parameterSizes.size());
        *paramOffset = kernel.parameterOffsets[paramIndex];
        if (paramSize)
            *paramSize = kernel.parameterSizes[paramIndex];
    });
}

CUresult CUDAAPI cuFuncIsLoaded(CUfunctionLoadingState* state, CUfunction function) {
    return entry([&] {
        require(state != nullptr);
        functionOf(function);
        *state = CU_FUNCTION_LOADING_STATE_LOADED;
    });
}

CUresult CUDAAPI cuFuncLoad(CUfunction function) {
    return entry([&] { functionOf(function); });
}

CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize, unsigned int flags) {
    return entry([&] {
        require(numBlocks != nullptr && blockSize > 0 &&
                (flags & ~CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE) == 0);
        const auto function = functionOf(func);
        *numBlocks = blocksFor(*function, blockSize, dynamicSMemSize);
    });
}

CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, CUfunction func,
                                                             int blockSize,
                                                             size_t dynamicSMemSize) {
    return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize,
                                                                dynamicSMemSize, 0);
}

CUresult CUDAAPI cuOccupancyMaxPotentialBlockSizeWithFlags(
    int* minGridSize, int* blockSize, CUfunction func,
    CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit,
    unsigned int flags) {
    return entry([&] {
        require(minGridSize != nullptr && blockSize != nullptr && blockSizeLimit >= 0 &&
                (flags & ~CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE) == 0);
        const auto function = functionOf(func);
        const BlockChoice best =
            bestBlockSize(*function, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit);
        *blockSize = best.blockSize;
        *minGridSize = best.blocksPerSm *
                       deviceOf(*function).attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    });
}

CUresult CUDAAPI cuOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, CUfunction func,
                                                  CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                  size_t dynamicSMemSize, int blockSizeLimit) {
    return cuOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func,
                                                     blockSizeToDynamicSMemSize, dynamicSMemSize,
                                                     blockSizeLimit, 0);
}

CUresult CUDAAPI cuOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, CUfunction func,
                                                         int numBlocks, int blockSize) {
    return entry([&] {
        require(dynamicSmemSize != nullptr && numBlocks > 0 && blockSize > 0);
        const auto function = functionOf(func);
        *dynamicSmemSize = availableDynamicShared(deviceOf(*function).model().sm,
                                                  needsOf(*function, blockSize, 0), numBlocks);
    });
}

CUresult CUDAAPI cuOccupancyMaxPotentialClusterSize(int* clusterSize, CUfunction func,
                                                    const CUlaunchConfig* config) {
    return entry([&] {
        require(clusterSize != nullptr && config != nullptr);
        const auto function = functionOf(func);
        require(deviceOf(*function).attribute(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) != 0,
                CUDA_ERROR_NOT_SUPPORTED);
        const int blocks = blocksFor(*function, threadsOf(*config), config->sharedMemBytes);
        require(blocks > 0, CUDA_ERROR_INVALID_CLUSTER_SIZE);
        *clusterSize = function->nonPortableClusters() ? 16 : 8;
    });
}

CUresult CUDAAPI cuOccupancyMaxActiveClusters(int* numClusters, CUfunction func,
                                              const CUlaunchConfig* config) {
    return entry([&] {
        require(numClusters != nullptr && config != nullptr);
        const auto function = functionOf(func);
        const Device& device = deviceOf(*function);
        require(device.attribute(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) != 0,
                CUDA_ERROR_NOT_SUPPORTED);
        const std::uint32_t size = clusterBlocks(*function, *config);
        require(size > 0 && size <= (function->nonPortableClusters() ? 16u : 8u),
                CUDA_ERROR_INVALID_CLUSTER_SIZE);
        // A real GPU places a cluster within one group of SMs; the simulated one has one group.
        int blocks = blocksFor(*function, threadsOf(*config), config->sharedMemBytes);
        if (device.attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) == 9 && size > 1)
            blocks = std::min(blocks, 8); // as in core/occupancy/occupancy.cpp, by measurement
        *numClusters = blocks * device.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) /
                       static_cast<int>(size);
    });
}
