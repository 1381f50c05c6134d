// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/validation.h"

#include "core/base/error.h"
#include "core/cuda/device.h"
#include "core/cuda/error.h"
#include "core/cuda/kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpbench::launch {

namespace {

using cuda::Dim3;
using cuda::LaunchConfig;

/// More blocks per cluster need cudaFuncAttributeNonPortableClusterSizeAllowed (CUDA C++
/// Programming Guide, "Thread Block Clusters").
constexpr std::uint32_t kPortableClusterSize = 8;
constexpr std::uint32_t kLargestClusterSize = 16;

constexpr const char* kThreadsRemedy =
    "use a smaller block, or change __launch_bounds__ or the register limit";

std::array<std::uint32_t, 3> sizes(const Dim3& dim) {
    return {dim.x, dim.y, dim.z};
}

std::string text(const Dim3& dim) {
    return fmt::format("{} × {} × {}", dim.x, dim.y, dim.z);
}

std::string capability(const DeviceLaunchLimits& device) {
    return fmt::format("{}.{}", device.ccMajor, device.ccMinor);
}

[[noreturn]] void refuse(ErrorText said) {
    throw Error(ErrorKind::device, std::move(said));
}

ErrorText emptyGrid(const KernelLaunchLimits& kernel, const Dim3& grid, const std::string& side) {
    return {"WB1707",
            "kernel \"{kernel}\" cannot be launched with a grid of {size}: it has no blocks",
            "make {side} at least 1; ceil_div rounds up",
            {{"kernel", kernel.name}, {"size", text(grid)}, {"side", side}}};
}

ErrorText emptyBlock(const KernelLaunchLimits& kernel, const Dim3& block, const std::string& side) {
    return {"WB1708",
            "kernel \"{kernel}\" cannot be launched with a block of {size}: it has no threads",
            "make {side} at least 1; ceil_div rounds up",
            {{"kernel", kernel.name}, {"size", text(block)}, {"side", side}}};
}

enum class Extent { grid, block };

/// Each side of a block or grid.
void checkSides(Extent extent, const Dim3& dim, const std::array<std::uint32_t, 3>& limits,
                const DeviceLaunchLimits& device, const KernelLaunchLimits& kernel) {
    const bool isGrid = extent == Extent::grid;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::string side = fmt::format("{}.{}", isGrid ? "grid" : "block", "xyz"[axis]);
        const std::uint32_t size = sizes(dim)[axis];
        if (size == 0)
            refuse(isGrid ? emptyGrid(kernel, dim, side) : emptyBlock(kernel, dim, side));
        if (size > limits[axis]) {
            const ErrorText said{"WB1709",
                                 "kernel \"{kernel}\" cannot be launched with {side} = {size}: "
                                 "{device} allows {limit}",
                                 "use a smaller {side}, or spread it over the other axes",
                                 {{"kernel", kernel.name},
                                  {"side", side},
                                  {"size", size},
                                  {"device", device.name},
                                  {"limit", limits[axis]}}};
            refuse(isGrid && axis == 0
                       ? said.advised(phrase("let each thread do more than one element"))
                       : said);
        }
    }
}

void checkThreads(const LaunchConfig& config, const DeviceLaunchLimits& device,
                  const KernelLaunchLimits& kernel) {
    // Sides were checked, so three of at most 1024 do not overflow.
    const std::uint64_t threads = config.block.count();
    if (threads > device.maxThreadsPerBlock)
        refuse({"WB1710",
                "kernel \"{kernel}\" cannot be launched with {count} threads per block ({size}): "
                "{device} allows {limit}",
                "use a smaller block and more of them",
                {{"kernel", kernel.name},
                 {"count", threads},
                 {"size", text(config.block)},
                 {"device", device.name},
                 {"limit", device.maxThreadsPerBlock}}});
    if (threads > kernel.maxThreadsPerBlock && kernel.registers > 0)
        refuse({"WB1711",
                "kernel \"{kernel}\" cannot be launched with {count} threads per block: it was "
                "compiled for at most {limit} (it uses {registers} registers per thread)",
                kThreadsRemedy,
                {{"kernel", kernel.name},
                 {"count", threads},
                 {"limit", kernel.maxThreadsPerBlock},
                 {"registers", kernel.registers}}});
    if (threads > kernel.maxThreadsPerBlock)
        refuse(
            {"WB1712",
             "kernel \"{kernel}\" cannot be launched with {count} threads per block: it was "
             "compiled for at most {limit}",
             kThreadsRemedy,
             {{"kernel", kernel.name}, {"count", threads}, {"limit", kernel.maxThreadsPerBlock}}});
}

