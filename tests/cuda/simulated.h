// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/context_state.h"
#include "core/cuda/driver.h"
#include "core/cuda/stream.h"

/// Shared by the tests of core: the simulated device, and access to the objects behind handles.
namespace warpbench::test {

inline const cuda::Driver& simulated() {
    return cuda::Driver::openSimulated();
}

inline cuda::Context makeContext(int device = 0) {
    return cuda::Context::create(simulated().device(device));
}

/// Whether the driver still knows a stream: a destroyed one is an invalid handle.
inline bool streamExists(const cuda::Context& context, CUstream stream) {
    const cuda::ContextScope scope(context);
    return context.driver().api().streamQuery(stream) != CUDA_ERROR_INVALID_HANDLE;
}

inline bool eventExists(const cuda::Context& context, CUevent event) {
    const cuda::ContextScope scope(context);
    return context.driver().api().eventQuery(event) != CUDA_ERROR_INVALID_HANDLE;
}

/// Whether an address belongs to an allocation of the driver.
inline bool memoryExists(const cuda::Context& context, CUdeviceptr pointer) {
    const cuda::ContextScope scope(context);
    CUdeviceptr base = 0;
    std::size_t size = 0;
    return context.driver().api().memGetAddressRange(&base, &size, pointer) == CUDA_SUCCESS;
}

/// Whether the driver still knows a context.
inline bool contextExists(const cuda::Driver& driver, CUcontext handle) {
    unsigned version = 0;
    return driver.api().contextGetApiVersion(handle, &version) == CUDA_SUCCESS;
}

} // namespace warpbench::test
