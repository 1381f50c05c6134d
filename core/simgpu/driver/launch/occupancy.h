// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/model.h"

#include <cstdint>

namespace warpbench::simgpu::driver {

/// The resources that a kernel needs on an SM. The driver has its own arithmetic and shares no code
/// with the rest of Warpbench, just as a real driver would not.
struct BlockNeeds {
    int threads = 0;   ///< per block
    int registers = 0; ///< per thread
    std::uint64_t staticShared = 0;
    std::uint64_t dynamicShared = 0;
    std::uint64_t maxDynamicShared = 49152;
    int barriers = 0;
    int maxThreads = 1024;    ///< of the device; a real driver ignores the kernel's own limit here
    int carveOutPercent = -1; ///< -1: the largest
};

/// Maximum resident blocks per SM.
int activeBlocks(const SmLimits& sm, const BlockNeeds& needs);
/// Dynamic shared memory (bytes) with which `blocks` blocks still fit. From compute capability 8.0
/// on, a real driver returns too much because it ignores the reserved memory of each block (seen on
/// an H200). This value is correct.
std::uint64_t availableDynamicShared(const SmLimits& sm, const BlockNeeds& needs, int blocks);

/// Bytes left for an SM's L1 cache beside the shared memory of this many blocks.
std::uint64_t l1Bytes(const SmLimits& sm, const BlockNeeds& needs, int blocks);

} // namespace warpbench::simgpu::driver
