// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cudart/runtime.h"

#include <cstddef>

namespace warpbench::cudart {

/// A `__device__`, `__constant__` or `__managed__` variable in the thread's context.
struct Symbol {
    CUdeviceptr pointer = 0;
    std::size_t bytes = 0;
};

/// The kernel behind what a program passes as one: the host's stand-in of a `__global__` function,
/// or a cudaKernel_t. Loads its code at the first use. \returns cudaErrorInvalidDeviceFunction
/// where it is neither, or the driver's error
cudaError_t kernelOf(const void* function, CUkernel& kernel);
/// The same as a function of the thread's context.
cudaError_t functionOf(const void* function, CUfunction& result);

/// The host's stand-in of a kernel, or of a function of the thread's context: what programs compare
/// with. \returns the kernel itself where it has none
void* standInOf(CUkernel kernel);

/// \returns cudaErrorInvalidSymbol where the program registered no such variable, or the driver's
/// error
cudaError_t symbolOf(const void* symbol, Symbol& result);

/// Lets a kernel of a library that the program loaded be passed to launches.
void noteKernel(CUkernel kernel);

/// A launch's configuration as the driver's; the attributes are the same.
CUlaunchConfig toDriver(const cudaLaunchConfig_t& config);

} // namespace warpbench::cudart
