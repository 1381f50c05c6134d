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

/// The kernel that a program refers to, either by the host stub of a `__global__` function or by a
/// cudaKernel_t. Loads its code on first use. \returns cudaErrorInvalidDeviceFunction if it is
/// neither, or the driver's error
cudaError_t kernelOf(const void* function, CUkernel& kernel);
/// The same as a function of the thread's context.
cudaError_t functionOf(const void* function, CUfunction& result);

/// The host stub of a kernel or of a function in the thread's context: the pointer that programs
/// compare with. \returns the kernel itself if it has no stub
void* standInOf(CUkernel kernel);

/// \returns cudaErrorInvalidSymbol if the program registered no such variable, or the driver's
/// error
cudaError_t symbolOf(const void* symbol, Symbol& result);

/// Allows a kernel of a library that the program loaded to be passed to launches.
void noteKernel(CUkernel kernel);

/// Converts a launch configuration to the driver's; the attributes are identical.
CUlaunchConfig toDriver(const cudaLaunchConfig_t& config);

} // namespace warpbench::cudart
