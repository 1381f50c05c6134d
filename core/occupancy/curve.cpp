// SPDX-License-Identifier: GPL-3.0-or-later
// "What if" questions: occupancy along an axis, and the nearest better setting.
#include "core/occupancy/occupancy.h"

#include <algorithm>

namespace warpbench::occupancy {

namespace {

constexpr std::int64_t kSharedStep = 1024; // bytes

CurvePoint pointAt(const DeviceLimits& device, KernelUsage kernel, CurveAxis axis, std::int64_t x) {
    switch (axis) {
    case CurveAxis::threads:
        kernel.threads = int(x);
        break;
    case CurveAxis::registers:
        kernel.registers = int(x);
        break;
    case CurveAxis::shared:
        kernel.dynamicShared = x;
        // The curve shows the effect of opting in.
        kernel.maxDynamicShared = std::max(x, kernel.maxDynamicShared.value_or(0));
        break;
    }
    return {x, compute(device, kernel)};
}

} // namespace

std::vector<CurvePoint> curve(const DeviceLimits& device, const KernelUsage& kernel,
                              CurveAxis axis) {
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::int64_t step = 1;
    switch (axis) {
    case CurveAxis::threads:
        first = step = device.warpSize;
        last = device.maxThreadsPerBlock;
        break;
    case CurveAxis::registers:
        first = 1;
        last = device.maxRegistersPerThread;
        break;
    case CurveAxis::shared:
        step = kSharedStep;
        last = device.sharedPerBlockOptin - kernel.staticShared;
        break;
    }
    std::vector<CurvePoint> points;
    for (std::int64_t x = first; x <= last; x += step)
        points.push_back(pointAt(device, kernel, axis, x));
    return points;
}

std::optional<int> registersForOneMoreBlock(const DeviceLimits& device, const KernelUsage& kernel) {
    const int now = compute(device, kernel).activeBlocks;
    for (int registers = kernel.registers - 1; registers > 0; --registers) {
        KernelUsage fewer = kernel;
        fewer.registers = registers;
        if (compute(device, fewer).activeBlocks > now)
            return registers;
    }
    return std::nullopt;
}

std::optional<std::int64_t> sharedForOneMoreBlock(const DeviceLimits& device,
                                                  const KernelUsage& kernel) {
    const int now = compute(device, kernel).activeBlocks;
    KernelUsage less = kernel;
    less.dynamicShared = availableDynamicShared(device, kernel, now + 1);
    if (less.dynamicShared < 0 || less.dynamicShared >= kernel.dynamicShared ||
        compute(device, less).activeBlocks <= now)
        return std::nullopt;
    return less.dynamicShared;
}

std::optional<int> smallestCarveOut(const DeviceLimits& device, const KernelUsage& kernel) {
    KernelUsage tried = kernel;
    tried.carveOutPercent = -1;
    const int most = compute(device, tried).activeBlocks;
    if (most == 0)
        return std::nullopt;
    for (const int kib : device.carveOutsKiB) {
        tried.carveOutPercent = carveOutPercent(device, kib);
        if (compute(device, tried).activeBlocks == most)
            return int(sharedOfSm(device, tried) / 1024);
    }
    return std::nullopt;
}

Waves wavesOf(const DeviceLimits& device, const KernelUsage& kernel, std::int64_t blocks) {
    Waves waves;
    waves.atOnce = std::int64_t(compute(device, kernel).activeBlocks) * device.multiprocessors;
    if (kernel.clusterBlocks > 1) {
        waves.clusters = waves.atOnce / kernel.clusterBlocks;
        waves.atOnce = waves.clusters * kernel.clusterBlocks;
    }
    if (waves.atOnce == 0 || blocks <= 0)
        return waves;
    waves.full = blocks / waves.atOnce;
    waves.rest = blocks % waves.atOnce;
    const std::int64_t all = waves.full + (waves.rest > 0 ? 1 : 0);
    waves.used = double(blocks) / (double(all) * double(waves.atOnce));
    return waves;
}

BlockSizeSuggestion suggestBlockSize(const DeviceLimits& device, const KernelUsage& kernel) {
    BlockSizeSuggestion best;
    int bestThreads = 0; // resident on an SM
    const int most = std::min(device.maxThreadsPerBlock, kernel.maxThreads);
    // Downwards, so that among equal occupancies the largest block wins; only the first may not be
    // a multiple of a warp.
    for (int threads = most; threads > 0;
         threads = (threads - 1) / device.warpSize * device.warpSize) {
        KernelUsage candidate = kernel;
        candidate.threads = threads;
        const Occupancy occupancy = compute(device, candidate);
        const int resident = threads * occupancy.activeBlocks;
        if (resident > bestThreads) {
            bestThreads = resident;
            best = {threads, occupancy.activeBlocks * device.multiprocessors, occupancy};
        }
        if (resident == device.maxThreadsPerSm)
            break;
    }
    return best;
}

} // namespace warpbench::occupancy
