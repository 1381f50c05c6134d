// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <bit>
#include <cstddef>

/// Our CUDA runtime: what cuda_runtime_api.h declares, over the Driver API, from NVIDIA's
/// documentation. Programs that are linked with the shared runtime find it as libcudart.so.13.
namespace warpbench::cudart {

/// A value of the runtime's type as the driver's of the same layout, or the other way round.
template <class To, class From>
To as(From value) {
    static_assert(sizeof(To) == sizeof(From));
    return std::bit_cast<To>(value);
}

inline CUdeviceptr address(const void* pointer) {
    return as<CUdeviceptr>(pointer);
}

/// A place of memory, as the driver has it.
inline CUmemLocation location(const cudaMemLocation& place) {
    CUmemLocation same{};
    same.type = as<CUmemLocationType>(place.type);
    same.id = place.id;
    return same;
}

/// Keeps an error as the calling thread's last one. cudaErrorNotReady and success are not kept.
/// \returns the error
cudaError_t keep(cudaError_t error);
/// The same of a driver's error: most numbers are the runtime's, too.
cudaError_t keep(CUresult error);

/// Gives the calling thread a context: the current one if it has any, else the primary context of
/// its device (cudaSetDevice; 0 at first), which is made if need be.
CUresult useContext();

/// Calls a driver's function in the thread's context. \returns its error, which is kept
template <class... Parameters, class... Arguments>
cudaError_t call(CUresult (*function)(Parameters...), Arguments... arguments) {
    const CUresult ready = useContext();
    return keep(ready == CUDA_SUCCESS ? function(arguments...) : ready);
}

/// The device of the thread's current context, or the one that it has chosen.
int currentDevice();

} // namespace warpbench::cudart
