// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/validation.h"

#include "core/base/error.h"
#include "core/cuda/device.h"
#include "core/cuda/error.h"
#include "core/cuda/kernel.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpbench::launch {

namespace {

using cuda::Dim3;
using cuda::LaunchConfig;

/// More blocks per cluster need cudaFuncAttributeNonPortableClusterSizeAllowed (CUDA C++
/// Programming Guide, "Thread Block Clusters").
constexpr std::uint32_t kPortableClusterSize = 8;
constexpr std::uint32_t kLargestClusterSize = 16;

std::array<std::uint32_t, 3> sizes(const Dim3& dim) {
    return {dim.x, dim.y, dim.z};
}

std::string text(const Dim3& dim) {
    return fmt::format("{} × {} × {}", dim.x, dim.y, dim.z);
}

[[noreturn]] void refuse(const KernelLaunchLimits& kernel, const std::string& problem,
                         const std::string& remedy) {
    throw Error(ErrorKind::device, fmt::format("kernel \"{}\" {}", kernel.name, problem), remedy);
}

/// Each side of a block or grid; `what` is "block" or "grid".
void checkSides(const Dim3& dim, const std::array<std::uint32_t, 3>& limits, const char* what,
                const char* unit, const DeviceLaunchLimits& device,
                const KernelLaunchLimits& kernel) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const char name = "xyz"[axis];
        const std::uint32_t size = sizes(dim)[axis];
        if (size == 0)
            refuse(kernel,
                   fmt::format("cannot be launched with a {} of {}: it has no {}", what, text(dim),
                               unit),
                   fmt::format("make {}.{} at least 1; ceil_div rounds up", what, name));
        if (size > limits[axis])
            refuse(kernel,
                   fmt::format("cannot be launched with {}.{} = {}: {} allows {}", what, name, size,
                               device.name, limits[axis]),
                   axis == 0 && std::string_view(what) == "grid"
                       ? std::string("let each thread do more than one element")
                       : fmt::format("use a smaller {}.{}, or spread it over the other axes", what,
                                     name));
    }
}

void checkThreads(const LaunchConfig& config, const DeviceLaunchLimits& device,
                  const KernelLaunchLimits& kernel) {
    // Sides were checked, so three of at most 1024 do not overflow.
    const std::uint64_t threads = config.block.count();
    if (threads > device.maxThreadsPerBlock)
        refuse(kernel,
               fmt::format("cannot be launched with {} threads per block ({}): {} allows {}",
                           threads, text(config.block), device.name, device.maxThreadsPerBlock),
               "use a smaller block and more of them");
    if (threads > kernel.maxThreadsPerBlock)
        refuse(kernel,
               fmt::format("cannot be launched with {} threads per block: it was compiled for at "
                           "most {}{}",
                           threads, kernel.maxThreadsPerBlock,
                           kernel.registers > 0
                               ? fmt::format(" (it uses {} registers per thread)", kernel.registers)
                               : std::string()),
               "use a smaller block, or change __launch_bounds__ or the register limit");
}

void checkShared(const LaunchConfig& config, const DeviceLaunchLimits& device,
                 const KernelLaunchLimits& kernel) {
    const std::uint64_t dynamic = config.sharedBytes;
    const std::uint64_t total = dynamic + kernel.staticShared;
    const std::string sum =
        fmt::format("{} bytes of shared memory per block ({} static, {} dynamic)", total,
                    kernel.staticShared, dynamic);
    if (total > device.sharedPerBlockOptin)
        refuse(kernel,
               fmt::format("cannot be launched with {}: {} allows {}", sum, device.name,
                           device.sharedPerBlockOptin),
               "use smaller tiles");
    if (config.maxDynamicShared) {
        const std::uint64_t limit = *config.maxDynamicShared;
        if (limit + kernel.staticShared > device.sharedPerBlockOptin)
            refuse(kernel,
                   fmt::format("cannot be given max_dynamic_shared = {}: with {} bytes of static "
                               "shared memory, {} allows {}",
                               limit, kernel.staticShared, device.name,
                               device.sharedPerBlockOptin - kernel.staticShared),
                   "lower max_dynamic_shared");
        if (dynamic > limit)
            refuse(kernel,
                   fmt::format("cannot be launched with {} bytes of dynamic shared memory: "
                               "max_dynamic_shared is {}",
                               dynamic, limit),
                   "raise max_dynamic_shared");
    } else if (total > device.sharedPerBlock) {
        refuse(kernel,
               fmt::format("cannot be launched with {}: without opting in the limit is {}", sum,
                           device.sharedPerBlock),
               fmt::format("set max_dynamic_shared of the launch, up to {}",
                           device.sharedPerBlockOptin - kernel.staticShared));
    }
}

