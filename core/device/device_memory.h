// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace warpbench::session {

/// A worker's current share of a device's memory, without the driver's own memory for contexts and
/// code.
struct DeviceMemory {
    bool simulated = false;
    int ordinal = 0; ///< DeviceInfo::ordinal
    /// Buffers on the device, their copies and resident buffers; on a real GPU those from the pool.
    /// Memory that the pool holds for later runs is in `pool`.
    MemoryUse use = {};
    std::uint64_t managedBytes = 0; ///< of managed buffers, which do not come from a pool
    /// Page-locked host memory: for copies, chunks for copies, and mapped
    /// buffers.
    std::uint64_t lockedBytes = 0;

    /// Device memory unavailable to others, in bytes.
    std::uint64_t heldBytes() const {
        return (use.pool ? use.pool->managedBytes : use.bytes) + managedBytes;
    }
    bool nothing() const { return heldBytes() == 0 && lockedBytes == 0; }
};

/// Called with a worker's memory on all its devices whenever it changes: after a run, when an idle
/// device returns memory, and during a run at most twice a second. A lost worker has an empty list.
/// Called on any thread.
using MemoryHandler = std::function<void(const std::vector<DeviceMemory>&)>;

} // namespace warpbench::session
