// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/split.h"
#include "core/report/device_info.h"
#include "core/report/device_run.h"
#include "core/workers/device_worker.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

/// A run that several devices share: each gets its rows, all launch at once, and the results are
/// gathered in the whole buffers without an intermediate copy.
namespace warpbench::session {

/// The work of one device.
struct RunPart {
    DeviceInfo device;
    project::PlanPart part;
    DeviceRunRequest request;
    DeviceRunResult result;
    /// By buffer: this device's result in a buffer that is reduced; otherwise empty.
    std::vector<arrays::HostArray> own;
    double busyMs = 0; ///< from the common start to this device's end, on the host's clock,
                       ///< including waits for others
};

/// The chosen device and others of the same driver and compute capability, so that one compile
/// serves all.
/// \throws Error (device) if there are too few
std::vector<DeviceInfo> devicesLike(const std::vector<DeviceInfo>& all, std::size_t chosen,
                                    int count);

/// A sentence for each device that several ranks of one machine share.
std::vector<std::string> notesOnSharedDevices(const std::vector<DeviceInfo>& devices);

/// A number that is unique among the shared runs of this process.
std::uint64_t newSharingGroup();

/// Runs every part on its device, all at the same time. If one fails, the others are stopped.
/// \throws as DeviceWorker::run
void runParts(DeviceWorker& worker, std::vector<RunPart>& parts, const std::stop_token& stop,
              const ProgressHandler& progress);

/// The results of all parts, merged like those of one run: the worst status with its message, every
/// transfer and fault, the first device's launches.
DeviceRunResult mergedResult(const std::vector<RunPart>& parts);

} // namespace warpbench::session
