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

/// Large buffers whose random first contents a real GPU makes by itself, bit for bit the host's: by
/// the kernel of a `random` step. They cost the host no memory and no way over the bus.
namespace warpbench::session {

struct RandomFillers {
    /// For each buffer of the plan which of the launches makes it; none: the host does.
    std::vector<std::optional<std::size_t>> of;
    std::optional<DeviceFillers> kernels; ///< empty: the host makes all
    std::string problem;                  ///< why, where it should not have
};

/// Buffers of at least kKeptBytes in a device's own memory that begin with random numbers, and
/// whose contents nothing on the host asks for. \param kept  those that stay on the device after
/// the run, of those that are written \throws Error (cancelled); where the kernels cannot be had,
/// `problem` says so
RandomFillers randomFillers(Compiler& compiler, const DeviceInfo& device,
                            const project::LaunchPlan& plan, const std::vector<bool>& kept,
                            const std::stop_token& stop);

} // namespace warpbench::session
