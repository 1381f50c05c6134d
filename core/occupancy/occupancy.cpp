// SPDX-License-Identifier: GPL-3.0-or-later
// The rules are those of cuda_occupancy.h (CUDA 13.0), reimplemented and compared with 6,300
// vectors that it produced; where that header is wrong (docs/decisions/occupancy.md) this is not.
#include "core/occupancy/occupancy.h"

#include <algorithm>
#include <array>
#include <limits>

namespace warpbench::occupancy {

namespace {

template <class T>
T roundUp(T value, T unit) {
    return (value + unit - 1) / unit * unit;
}

int warpsOf(const DeviceLimits& device, const KernelUsage& kernel) {
    return (kernel.threads + device.warpSize - 1) / device.warpSize;
}

int warpLimit(const DeviceLimits& device, const KernelUsage& kernel) {
    if (kernel.threads > device.maxThreadsPerBlock)
        return 0;
    return device.maxThreadsPerSm / device.warpSize / warpsOf(device, kernel);
}

/// Registers are allocated to warps in units, and a warp stays in one sub-partition of the SM.
int registerLimit(const DeviceLimits& device, const KernelUsage& kernel, int subPartitions) {
    const int warps = warpsOf(device, kernel);
    const int perWarp = roundUp(kernel.registers * device.warpSize, device.registerUnit);
    if (kernel.registers > device.maxRegistersPerThread ||
        std::int64_t(perWarp) * roundUp(warps, subPartitions) > device.registersPerBlock)
        return 0;
    if (perWarp == 0)
        return kUnlimited;
    const int warpsPerPartition = device.registersPerSm / subPartitions / perWarp;
    return warpsPerPartition * subPartitions / warps;
}

int registerLimit(const DeviceLimits& device, const KernelUsage& kernel) {
    // GP100 has two partitions, but a kernel must also fit on chips with four, so that it runs
    // on all of Pascal.
    if (device.subPartitions == 2 && registerLimit(device, kernel, 4) == 0)
        return 0;
    return registerLimit(device, kernel, device.subPartitions);
}

std::int64_t sharedOf(const DeviceLimits& device, const KernelUsage& kernel,
                      std::int64_t dynamicShared) {
    return roundUp<std::int64_t>(
        kernel.staticShared + device.sharedReservedPerBlock + dynamicShared, device.sharedUnit);
}

/// The maximum of one block, including the reserve.
std::int64_t sharedLimitPerBlock(const DeviceLimits& device, const KernelUsage& kernel) {
    std::int64_t limit = device.sharedPerBlock;
    const bool optedIn =
        device.ccMajor >= 7 && kernel.maxDynamicShared &&
        kernel.staticShared + device.sharedReservedPerBlock + *kernel.maxDynamicShared >
            device.sharedPerBlock;
    if (optedIn)
        limit = device.sharedPerBlockOptin;
    return limit + device.sharedReservedPerBlock;
}

/// Shared memory of an SM under the preferred carve-out, at least enough for `perBlock` bytes.
std::int64_t carveOut(const DeviceLimits& device, const KernelUsage& kernel,
                      std::int64_t perBlock) {
    if (device.carveOutsKiB.empty() || kernel.carveOutPercent < 0)
        return device.sharedPerSm;
    const std::int64_t wanted =
        std::max(device.sharedPerSm * kernel.carveOutPercent / 100, perBlock);
    for (const int size : device.carveOutsKiB) {
        if (std::int64_t(size) * 1024 >= wanted)
            return std::int64_t(size) * 1024;
    }
    return device.sharedPerSm;
}

int sharedLimit(const DeviceLimits& device, const KernelUsage& kernel) {
    const std::int64_t perBlock = sharedOf(device, kernel, kernel.dynamicShared);
    const bool overOptin =
        kernel.maxDynamicShared && kernel.dynamicShared > *kernel.maxDynamicShared;
    if (overOptin || perBlock > sharedLimitPerBlock(device, kernel))
        return 0;
    if (perBlock == 0)
        return kUnlimited;
    return int(carveOut(device, kernel, perBlock) / perBlock);
}

/// With clusters an SM of cc 9.x runs at most 8 blocks, however small they are (measured, see
/// docs/decisions/occupancy.md). The limit of later devices is unknown.
int blockLimit(const DeviceLimits& device, const KernelUsage& kernel) {
    constexpr int kInClusters = 8;
    const bool fewer = device.ccMajor == 9 && kernel.clusterBlocks > 1;
    return fewer ? std::min(device.maxBlocksPerSm, kInClusters) : device.maxBlocksPerSm;
}

int barrierLimit(const DeviceLimits& device, const KernelUsage& kernel) {
    if (device.barriersPerSm == 0 || kernel.barriers <= 0)
        return kUnlimited;
    return device.barriersPerSm / kernel.barriers;
}

} // namespace

std::string_view nameOf(Limiter limiter) noexcept {
    switch (limiter) {
    case Limiter::warps:
        return "warps";
    case Limiter::registers:
        return "registers";
    case Limiter::shared_memory:
        return "shared_memory";
    case Limiter::blocks:
        return "blocks";
    case Limiter::barriers:
        return "barriers";
    case Limiter::device:
        return "device";
    }
    return "device";
}

int largestCluster(const DeviceLimits& device) noexcept {
    if (device.ccMajor < 9)
        return 1;
    return device.ccMajor <= 10 ? 2 * kPortableCluster : kPortableCluster;
}

std::int64_t sharedOfSm(const DeviceLimits& device, const KernelUsage& kernel) {
    return carveOut(device, kernel, sharedOf(device, kernel, kernel.dynamicShared));
}

int carveOutPercent(const DeviceLimits& device, int kib) {
    // Rounded down, because the driver rounds the result of a percentage up to the next carve-out.
    return int(std::int64_t(kib) * 1024 * 100 / device.sharedPerSm);
}

Occupancy compute(const DeviceLimits& device, const KernelUsage& kernel) {
    Occupancy result;
    result.maxWarps = device.maxThreadsPerSm / device.warpSize;
    if (kernel.threads <= 0) {
        result.limiters = {Limiter::device};
        return result;
    }
    result.warpsPerBlock = warpsOf(device, kernel);
    result.limitWarps = warpLimit(device, kernel);
    result.limitRegisters = registerLimit(device, kernel);
    result.limitShared = sharedLimit(device, kernel);
    result.limitBlocks = blockLimit(device, kernel);
    result.limitBarriers = barrierLimit(device, kernel);
    result.allocatedRegisters =
        std::int64_t(roundUp(kernel.registers * device.warpSize, device.registerUnit)) *
        result.warpsPerBlock;
    result.allocatedShared = sharedOf(device, kernel, kernel.dynamicShared);

    const std::array limits{
        std::pair(Limiter::warps, result.limitWarps),
        std::pair(Limiter::registers, result.limitRegisters),
        std::pair(Limiter::shared_memory, result.limitShared),
        std::pair(Limiter::blocks, result.limitBlocks),
        std::pair(Limiter::barriers, result.limitBarriers),
    };
    result.activeBlocks = kUnlimited;
    for (const auto& [limiter, limit] : limits)
        result.activeBlocks = std::min(result.activeBlocks, limit);
    // The driver refuses what __launch_bounds__ forbids; NVIDIA's header does not check.
    if (kernel.threads > kernel.maxThreads || kernel.clusterBlocks > largestCluster(device))
        result.activeBlocks = 0;
    for (const auto& [limiter, limit] : limits) {
        if (limit == result.activeBlocks)
            result.limiters.push_back(limiter);
    }
    if (result.activeBlocks == 0)
        result.limiters.push_back(Limiter::device);
    result.activeWarps = result.activeBlocks * result.warpsPerBlock;
    result.fraction = double(result.activeWarps) / result.maxWarps;
    return result;
}

std::int64_t availableDynamicShared(const DeviceLimits& device, const KernelUsage& kernel,
                                    int blocks) {
    if (blocks < 1)
        return -1;
    // For a single block the carve-out grows.
    const std::int64_t room = blocks == 1 ? device.sharedPerSm : carveOut(device, kernel, 0);
    const std::int64_t perBlock = room / blocks / device.sharedUnit * device.sharedUnit;
    const std::int64_t most =
        std::min(perBlock, device.sharedPerBlockOptin + device.sharedReservedPerBlock);
    return most - device.sharedReservedPerBlock - kernel.staticShared;
}

int threadsOf(const std::array<std::uint32_t, 3>& block) noexcept {
    constexpr std::uint64_t kMost = std::numeric_limits<int>::max();
    std::uint64_t threads = 1;
    for (const std::uint32_t extent : block)
        threads = std::min(threads * extent, kMost); // below 2^31 times below 2^32: no overflow
    return int(threads);
}

int blocksOf(const std::optional<std::array<std::uint32_t, 3>>& cluster) noexcept {
    return cluster ? threadsOf(*cluster) : 1;
}

} // namespace warpbench::occupancy
