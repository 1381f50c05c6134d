// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/launch/operation.h"

namespace warpbench::simgpu::driver {

class Context;
class Function;
struct BlockNeeds;

/// Executes a kernel with the device's settings, and keeps its output, metrics and faults.
/// \throws DriverError with the error code of its fault
void performLaunch(const KernelLaunch& launch, Context& context);

/// Checks a launch as a real driver does before it queues it.
/// \throws CUDA_ERROR_INVALID_VALUE (sizes, shared memory), CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
///         (registers), CUDA_ERROR_INVALID_CLUSTER_SIZE, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE
void validate(const KernelLaunch& launch);

/// Builds the parameter block from argument pointers or from the packed buffer in `extra`.
/// \throws CUDA_ERROR_INVALID_VALUE
std::vector<std::byte> packParameters(const Function& function, void** kernelParams, void** extra);

/// Applies the attributes of a launch configuration; attributes that are only hints are accepted
/// and ignored.
/// \throws CUDA_ERROR_NOT_SUPPORTED for those that would change the launch's behaviour
void applyAttributes(KernelLaunch& launch, const CUlaunchAttribute* attributes, unsigned int count);

/// The value of a launch attribute; zero if it was never set.
/// \throws CUDA_ERROR_INVALID_VALUE for an unknown attribute
CUlaunchAttributeValue attributeOf(const KernelLaunch& launch, CUlaunchAttributeID id);

/// Number of blocks in a grid, or of threads in a block.
std::uint64_t volume(const engine::Dim3& size);

BlockNeeds needsOf(const Function& function, int threads, std::uint64_t dynamicShared);

} // namespace warpbench::simgpu::driver