void checkCluster(const LaunchConfig& config, const DeviceLaunchLimits& device,
                  const KernelLaunchLimits& kernel) {
    const bool fixed = kernel.requiredCluster[0] > 0;
    if (!config.cluster && !fixed)
        return;
    if (!device.clusters)
        refuse(kernel,
               fmt::format("cannot be launched in clusters: {} has compute capability {}.{}",
                           device.name, device.ccMajor, device.ccMinor),
               "clusters need compute capability 9.0 or later; leave cluster out");
    const Dim3 required{kernel.requiredCluster[0], std::max(kernel.requiredCluster[1], 1u),
                        std::max(kernel.requiredCluster[2], 1u)};
    const Dim3 cluster = config.cluster.value_or(required);
    if (fixed && config.cluster && !(cluster == required))
        refuse(kernel,
               fmt::format("cannot be launched with clusters of {}: __cluster_dims__ says {}",
                           text(cluster), text(required)),
               "leave cluster out of the launch, or change __cluster_dims__");
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const char name = "xyz"[axis];
        const std::uint32_t blocks = sizes(cluster)[axis];
        if (blocks == 0)
            refuse(kernel, fmt::format("cannot be launched with clusters of {}", text(cluster)),
                   fmt::format("make cluster.{} at least 1", name));
        if (sizes(config.grid)[axis] % blocks != 0)
            refuse(kernel,
                   fmt::format("cannot be launched with clusters of {} in a grid of {}: {} is not "
                               "a multiple of {}",
                               text(cluster), text(config.grid), sizes(config.grid)[axis], blocks),
                   fmt::format("round grid.{} up to a multiple of {}", name, blocks));
    }
    const std::uint64_t size = cluster.count();
    const std::uint32_t limit =
        kernel.nonPortableCluster ? kLargestClusterSize : kPortableClusterSize;
    if (size > limit)
        refuse(kernel,
               fmt::format("cannot be launched with {} blocks per cluster ({}): the limit is {}",
                           size, text(cluster), limit),
               "use smaller clusters");
}

void checkProgrammatic(const LaunchConfig& config, const DeviceLaunchLimits& device,
                       const KernelLaunchLimits& kernel) {
    constexpr int kFirstMajor = 9; // CUDA C++ Programming Guide, "Programmatic Dependent
                                   // Launch and Synchronization"
    if (config.programmatic && device.ccMajor < kFirstMajor)
        refuse(kernel,
               fmt::format("cannot be launched programmatically: {} has compute capability {}.{}",
                           device.name, device.ccMajor, device.ccMinor),
               "programmatic dependent launch needs compute capability 9.0 or later; leave "
               "programmatic out");
}

