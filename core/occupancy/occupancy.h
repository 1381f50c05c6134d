// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::occupancy {

/// The limits on the blocks that an SM can hold. All sizes in bytes, per SM or per block as named.
struct DeviceLimits {
    int ccMajor = 9;
    int ccMinor = 0;
    int maxThreadsPerBlock = 1024;
    int warpSize = 32;
    int maxThreadsPerSm = 2048;
    int maxBlocksPerSm = 32;
    int registersPerSm = 65536;
    int registersPerBlock = 65536;
    int maxRegistersPerThread = 255;
    int registerUnit = 256; ///< registers, allocated per warp
    int subPartitions = 4;
    std::int64_t sharedPerSm = 233472;
    std::int64_t sharedPerBlock = 49152; ///< without opting in
    std::int64_t sharedPerBlockOptin = 232448;
    std::int64_t sharedReservedPerBlock = 1024;
    int sharedUnit = 128;
    int barriersPerSm = 0;         ///< 0: not modelled (cc below 9)
    std::vector<int> carveOutsKiB; ///< empty: dedicated shared memory
    int multiprocessors = 1;
    /// The granularities are those of the newest known chip because the tables lack this one.
    bool estimated = false;

    bool operator==(const DeviceLimits&) const = default;
};

/// The rows of compute-capability-limits.csv, cc 5.0 to 12.1.
const std::vector<DeviceLimits>& knownLimits();
/// By compute capability; a newer minor or major falls back and is marked `estimated`.
DeviceLimits limitsFor(int ccMajor, int ccMinor);

/// A GPU on the market, for "what if": `--gpu NAME`.
struct CatalogueEntry {
    std::string name; ///< "H200", "RTX 4090"
    DeviceLimits limits;
    std::string source; ///< source of the figures
};
const std::vector<CatalogueEntry>& catalogue();
/// Case-insensitive part of the name; null if nothing or several entries match.
const CatalogueEntry* findGpu(std::string_view name);

/// Threads of a block x × y × z; the largest int if there are more.
int threadsOf(const std::array<std::uint32_t, 3>& block) noexcept;

/// Thread blocks of a cluster x × y × z; 1 without a cluster.
int blocksOf(const std::optional<std::array<std::uint32_t, 3>>& cluster) noexcept;

struct KernelUsage {
    int threads = 256;  ///< per block
    int registers = 32; ///< per thread; 0: not limiting
    std::int64_t staticShared = 0;
    std::int64_t dynamicShared = 0;
    /// The opt-in limit set on the function (cuFuncSetAttribute); empty: not set.
    std::optional<std::int64_t> maxDynamicShared;
    int barriers = 0;         ///< per block; 0: not counted
    int maxThreads = 1024;    ///< of the function: __launch_bounds__ and registers
    int carveOutPercent = -1; ///< preferred carve-out; -1: the largest
    int clusterBlocks = 1;    ///< thread blocks per cluster; 1: no clusters

    bool operator==(const KernelUsage&) const = default;
};

/// Blocks per cluster that every device with clusters supports (CUDA C++ Programming Guide 13.0,
/// "Thread Block Clusters"); more need an opt-in of the kernel and a device that supports it.
inline constexpr int kPortableCluster = 8;
/// The most blocks per cluster, opted in or not: 16 on cc 9.x and 10.x, 8 on later ones; 1 on
/// devices without clusters (cc below 9.0).
int largestCluster(const DeviceLimits& device) noexcept;

enum class Limiter { warps, registers, shared_memory, blocks, barriers, device };
std::string_view nameOf(Limiter limiter) noexcept;

/// "No bound" in the limits below.
inline constexpr int kUnlimited = 2147483647;

struct Occupancy {
    int activeBlocks = 0; ///< per SM
    int activeWarps = 0;
    int maxWarps = 0;
    double fraction = 0;           ///< activeWarps / maxWarps
    std::vector<Limiter> limiters; ///< all whose limit equals activeBlocks, in the enum's order
    // Blocks per SM that each resource allows; kUnlimited if it imposes no limit.
    int limitWarps = 0;
    int limitRegisters = 0;
    int limitShared = 0;
    int limitBlocks = 0;
    int limitBarriers = 0;
    // Resources allocated to one block.
    std::int64_t allocatedRegisters = 0;
    std::int64_t allocatedShared = 0; ///< bytes, including the reserve
    int warpsPerBlock = 0;

    bool operator==(const Occupancy&) const = default;
};

Occupancy compute(const DeviceLimits& device, const KernelUsage& kernel);

/// Shared memory (bytes) of an SM under the preferred carve-out: at least what one block needs. The
/// rest of the SM's memory is L1 cache. The driver treats the preference as a hint.
std::int64_t sharedOfSm(const DeviceLimits& device, const KernelUsage& kernel);
/// The KernelUsage::carveOutPercent that requests a carve-out.
/// \param kib  one of the device's carveOutsKiB
int carveOutPercent(const DeviceLimits& device, int kib);
/// The smallest carve-out (KiB) with which an SM still holds as many blocks as with the largest;
/// empty if shared memory is dedicated or no block fits.
std::optional<int> smallestCarveOut(const DeviceLimits& device, const KernelUsage& kernel);

enum class CurveAxis { threads, registers, shared };
struct CurvePoint {
    std::int64_t x = 0; ///< threads per block, registers per thread, or dynamic bytes per block
    Occupancy occupancy;
};
/// Occupancy for every sensible value of one axis, with the rest of `kernel` fixed.
std::vector<CurvePoint> curve(const DeviceLimits& device, const KernelUsage& kernel,
                              CurveAxis axis);

/// The largest register count per thread below the current one that makes room for another block;
/// empty if registers are not the only limiter or no count does.
std::optional<int> registersForOneMoreBlock(const DeviceLimits& device, const KernelUsage& kernel);

/// The most dynamic shared memory (bytes) below the current amount that makes room for another
/// block; empty if no amount does.
std::optional<std::int64_t> sharedForOneMoreBlock(const DeviceLimits& device,
                                                  const KernelUsage& kernel);

/// How a grid fills a device: blocks run in waves of as many as fit on all multiprocessors at once.
struct Waves {
    std::int64_t atOnce = 0; ///< blocks that run at once on the device; 0: none fits
    /// Clusters that run at once; 0: the kernel has none. An upper bound: a cluster stays within
    /// one group of multiprocessors (GPC), and their sizes differ between chips of one model.
    std::int64_t clusters = 0;
    std::int64_t full = 0; ///< waves that fill every place
    std::int64_t rest = 0; ///< blocks of the last wave if it is not full
    /// The fraction of all places of all waves that run a block. It shows the cost of a nearly
    /// empty last wave if all blocks take equally long. 0 without blocks.
    double used = 0;
};
/// \param blocks  of the grid
Waves wavesOf(const DeviceLimits& device, const KernelUsage& kernel, std::int64_t blocks);

/// Dynamic shared memory (bytes) with which `blocks` blocks still fit under the carve-out. The
/// driver's own answer is too high from cc 8.0 on (docs/decisions/occupancy.md). Negative if
/// none fit.
std::int64_t availableDynamicShared(const DeviceLimits& device, const KernelUsage& kernel,
                                    int blocks);

struct BlockSizeSuggestion {
    int threads = 0;
    int minGrid = 0; ///< blocks to fill the device
    Occupancy occupancy;
};
/// The block size with the highest occupancy; among equals the largest. Not a prediction of speed.
BlockSizeSuggestion suggestBlockSize(const DeviceLimits& device, const KernelUsage& kernel);

} // namespace warpbench::occupancy
