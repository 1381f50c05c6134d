// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/statistics.h"
#include "core/project/plan.h"
#include "core/report/device_run.h"
#include "core/report/run_report.h"
#include "core/workers/device_worker.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

/// What a run computes on the host: the first contents of its buffers, and after the launches
/// statistics and checks. Expressions and reference functions of a project may take any time and
/// memory, so a process that may be ended does it (host_worker.h); these are its requests, plain
/// values, and the work itself.
namespace warpbench::session {

struct HostFill {
    project::LaunchPlan plan; ///< its launches and constants are not looked at
    /// Where each buffer of the plan goes; none: it is not wanted.
    std::vector<HostPlace> places;
};

struct HostCheck {
    project::LaunchPlan plan;
    std::vector<HostPlace> initial; ///< first contents; none: nobody asks for them
    /// Contents after the check pass; none: as `initial`, and without that they are on the device.
    std::vector<HostPlace> results;
    std::vector<bool> kept = {}; ///< their contents stay on the device, whatever they began with
};

/// Asks for what buffers should hold, where a check has failed.
struct HostExpected {
    HostCheck check;
    std::vector<HostPlace> want; ///< where it goes; none: not asked for
};

/// Statistics and checks of a buffer's contents; all empty if nothing was requested.
struct HostVerdict {
    std::optional<double> min, max, mean;
    std::optional<std::int64_t> nan, inf;
    std::string exactMin, exactMax;
    std::optional<ExpectReport> expect; ///< without `want`

    void setStatistics(const memory::Statistics& values);
};

/// Gives the memory of a place.
using HostMemory =
    std::function<std::shared_ptr<memory::HostBlock>(const HostPlace&, std::size_t bytes)>;

/// Fills the wanted buffers. \returns for each buffer a digest of its contents (in hexadecimal),
/// for those that stay on a device and are wanted; else empty \throws Error (project) as
/// project::initialiseBuffers does, (cancelled)
std::vector<std::string> fillBuffers(const HostFill& request, const HostMemory& memory,
                                     const std::stop_token& stop, const ProgressHandler& progress);

/// Looks at every buffer that has a place: statistics, and its `expect`.
/// \throws Error (project) as project::checkBuffer does, (cancelled)
std::vector<HostVerdict> checkBuffers(const HostCheck& request, const HostMemory& memory,
                                      const std::stop_token& stop, const ProgressHandler& progress);

/// Writes what the buffers of `want` should hold. \throws as checkBuffers
void writeExpected(const HostExpected& request, const HostMemory& memory,
                   const std::stop_token& stop);

} // namespace warpbench::session
