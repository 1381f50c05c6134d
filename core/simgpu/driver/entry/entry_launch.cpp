// SPDX-License-Identifier: GPL-3.0-or-later
// Launches.
#include "core/simgpu/driver/image/module.h"
#include "core/simgpu/driver/launch/launch.h"
#include "core/simgpu/driver/runtime.h"

using namespace warpbench::simgpu::driver;

namespace {

void submitLaunch(KernelLaunch launch, CUstream hStream) {
    const auto stream = Runtime::get().stream(hStream);
    require(stream->context() == launch.function->context(), CUDA_ERROR_INVALID_HANDLE);
    validate(launch);
    stream->submit(std::move(launch));
}

KernelLaunch prepare(CUfunction f, const CUlaunchConfig& config) {
    KernelLaunch launch;
    launch.function = functionOf(f);
    launch.function->context()->requireUsable();
    launch.grid = {config.gridDimX, config.gridDimY, config.gridDimZ};
    launch.block = {config.blockDimX, config.blockDimY, config.blockDimZ};
    launch.dynamicShared = config.sharedMemBytes;
    const auto cluster = launch.function->requiredCluster();
    if (cluster[0] > 0 && cluster[1] > 0 && cluster[2] > 0)
        launch.cluster = cluster;
    applyAttributes(launch, config.attrs, config.numAttrs);
    return launch;
}

CUlaunchConfig configOf(unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                        unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,
                        unsigned int sharedMemBytes, CUstream hStream) {
    CUlaunchConfig config{};
    config.gridDimX = gridDimX;
    config.gridDimY = gridDimY;
    config.gridDimZ = gridDimZ;
    config.blockDimX = blockDimX;
    config.blockDimY = blockDimY;
    config.blockDimZ = blockDimZ;
    config.sharedMemBytes = sharedMemBytes;
    config.hStream = hStream;
    return config;
}

} // namespace

CUresult CUDAAPI cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction f, void** kernelParams,
                                  void** extra) {
    return entry([&] {
        require(config != nullptr);
        currentContext();
        KernelLaunch launch = prepare(f, *config);
        launch.parameters = packParameters(*launch.function, kernelParams, extra);
        submitLaunch(std::move(launch), config->hStream);
    });
}

CUresult CUDAAPI cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                                unsigned int gridDimZ, unsigned int blockDimX,
                                unsigned int blockDimY, unsigned int blockDimZ,
                                unsigned int sharedMemBytes, CUstream hStream, void** kernelParams,
                                void** extra) {
    const CUlaunchConfig config = configOf(gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY,
                                           blockDimZ, sharedMemBytes, hStream);
    return cuLaunchKernelEx(&config, f, kernelParams, extra);
}

CUresult CUDAAPI cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX,
                                           unsigned int gridDimY, unsigned int gridDimZ,
                                           unsigned int blockDimX, unsigned int blockDimY,
                                           unsigned int blockDimZ, unsigned int sharedMemBytes,
                                           CUstream hStream, void** kernelParams) {
    return entry([&] {
        currentContext();
        const CUlaunchConfig config = configOf(gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY,
                                               blockDimZ, sharedMemBytes, hStream);
        KernelLaunch launch = prepare(f, config);
        launch.cooperative = true;
        launch.parameters = packParameters(*launch.function, kernelParams, nullptr);
        submitLaunch(std::move(launch), hStream);
    });
}
