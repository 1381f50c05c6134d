// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace warpbench::simgpu::host {

/// Processor cores that this process may use, at least 1: what the system has, less what the
/// process's affinity (taskset) and, on Linux, the quotas of its control groups (containers) rule
/// out.
std::uint32_t usableCores();

/// The cores of a control group's quota, rounded up; 0: no limit.
/// \param text  as in cpu.max (Linux, control groups v2): "QUOTA PERIOD" in microseconds, or "max
/// …"
std::uint32_t coresOfQuota(std::string_view text);

/// Bytes that the host could give to this process now: free memory, or what the limits of control
/// groups (a container's, a batch system's) leave. 0 where it cannot be known.
std::uint64_t availableMemory();

} // namespace warpbench::simgpu::host
