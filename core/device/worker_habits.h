// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>

namespace warpbench::session {

/// How a worker's threads manage the memory they hold.
struct WorkerHabits {
    /// How long a device may be idle before memory held for the next run is returned: longer than
    /// it takes to change a line and run again.
    std::chrono::milliseconds idleTime = std::chrono::seconds(30);
    /// A block of host memory of this size or more is page-locked when a second run uses it; its
    /// first copies go through page-locked chunks, because locking a large block takes longer than
    /// one staged copy (docs/decisions/device-pool.md).
    std::uint64_t stagedBytes = std::uint64_t(64) << 20;
};

} // namespace warpbench::session
