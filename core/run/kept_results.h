// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/statistics.h"
#include "core/project/plan.h"
#include "core/report/buffer_contents.h"
#include "core/workers/device_worker.h"
#include "core/workers/host_blocks.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

/// Large buffers that a run leaves on the device, where they cost no host memory until somebody
/// looks at them.
namespace warpbench::session {

/// From here on: what is smaller costs the host nothing worth speaking of, and on the host a report
/// has it for as long as it lives.
inline constexpr std::uint64_t kKeptBytes = std::uint64_t(16) << 20;

/// Whether a buffer is large enough, and such that a device may make its first contents by itself.
bool mayBeMadeThere(const project::PlannedBuffer& buffer);

/// Which buffers need not come back to the host: large ones of a device's own memory that the
/// launches write (`out`, `inout`), and that no check names.
std::vector<bool> keptBuffers(const project::LaunchPlan& plan);

using ResidentParts = std::span<const BufferContents::Resident>;

/// Copies a range of a buffer that lies on one device or, one behind the other, on several, from
/// all of them at the same time.
/// \throws what DeviceWorker::read throws, of the first device that has some of it
void readResident(DeviceWorker& worker, ResidentParts parts, std::uint64_t firstByte,
                  std::uint64_t bytes, HostPlace target, const std::stop_token& stop);

struct KeptFigures {
    memory::Statistics values;
    std::vector<double> ms; ///< that reading each part took
};

/// Reads all of it, each device's part piece by piece through one block of host memory, all of them
/// at the same time.
/// \throws Error (cancelled) soon after a stop; else as DeviceWorker::read
KeptFigures figuresOfKept(DeviceWorker& worker, HostBlockPool& blocks, const memory::DType& dtype,
                          ResidentParts parts, const std::stop_token& stop);

} // namespace warpbench::session
