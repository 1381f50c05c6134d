// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration in <<< >>>: nvcc's code pushes it, evaluates the arguments, and pops it in the
// kernel's host stub.
#include "core/cudart/runtime.h"

#include <vector>

namespace {

struct Configuration {
    dim3 grid, block;
    std::size_t shared;
    cudaStream_t stream;
};

thread_local std::vector<Configuration> t_configurations;

} // namespace

using namespace warpbench::cudart;

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared,
                                     struct CUstream_st* stream) {
    t_configurations.push_back({grid, block, shared, stream});
    return 0; // launch
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared, void* stream) {
    if (t_configurations.empty())
        return keep(cudaErrorMissingConfiguration);
    const Configuration top = t_configurations.back();
    t_configurations.pop_back();
    *grid = top.grid;
    *block = top.block;
    *shared = top.shared;
    *static_cast<cudaStream_t*>(stream) = top.stream;
    return cudaSuccess;
}

} // extern "C"
