// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace warpbench::cuda {

struct Dim3 {
    std::uint32_t x = 1;
    std::uint32_t y = 1;
    std::uint32_t z = 1;

    std::uint64_t count() const noexcept { return std::uint64_t(x) * y * z; } ///< may wrap
    bool operator==(const Dim3&) const = default;
};

/// The configuration of a launch. core/launch/validation.h checks it for a device and a kernel.
struct LaunchConfig {
    Dim3 grid;                     ///< blocks
    Dim3 block;                    ///< threads per block
    std::uint32_t sharedBytes = 0; ///< dynamic shared memory per block
    bool cooperative = false;
    /// The kernel may start before the preceding kernel on its stream has finished: programmatic
    /// dependent launch (cc 9.0 and later). It waits itself, with cudaGridDependencySynchronize.
    bool programmatic = false;
    std::optional<Dim3> cluster; ///< blocks per cluster (cc 9.0 and later)
    /// Allows up to this much dynamic shared memory, beyond the default of 48 KiB, in bytes.
    std::optional<std::uint32_t> maxDynamicShared;

    bool operator==(const LaunchConfig&) const = default;
};

} // namespace warpbench::cuda
