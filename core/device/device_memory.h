// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace warpbench::session {

/// A worker's current share of a device's memory. What the driver itself takes for a context
/// and for code is not in it.
struct DeviceMemory {
    bool simulated = false;
    int ordinal = 0; ///< DeviceInfo::ordinal
    /// Of buffers on the device, copies of them and what stays there; on a real GPU those from the
    /// pool. What the pool holds for later runs is in `pool`.
    MemoryUse use = {};
    std::uint64_t managedBytes = 0; ///< of managed buffers, which no pool serves
    /// Host memory that the driver has page-locked: of copies, of chunks for them, of mapped
    /// buffers.
    std::uint64_t lockedBytes = 0;

    /// Device memory that nobody else can have, bytes.
    std::uint64_t heldBytes() const {
        return (use.pool ? use.pool->managedBytes : use.bytes) + managedBytes;
    }
    bool nothing() const { return heldBytes() == 0 && lockedBytes == 0; }
};

/// Called with a worker's memory on all its devices whenever that changes: after a run, when an
/// idle device gives memory back, and while a run goes on at most twice a second. A worker that is
/// lost has nothing. Any thread.
using MemoryHandler = std::function<void(const std::vector<DeviceMemory>&)>;

} // namespace warpbench::session
