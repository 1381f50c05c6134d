// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/launch_config.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace warpbench::cuda {
class Device;
class Kernel;
} // namespace warpbench::cuda

namespace warpbench::launch {

/// A device's limits for launches. Defaults are those of cc 9.0.
struct DeviceLaunchLimits {
    std::string name = "the device"; ///< for messages
    int ccMajor = 9;
    int ccMinor = 0;
    std::uint32_t maxThreadsPerBlock = 1024;
    std::array<std::uint32_t, 3> maxBlock{1024, 1024, 64};
    std::array<std::uint32_t, 3> maxGrid{2147483647, 65535, 65535};
    std::uint32_t sharedPerBlock = 49152;       ///< bytes, without opting in
    std::uint32_t sharedPerBlockOptin = 232448; ///< bytes
    std::uint32_t registersPerBlock = 65536;
    std::uint32_t warpSize = 32;
    std::uint32_t multiprocessors = 132;
    bool cooperative = true;
    bool clusters = true;

    static DeviceLaunchLimits of(const cuda::Device& device);
};

/// A kernel's limits for launches.
struct KernelLaunchLimits {
    std::string name;                               ///< for messages
    std::uint32_t maxThreadsPerBlock = 1024;        ///< __launch_bounds__ and registers
    std::uint32_t registers = 0;                    ///< per thread; 0: unknown
    std::uint32_t staticShared = 0;                 ///< bytes
    std::array<std::uint32_t, 3> requiredCluster{}; ///< __cluster_dims__; zeros: none
    bool nonPortableCluster = false;                ///< more than 8 blocks per cluster allowed
    /// For cooperative launches: blocks that fit on one SM; 0: unknown, not checked.
    std::uint32_t activeBlocksPerSm = 0;

    /// Asks the driver. `config` is for activeBlocksPerSm.
    static KernelLaunchLimits of(const cuda::Kernel& kernel, const cuda::LaunchConfig& config);
};

/// Checks a launch before calling the driver, which reports only "invalid argument".
/// \throws Error (device) naming the kernel, the wrong number, the limit, and what to do
void validate(const cuda::LaunchConfig& config, const DeviceLaunchLimits& device,
              const KernelLaunchLimits& kernel);

} // namespace warpbench::launch
