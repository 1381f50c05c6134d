// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/statistics.h"
#include "core/project/plan.h"
#include "core/session/device_worker.h"
#include "core/session/host_blocks.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

/// Large buffers that a run leaves on the device, where they cost no host memory until somebody
/// looks at them.
namespace warpbench::session {

/// From here on: what is smaller costs the host nothing worth speaking of, and on the host a report
/// has it for as long as it lives.
inline constexpr std::uint64_t kKeptBytes = std::uint64_t(16) << 20;

/// Which buffers need not come back to the host: large ones of a device's own memory that the
/// launches write (`out`, `inout`), and that no check names.
std::vector<bool> keptBuffers(const project::LaunchPlan& plan);

/// Reads all of it, piece by piece through one block of host memory.
/// \param read  ResidentRead of the whole buffer, its target empty
/// \throws Error (cancelled) soon after a stop; else as DeviceWorker::read
memory::Statistics statisticsOfKept(DeviceWorker& worker, HostBlockPool& blocks,
                                    const project::PlannedBuffer& buffer, ResidentRead read,
                                    const std::stop_token& stop);

} // namespace warpbench::session
