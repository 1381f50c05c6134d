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

/// A run's work on the host: computing the first contents of its buffers, and after the launches
/// statistics and checks. A project's expressions and reference functions may take any time and
/// memory, so a separate process that can be ended does it (host_worker.h). This file has its
/// requests, plain values, and the work itself.
namespace warpbench::session {

struct HostFill {
    project::LaunchPlan plan; ///< its launches and constants are ignored
    /// The destination of each buffer of the plan; none: not wanted.
    std::vector<HostPlace> places;
};

struct HostCheck {
    project::LaunchPlan plan;
    std::vector<HostPlace> initial; ///< first contents; none: not needed
    /// Contents after the check pass; none: `initial`, or without that they are on the device.
    std::vector<HostPlace> results;
    std::vector<bool> kept = {}; ///< their contents stay on the device, regardless of `initial`
};

/// Requests the expected contents of buffers whose check has failed.
struct HostExpected {
    HostCheck check;
    std::vector<HostPlace> want; ///< the destination; none: not requested
};

/// Statistics and checks of a buffer's contents; all empty if nothing was requested.
struct HostVerdict {
    std::optional<double> min, max, mean;
    std::optional<std::int64_t> nan, inf;
    std::string exactMin, exactMax;
    std::optional<ExpectReport> expect; ///< without `want`

    void setStatistics(const arrays::Statistics& values);
};

/// Returns the memory of a place.
using HostMemory =
    std::function<std::shared_ptr<arrays::HostBlock>(const HostPlace&, std::size_t bytes)>;

/// Fills the wanted buffers. \returns for each buffer that stays on a device and is wanted, a
/// digest of its contents (in hexadecimal); otherwise empty \throws Error (project) as
/// project::initialiseBuffers does, (cancelled)
std::vector<std::string> fillBuffers(const HostFill& request, const HostMemory& memory,
                                     const std::stop_token& stop, const ProgressHandler& progress);

/// Checks every buffer that has a place: statistics, and its `expect`.
/// \throws Error (project) as project::checkBuffer does, (cancelled)
std::vector<HostVerdict> checkBuffers(const HostCheck& request, const HostMemory& memory,
                                      const std::stop_token& stop, const ProgressHandler& progress);

/// Writes the expected contents of the buffers of `want`. \throws as checkBuffers
void writeExpected(const HostExpected& request, const HostMemory& memory,
                   const std::stop_token& stop);

} // namespace warpbench::session
