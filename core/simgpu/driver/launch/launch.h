// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/launch/operation.h"

namespace warpbench::simgpu::driver {

class Context;
class Function;
struct BlockNeeds;

/// Executes a kernel with the device's settings, and keeps what it printed, measured and did wrong.
/// \throws DriverError with the error of its fault
void performLaunch(const KernelLaunch& launch, Context& context);

/// Checks a launch as a real driver does before it queues it.
/// \throws CUDA_ERROR_INVALID_VALUE (sizes, shared memory), CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
///         (registers), CUDA_ERROR_INVALID_CLUSTER_SIZE, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE
void validate(const KernelLaunch& launch);

/// The parameter block from pointers to the arguments, or from the packed buffer in `extra`.
/// \throws CUDA_ERROR_INVALID_VALUE
std::vector<std::byte> packParameters(const Function& function, void** kernelParams, void** extra);

/// Adds what the attributes of a launch configuration ask for; those that only give hints are
/// taken and have no effect.
/// \throws CUDA_ERROR_NOT_SUPPORTED for those that would change what the launch does
void applyAttributes(KernelLaunch& launch, const CUlaunchAttribute* attributes, unsigned int count);

/// What an attribute of a launch is: zeros where it was never set.
/// \throws CUDA_ERROR_INVALID_VALUE where there is no such attribute
CUlaunchAttributeValue attributeOf(const KernelLaunch& launch, CUlaunchAttributeID id);

/// Blocks of a grid, or threads of a block.
std::uint64_t volume(const engine::Dim3& size);

BlockNeeds needsOf(const Function& function, int threads, std::uint64_t dynamicShared);

} // namespace warpbench::simgpu::driver