void checkShared(const LaunchConfig& config, const DeviceLaunchLimits& device,
                 const KernelLaunchLimits& kernel) {
    const std::uint64_t dynamic = config.sharedBytes;
    const std::uint64_t total = dynamic + kernel.staticShared;
    if (total > device.sharedPerBlockOptin)
        refuse({"WB1713",
                "kernel \"{kernel}\" cannot be launched with {count} bytes of shared memory per "
                "block ({static} static, {dynamic} dynamic): {device} allows {limit}",
                "use smaller tiles",
                {{"kernel", kernel.name},
                 {"count", total},
                 {"static", kernel.staticShared},
                 {"dynamic", dynamic},
                 {"device", device.name},
                 {"limit", device.sharedPerBlockOptin}}});
    if (config.maxDynamicShared) {
        const std::uint64_t limit = *config.maxDynamicShared;
        if (limit + kernel.staticShared > device.sharedPerBlockOptin)
            refuse({"WB1714",
                    "kernel \"{kernel}\" cannot be given max_dynamic_shared = {size}: with "
                    "{static} bytes of static shared memory, {device} allows {limit}",
                    "lower max_dynamic_shared",
                    {{"kernel", kernel.name},
                     {"size", limit},
                     {"static", kernel.staticShared},
                     {"device", device.name},
                     {"limit", device.sharedPerBlockOptin - kernel.staticShared}}});
        if (dynamic > limit)
            refuse({"WB1715",
                    "kernel \"{kernel}\" cannot be launched with {dynamic} bytes of dynamic shared "
                    "memory: max_dynamic_shared is {limit}",
                    "raise max_dynamic_shared",
                    {{"kernel", kernel.name}, {"dynamic", dynamic}, {"limit", limit}}});
    } else if (total > device.sharedPerBlock) {
        refuse(
            {"WB1716",
             "kernel \"{kernel}\" cannot be launched with {count} bytes of shared memory per block "
             "({static} static, {dynamic} dynamic): without opting in the limit is {limit}",
             "set max_dynamic_shared of the launch, up to {most}",
             {{"kernel", kernel.name},
              {"count", total},
              {"static", kernel.staticShared},
              {"dynamic", dynamic},
              {"limit", device.sharedPerBlock},
              {"most", device.sharedPerBlockOptin - kernel.staticShared}}});
    }
}

