// SPDX-License-Identifier: GPL-3.0-or-later
// Launches. Compiled twice: with CUDA_API_PER_THREAD_DEFAULT_STREAM, the headers rename each
// function, and each driver function that it calls, to its version for per-thread default streams.
#include "core/cudart/registry.h"

namespace {

using namespace warpbench::cudart;

cudaError_t launch(CUkernel kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                   cudaStream_t stream) {
    return call(cuLaunchKernel, reinterpret_cast<CUfunction>(kernel), grid.x, grid.y, grid.z,
                block.x, block.y, block.z, static_cast<unsigned>(shared),
                static_cast<CUstream>(stream), arguments, static_cast<void**>(nullptr));
}

} // namespace

extern "C" {

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define __cudaLaunchKernel __cudaLaunchKernel_ptsz
#endif
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               std::size_t shared, cudaStream_t stream) {
    if (kernel)
        return launch(kernel, grid, block, arguments, shared, stream);
    // nvcc's code does not look at what __cudaGetKernel returned.
    const cudaError_t why = cudaPeekAtLastError();
    return why != cudaSuccess ? why : keep(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared, cudaStream_t stream) {
    CUkernel kernel = nullptr;
    const cudaError_t found = kernelOf(function, kernel);
    return found == cudaSuccess ? launch(kernel, grid, block, arguments, shared, stream) : found;
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, std::size_t shared, cudaStream_t stream) {
    CUkernel kernel = nullptr;
    const cudaError_t found = kernelOf(function, kernel);
    if (found != cudaSuccess)
        return found;
    return call(cuLaunchCooperativeKernel, reinterpret_cast<CUfunction>(kernel), grid.x, grid.y,
                grid.z, block.x, block.y, block.z, static_cast<unsigned>(shared),
                static_cast<CUstream>(stream), arguments);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** arguments) {
    if (!config)
        return keep(cudaErrorInvalidValue);
    CUkernel kernel = nullptr;
    const cudaError_t found = kernelOf(function, kernel);
    if (found != cudaSuccess)
        return found;
    static_assert(sizeof(cudaLaunchAttribute) == sizeof(CUlaunchAttribute));
    const CUlaunchConfig launch = toDriver(*config);
    return call(cuLaunchKernelEx, &launch, reinterpret_cast<CUfunction>(kernel), arguments,
                static_cast<void**>(nullptr));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    return call(cuLaunchHostFunc, static_cast<CUstream>(stream), function, data);
}

} // extern "C"
