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

/// A run that is shared out over several devices: each gets its rows, all launch at once, and what
/// they leave is gathered where the whole buffers lie, without a copy on the way.
namespace warpbench::session {

/// One device's share.
struct RunPart {
    DeviceInfo device;
    project::PlanPart part;
    DeviceRunRequest request;
    DeviceRunResult result;
    /// By buffer: what this device leaves in one that is reduced; else empty.
    std::vector<memory::HostArray> own;
    double busyMs = 0; ///< from the start of all to this device's end, on the host's clock; with
                       ///< what it waited for others
};

/// The chosen device and others like it: of the same driver and compute capability, so that one
/// compile serves all.
/// \throws Error (device) where there are too few
std::vector<DeviceInfo> devicesLike(const std::vector<DeviceInfo>& all, std::size_t chosen,
                                    int count);

/// Says of each device that several ranks of one machine share, that it is one: a sentence each.
std::vector<std::string> notesOnSharedDevices(const std::vector<DeviceInfo>& devices);

/// A number that no other shared run of this process has.
std::uint64_t newSharingGroup();

/// Runs every part on its device, all at the same time. Where one does not end well the others are
/// stopped. \throws what DeviceWorker::run throws
void runParts(DeviceWorker& worker, std::vector<RunPart>& parts, const std::stop_token& stop,
              const ProgressHandler& progress);

/// What came of all parts as of one run: the worst status with its message, every transfer and
/// fault, the first device's launches.
DeviceRunResult mergedResult(const std::vector<RunPart>& parts);

} // namespace warpbench::session
