// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <bit>
#include <cstddef>

/// Our CUDA runtime: implements cuda_runtime_api.h on top of the Driver API, following NVIDIA's
/// documentation. Programs linked against the shared runtime load it as libcudart.so.13.
namespace warpbench::cudart {

/// Reinterprets a runtime type as the driver type of the same layout, or vice versa.
template <class To, class From>
To as(From value) {
    static_assert(sizeof(To) == sizeof(From));
    return std::bit_cast<To>(value);
}

inline CUdeviceptr address(const void* pointer) {
    return as<CUdeviceptr>(pointer);
}

/// A memory location as the driver's type.
inline CUmemLocation location(const cudaMemLocation& place) {
    CUmemLocation same{};
    same.type = as<CUmemLocationType>(place.type);
    same.id = place.id;
    return same;
}

/// Stores an error as the calling thread's last one; cudaErrorNotReady and success are not stored.
/// \returns the error
cudaError_t keep(cudaError_t error);
/// The same for a driver error; most codes have the same number in both APIs.
cudaError_t keep(CUresult error);

/// Gives the calling thread a context: the current one if there is one, otherwise the primary
/// context of its device (set by cudaSetDevice, initially 0), created on demand.
CUresult useContext();

/// Calls a driver function in the thread's context. \returns its error, which is stored
template <class... Parameters, class... Arguments>
cudaError_t call(CUresult (*function)(Parameters...), Arguments... arguments) {
    const CUresult ready = useContext();
    return keep(ready == CUDA_SUCCESS ? function(arguments...) : ready);
}

/// The device of the thread's current context, or the one selected with cudaSetDevice.
int currentDevice();

} // namespace warpbench::cudart
