// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>

namespace warpbench::session {

/// How a worker's threads deal with what they hold.
struct WorkerHabits {
    /// How long a device may have nothing to do before what is held for the next run is given back:
    /// longer than someone takes to change a line and run again.
    std::chrono::milliseconds idleTime = std::chrono::seconds(30);
    /// A block of host memory of so many bytes or more is page-locked when a second run meets it,
    /// and its first copies go through page-locked chunks: locking a large block takes
    /// longer than one staged copy of it (docs/decisions/device-pool.md).
    std::uint64_t stagedBytes = std::uint64_t(64) << 20;
};

} // namespace warpbench::session
