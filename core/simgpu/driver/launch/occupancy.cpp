// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/launch/occupancy.h"

#include "core/simgpu/driver/image/register_limits.h"

#include <algorithm>
#include <limits>

namespace warpbench::simgpu::driver {

namespace {

constexpr int kUnlimited = std::numeric_limits<int>::max();
constexpr int kSubPartitions = 4;
constexpr std::uint64_t kDefaultShared = 49152;

std::uint64_t roundUp(std::uint64_t value, std::uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

int warpsOf(const BlockNeeds& needs) {
    return (needs.threads + 31) / 32;
}

int limitByRegisters(const BlockNeeds& needs) {
    const int warps = warpsOf(needs);
    const int perWarp =
        static_cast<int>(roundUp(static_cast<std::uint64_t>(needs.registers) * 32, 256));
    if (perWarp == 0)
        return kUnlimited;
    const int roundedWarps = (warps + kSubPartitions - 1) / kSubPartitions * kSubPartitions;
    if (needs.registers > 255 || perWarp * roundedWarps > kRegisterFile)
        return 0;
    return kRegisterFile / kSubPartitions / perWarp * kSubPartitions / warps;
}

/// Shared memory of the SM under the preferred carve-out, in bytes.
std::uint64_t sharedCapacity(const SmLimits& sm, int percent, std::uint64_t oneBlock) {
    const auto whole = static_cast<std::uint64_t>(sm.sharedPerSm);
    if (percent < 0)
        return whole;
    const std::uint64_t wanted =
        std::max(whole * static_cast<std::uint64_t>(percent) / 100, oneBlock);
    for (const int kib : sm.carveOutsKiB) {
        const std::uint64_t size = static_cast<std::uint64_t>(kib) << 10;
        if (size >= wanted)
            return size;
    }
    return whole;
}

/// The most that one block may have, its reserve taken in.
std::uint64_t blockLimit(const SmLimits& sm, const BlockNeeds& needs) {
    const auto reserved = static_cast<std::uint64_t>(sm.sharedReserved);
    const bool optedIn = needs.staticShared + needs.maxDynamicShared > kDefaultShared;
    const auto limit =
        optedIn ? static_cast<std::uint64_t>(sm.sharedPerBlockOptin) : kDefaultShared;
    return limit + reserved;
}

std::uint64_t sharedOf(const SmLimits& sm, const BlockNeeds& needs) {
    return roundUp(needs.staticShared + static_cast<std::uint64_t>(sm.sharedReserved) +
                       needs.dynamicShared,
                   static_cast<std::uint64_t>(sm.sharedUnit));
}

int limitByShared(const SmLimits& sm, const BlockNeeds& needs) {
    const std::uint64_t total = sharedOf(sm, needs);
    if (needs.dynamicShared > needs.maxDynamicShared || total > blockLimit(sm, needs))
        return 0;
    if (total == 0)
        return kUnlimited;
    return static_cast<int>(sharedCapacity(sm, needs.carveOutPercent, total) / total);
}

} // namespace

int activeBlocks(const SmLimits& sm, const BlockNeeds& needs) {
    if (needs.threads <= 0 || needs.threads > needs.maxThreads)
        return 0;
    int active = std::min(sm.blocksPerSm, sm.threadsPerSm / 32 / warpsOf(needs));
    active = std::min(active, limitByRegisters(needs));
    active = std::min(active, limitByShared(sm, needs));
    if (sm.barriersPerSm > 0 && needs.barriers > 0)
        active = std::min(active, sm.barriersPerSm / needs.barriers);
    return active;
}

std::uint64_t availableDynamicShared(const SmLimits& sm, const BlockNeeds& needs, int blocks) {
    const auto unit = static_cast<std::uint64_t>(sm.sharedUnit);
    const std::uint64_t capacity = sharedCapacity(sm, needs.carveOutPercent, 0);
    const std::uint64_t share = capacity / static_cast<std::uint64_t>(blocks) / unit * unit;
    const std::uint64_t most =
        std::min(share, static_cast<std::uint64_t>(sm.sharedPerBlockOptin + sm.sharedReserved));
    const std::uint64_t taken = needs.staticShared + static_cast<std::uint64_t>(sm.sharedReserved);
    // No launch of the function may have more than its own limit, whatever the SM has left.
    return std::min(most > taken ? most - taken : 0, needs.maxDynamicShared);
}

std::uint64_t l1Bytes(const SmLimits& sm, const BlockNeeds& needs, int blocks) {
    const std::uint64_t needed = needs.staticShared + needs.dynamicShared > 0
                                     ? sharedOf(sm, needs) * static_cast<std::uint64_t>(blocks)
                                     : 0;
    std::uint64_t shared = static_cast<std::uint64_t>(sm.sharedPerSm);
    for (const int kib : sm.carveOutsKiB) {
        const std::uint64_t size = static_cast<std::uint64_t>(kib) << 10;
        if (size >= needed) {
            shared = size;
            break;
        }
    }
    return (static_cast<std::uint64_t>(sm.unifiedKiB) << 10) - shared;
}

} // namespace warpbench::simgpu::driver
