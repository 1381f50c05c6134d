// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/launch_config.h"
#include "core/cuda/stream.h"

#include <cuda.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace warpbench::cuda {

class ObjectBox;
class KernelBox;

/// The driver's information about a loaded kernel; sizes in bytes.
struct KernelAttributes {
    int maxThreadsPerBlock = 0;
    int registers = 0; ///< per thread
    int staticShared = 0;
    int constant = 0;
    int local = 0; ///< per thread
    int ptxVersion = 0;
    int binaryVersion = 0;
    int maxDynamicShared = 0;
    int preferredCarveOut = -1; ///< percent; -1: the driver's choice
    bool clusterSizeMustBeSet = false;
    int requiredClusterWidth = 0; ///< 0: not fixed at compile time
    int requiredClusterHeight = 0;
    int requiredClusterDepth = 0;
    bool nonPortableClusterAllowed = false;

    bool operator==(const KernelAttributes&) const = default;
};

/// Offset of a parameter in the kernel's parameter block, bytes.
struct ParameterSlot {
    std::size_t offset = 0;
    std::size_t size = 0;

    bool operator==(const ParameterSlot&) const = default;
};

/// A kernel of a module, which it keeps loaded. Copies share it.
class Kernel {
  public:
    const std::string& name() const noexcept;

    /// \throws CudaError
    int attribute(CUfunction_attribute attribute) const;
    void setAttribute(CUfunction_attribute attribute, int value) const;
    KernelAttributes attributes() const;
    /// Parameters in order. \throws Error (environment) if the driver is older than 12.4
    std::vector<ParameterSlot> parameters() const;
    /// cuOccupancyMaxActiveBlocksPerMultiprocessor: the driver's own figure.
    int driverActiveBlocksPerSm(int threadsPerBlock, std::size_t dynamicSharedBytes) const;

    /// Queues a launch. Does not allocate or lock: 5 µs in the driver and some nanoseconds here.
    /// The configuration is not validated here; see core/launch/validation.h.
    /// \param arguments  a pointer to each argument's value, in order; null for a kernel without
    ///                   any. The values are copied before this returns.
    /// \throws CudaError
    void launch(const LaunchConfig& config, const Stream& stream, void* const* arguments) const;

    CUfunction handle() const noexcept;
    const ContextPtr& contextState() const noexcept;

  private:
    friend class Module;
    explicit Kernel(std::shared_ptr<KernelBox> box) noexcept;

    std::shared_ptr<KernelBox> m_box;
};

} // namespace warpbench::cuda
