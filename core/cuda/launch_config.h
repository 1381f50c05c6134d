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

/// The shape of a launch. core/launch/validation.h checks one against a device and a kernel.
struct LaunchConfig {
    Dim3 grid;                     ///< blocks
    Dim3 block;                    ///< threads per block
    std::uint32_t sharedBytes = 0; ///< dynamic shared memory per block
    bool cooperative = false;
    /// It may begin before the kernel before it on its stream has ended: programmatic dependent
    /// launch (cc 9.0 and later). The kernel itself waits, with cudaGridDependencySynchronize.
    bool programmatic = false;
    std::optional<Dim3> cluster; ///< blocks per cluster (cc 9.0 and later)
    /// Lets the kernel have up to this much dynamic shared memory, past the default 48 KiB, bytes.
    std::optional<std::uint32_t> maxDynamicShared;

    bool operator==(const LaunchConfig&) const = default;
};

} // namespace warpbench::cuda
