// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/device_image.h"
#include "core/launch/timing.h"
#include "core/libraries/library_step.h"
#include "core/report/device_run.h"

#include <cstdint>
#include <list>
#include <memory>
#include <vector>

namespace warpbench::session {

struct RunContext;

/// A launch of a run, or a library call in its place, that can be repeated: all that it needs, and
/// what was found out about it.
struct RunLaunch {
    const DeviceLaunch* request = nullptr;
    launch::ReadyLaunch ready;
    std::list<launch::PackedArguments> arguments = {}; ///< of `ready`, one for each turn
    std::vector<DeviceImage> images = {};
    std::unique_ptr<libraries::LibraryStep> call = {}; ///< of `ready`
    DeviceLaunchResult result = {};

    /// Queues it once, whatever its `repeat`. \param pass  as for ReadyLaunch::queue
    void queue(std::int64_t pass) const;
    /// Queues its repetitions.
    void queueAll() const;
    // The images' share of both. What a kernel wrote through a surface is copied back.
    void refreshImages(const cuda::Stream& stream) const;
    void copyImagesBack(const cuda::Stream& stream) const;
};

/// Makes the launches, from the project's description and the memory of their buffers.
/// \throws Error (project, device), CudaError
void makeLaunches(RunContext& run);

/// Prepares arguments for each copy of buffers that RunMemory::rotateInputs has made.
void rotateArguments(RunContext& run);

} // namespace warpbench::session
