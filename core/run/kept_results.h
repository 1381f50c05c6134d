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

/// Large buffers that a run leaves on the device, where they take no host memory until somebody
/// views them.
namespace warpbench::session {

/// The minimum size. Smaller buffers cost the host next to nothing, and a report on the host keeps
/// them as long as it lives.
inline constexpr std::uint64_t kKeptBytes = std::uint64_t(16) << 20;

/// Whether a buffer is large enough and suitable for a device to make its first contents.
bool mayBeMadeThere(const project::PlannedBuffer& buffer);

/// Buffers that need not return to the host: large ones in a device's own memory that the
/// launches write (`out`, `inout`) and that no check names.
std::vector<bool> keptBuffers(const project::LaunchPlan& plan);

using ResidentParts = std::span<const BufferContents::Resident>;

/// Copies a range of a buffer that is on one device or distributed over several, from all of them
/// at the same time.
/// \throws as DeviceWorker::read, for the first device that has a part
void readResident(DeviceWorker& worker, ResidentParts parts, std::uint64_t firstByte,
                  std::uint64_t bytes, HostPlace target, const std::stop_token& stop);

struct KeptFigures {
    arrays::Statistics values;
    std::vector<double> ms; ///< for reading each part
};

/// Reads all of it, each device's part piece by piece through one block of host memory, all devices
/// at the same time.
/// \throws Error (cancelled) soon after a stop; otherwise as DeviceWorker::read
KeptFigures figuresOfKept(DeviceWorker& worker, HostBlockPool& blocks, const arrays::DType& dtype,
                          ResidentParts parts, const std::stop_token& stop);

} // namespace warpbench::session