void checkCluster(const LaunchConfig& config, const DeviceLaunchLimits& device,
                  const KernelLaunchLimits& kernel) {
    const bool fixed = kernel.requiredCluster[0] > 0;
    if (!config.cluster && !fixed)
        return;
    if (!device.clusters)
        refuse(
            {"WB1717",
             "kernel \"{kernel}\" cannot be launched in clusters: {device} has compute capability "
             "{version}",
             "clusters need compute capability 9.0 or later; leave cluster out",
             {{"kernel", kernel.name}, {"device", device.name}, {"version", capability(device)}}});
    const Dim3 required{kernel.requiredCluster[0], std::max(kernel.requiredCluster[1], 1u),
                        std::max(kernel.requiredCluster[2], 1u)};
    const Dim3 cluster = config.cluster.value_or(required);
    if (fixed && config.cluster && !(cluster == required))
        refuse({"WB1718",
                "kernel \"{kernel}\" cannot be launched with clusters of {found}: __cluster_dims__ "
                "says {expected}",
                "leave cluster out of the launch, or change __cluster_dims__",
                {{"kernel", kernel.name}, {"found", text(cluster)}, {"expected", text(required)}}});
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::string name(1, "xyz"[axis]);
        const std::uint32_t blocks = sizes(cluster)[axis];
        if (blocks == 0)
            refuse({"WB1719",
                    "kernel \"{kernel}\" cannot be launched with clusters of {size}",
                    "make cluster.{axis} at least 1",
                    {{"kernel", kernel.name}, {"size", text(cluster)}, {"axis", name}}});
        if (sizes(config.grid)[axis] % blocks != 0)
            refuse({"WB1720",
                    "kernel \"{kernel}\" cannot be launched with clusters of {size} in a grid of "
                    "{grid}: {count} is not a multiple of {unit}",
                    "round grid.{axis} up to a multiple of {unit}",
                    {{"kernel", kernel.name},
                     {"size", text(cluster)},
                     {"grid", text(config.grid)},
                     {"count", sizes(config.grid)[axis]},
                     {"unit", blocks},
                     {"axis", name}}});
    }
    const std::uint64_t size = cluster.count();
    const std::uint32_t limit =
        kernel.nonPortableCluster ? kLargestClusterSize : kPortableClusterSize;
    if (size > limit)
        refuse({"WB1721",
                "kernel \"{kernel}\" cannot be launched with {count} blocks per cluster ({size}): "
                "the limit is {limit}",
                "use smaller clusters",
                {{"kernel", kernel.name},
                 {"count", size},
                 {"size", text(cluster)},
                 {"limit", limit}}});
}

void checkProgrammatic(const LaunchConfig& config, const DeviceLaunchLimits& device,
                       const KernelLaunchLimits& kernel) {
    constexpr int kFirstMajor = 9; // CUDA C++ Programming Guide, "Programmatic Dependent
                                   // Launch and Synchronization"
    if (config.programmatic && device.ccMajor < kFirstMajor)
        refuse(
            {"WB1722",
             "kernel \"{kernel}\" cannot be launched programmatically: {device} has compute "
             "capability {version}",
             "programmatic dependent launch needs compute capability 9.0 or later; leave "
             "programmatic out",
             {{"kernel", kernel.name}, {"device", device.name}, {"version", capability(device)}}});
}

void checkCooperative(const LaunchConfig& config, const DeviceLaunchLimits& device,
                      const KernelLaunchLimits& kernel) {
    if (!config.cooperative)
        return;
    if (!device.cooperative)
        refuse({"WB1723",
                "kernel \"{kernel}\" cannot be launched cooperatively: {device} does not offer it",
                "synchronise with several launches instead of grid.sync()",
                {{"kernel", kernel.name}, {"device", device.name}}});
    if (kernel.activeBlocksPerSm == 0)
        return;
    const std::uint64_t room = std::uint64_t(kernel.activeBlocksPerSm) * device.multiprocessors;
    // Sides are at most 2^31 - 1, 65535 and 65535, so the product fits in 64 bits.
    if (config.grid.count() > room)
        refuse({"WB1724",
                "kernel \"{kernel}\" cannot be launched cooperatively with {count} blocks: only "
                "{limit} fit on {device} at once ({each} on each of {sms} SMs)",
                "use a smaller grid and let each block do more",
                {{"kernel", kernel.name},
                 {"count", config.grid.count()},
                 {"limit", room},
                 {"device", device.name},
                 {"each", kernel.activeBlocksPerSm},
                 {"sms", device.multiprocessors}}});
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
            if (error.result() != CUDA_ERROR_INVALID_VALUE)
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
    checkSides(Extent::grid, config.grid, device.maxGrid, device, kernel);
    // A block of 2000 has too many threads before it is too wide: that message is clearer.
    const bool sides = config.block.x > 0 && config.block.y > 0 && config.block.z > 0;
    if (sides && config.block.y == 1 && config.block.z == 1)
        checkThreads(config, device, kernel);
    checkSides(Extent::block, config.block, device.maxBlock, device, kernel);
    checkThreads(config, device, kernel);
    checkShared(config, device, kernel);
    checkCluster(config, device, kernel);
    checkProgrammatic(config, device, kernel);
    checkCooperative(config, device, kernel);
}

} // namespace warpbench::launch