void checkCooperative(const LaunchConfig& config, const DeviceLaunchLimits& device,
                      const KernelLaunchLimits& kernel) {
    if (!config.cooperative)
        return;
    if (!device.cooperative)
        refuse(kernel,
               fmt::format("cannot be launched cooperatively: {} does not offer it", device.name),
               "synchronise with several launches instead of grid.sync()");
    if (kernel.activeBlocksPerSm == 0)
        return;
    const std::uint64_t room = std::uint64_t(kernel.activeBlocksPerSm) * device.multiprocessors;
    // Sides are at most 2^31 - 1, 65535 and 65535, so the product fits in 64 bits.
    if (config.grid.count() > room)
        refuse(kernel,
               fmt::format("cannot be launched cooperatively with {} blocks: only {} fit on {} at "
                           "once ({} on each of {} SMs)",
                           config.grid.count(), room, device.name, kernel.activeBlocksPerSm,
                           device.multiprocessors),
               "use a smaller grid and let each block do more");
}

std::uint32_t positive(int value) {
    return std::uint32_t(std::max(value, 0));
}

} // namespace

DeviceLaunchLimits DeviceLaunchLimits::of(const cuda::Device& device) {
    const auto get = [&](CUdevice_attribute which) { return positive(device.attribute(which)); };
    // Older drivers do not know all of them. Other failures must not be mistaken for a limit of 0.
    const auto orZero = [&](CUdevice_attribute which) {
        try {
            return positive(device.attribute(which));
        } catch (const cuda::CudaError& error) {
            if (error.code() != CUDA_ERROR_INVALID_VALUE)
                throw;
            return positive(0);
        }
    };
    DeviceLaunchLimits limits;
    limits.name = device.name();
    limits.ccMajor = device.ccMajor();
    limits.ccMinor = device.ccMinor();
    limits.maxThreadsPerBlock = get(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    limits.maxBlock = {get(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X),
                       get(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y),
                       get(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)};
    limits.maxGrid = {get(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X),
                      get(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y),
                      get(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)};
    limits.sharedPerBlock = get(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
    limits.sharedPerBlockOptin = std::max(
        limits.sharedPerBlock, orZero(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
    limits.registersPerBlock = get(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
    limits.warpSize = get(CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    limits.multiprocessors = get(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    limits.cooperative = orZero(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) != 0;
    limits.clusters = orZero(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) != 0;
    return limits;
}

KernelLaunchLimits KernelLaunchLimits::of(const cuda::Kernel& kernel,
                                          const cuda::LaunchConfig& config) {
    const cuda::KernelAttributes attributes = kernel.attributes();
    KernelLaunchLimits limits;
    limits.name = kernel.name();
    limits.maxThreadsPerBlock = positive(attributes.maxThreadsPerBlock);
    limits.registers = positive(attributes.registers);
    limits.staticShared = positive(attributes.staticShared);
    limits.requiredCluster = {positive(attributes.requiredClusterWidth),
                              positive(attributes.requiredClusterHeight),
                              positive(attributes.requiredClusterDepth)};
    limits.nonPortableCluster = attributes.nonPortableClusterAllowed;
    const std::uint64_t threads = config.block.count();
    if (config.cooperative && threads > 0 && threads <= limits.maxThreadsPerBlock)
        limits.activeBlocksPerSm =
            positive(kernel.driverActiveBlocksPerSm(int(threads), config.sharedBytes));
    return limits;
}

void validate(const cuda::LaunchConfig& config, const DeviceLaunchLimits& device,
              const KernelLaunchLimits& kernel) {
    checkSides(config.grid, device.maxGrid, "grid", "blocks", device, kernel);
    // A block of 2000 has too many threads before it is too wide: that message is clearer.
    const bool sides = config.block.x > 0 && config.block.y > 0 && config.block.z > 0;
    if (sides && config.block.y == 1 && config.block.z == 1)
        checkThreads(config, device, kernel);
    checkSides(config.block, device.maxBlock, "block", "threads", device, kernel);
    checkThreads(config, device, kernel);
    checkShared(config, device, kernel);
    checkCluster(config, device, kernel);
    checkProgrammatic(config, device, kernel);
    checkCooperative(config, device, kernel);
}

} // namespace warpbench::launch
