// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/model.h"

#include <cstdint>

namespace warpbench::simgpu::driver {

/// What a kernel needs of an SM. The driver's own arithmetic: it shares no code with the rest of
/// Warpbench, as a real driver would not.
struct BlockNeeds {
    int threads = 0;   ///< per block
    int registers = 0; ///< per thread
    std::uint64_t staticShared = 0;
    std::uint64_t dynamicShared = 0;
    std::uint64_t maxDynamicShared = 49152;
    int barriers = 0;
    int maxThreads = 1024;    ///< of the device; a real driver ignores the kernel's own bound here
    int carveOutPercent = -1; ///< -1: the largest
};

/// Blocks that one SM holds at once.
int activeBlocks(const SmLimits& sm, const BlockNeeds& needs);
/// Dynamic shared memory (bytes) with which `blocks` blocks still fit. A real driver's answer is
/// too large from compute capability 8.0 on, as it forgets the reserve of every block (seen on an
/// H200); this one holds.
std::uint64_t availableDynamicShared(const SmLimits& sm, const BlockNeeds& needs, int blocks);

/// Bytes of an SM's L1 cache beside the shared memory of so many blocks.
std::uint64_t l1Bytes(const SmLimits& sm, const BlockNeeds& needs, int blocks);

} // namespace warpbench::simgpu::driver
