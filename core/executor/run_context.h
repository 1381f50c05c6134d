// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/module.h"
#include "core/device/halo_exchange.h"
#include "core/device/open_device.h"
#include "core/device/run_control.h"
#include "core/executor/run_launch.h"
#include "core/executor/run_memory.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace warpbench::session {

/// Maximum size in bytes of a kernel's output in a report.
inline constexpr std::size_t kOutputLimit = std::size_t(1) << 20;

/// What the parts of one run on a device share, in the order in which it is made. Each part gets
/// it, does its work, and adds what it found out to the result.
struct RunContext {
    RunContext(OpenDevice& openDevice, const DeviceRunRequest& runRequest, RunControl& runControl)
        : device(openDevice)
        , request(runRequest)
        , control(runControl)
        , memory(openDevice, runRequest, runControl) {}

    OpenDevice& device;
    const DeviceRunRequest& request;
    RunControl& control;
    std::optional<cuda::LimitScope> stackLimit; ///< outlives the code
    std::optional<HaloExchange> exchange;       ///< if buffers have rows of other devices
    std::optional<cuda::Module> code;
    RunMemory memory;
    std::vector<RunLaunch> launches; ///< those of the request, in its order
    int current = -1;                ///< the launch under way; -1: none
    double coldMs = 0;               ///< time of the check pass's launches, if a graph is requested
    DeviceRunResult result;

    const cuda::Context& context() const { return device.context(); }
    cuda::Stream defaultStream() const { return cuda::Stream::defaultOf(device.context()); }
};

} // namespace warpbench::session
