// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/plan.h"
#include "core/report/device_info.h"
#include "core/report/device_run.h"
#include "core/workers/compiler.h"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

/// Large buffers whose random first contents a real GPU makes, bit for bit equal to the host's,
/// with the kernel of a `random` step. This saves host memory and transfers.
namespace warpbench::session {

struct RandomFillers {
    /// For each buffer of the plan, the launch that makes it; none: the host makes it.
    std::vector<std::optional<std::size_t>> of;
    std::optional<DeviceFillers> kernels; ///< empty: the host makes all
    std::string problem;                  ///< the reason for a failure
};

/// Buffers of at least kKeptBytes in a device's own memory that begin with random numbers, and
/// whose contents the host does not need. \param kept  those that stay on the device after
/// the run, among the written ones \throws Error (cancelled); if the kernels are unavailable,
/// `problem` says so
RandomFillers randomFillers(Compiler& compiler, const DeviceInfo& device,
                            const project::LaunchPlan& plan, const std::vector<bool>& kept,
                            const std::stop_token& stop);

} // namespace warpbench::session
