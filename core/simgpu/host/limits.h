// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace warpbench::simgpu::host {

/// Processor cores that this process may use, at least 1: the system's cores, limited by the
/// process's affinity (taskset) and, on Linux, by the quotas of its control groups
/// (containers).
std::uint32_t usableCores();

/// The number of cores in a control group's quota, rounded up; 0: no limit.
/// \param text  as in cpu.max (Linux, control groups v2): "QUOTA PERIOD" in microseconds, or "max
/// …"
std::uint32_t coresOfQuota(std::string_view text);

/// Bytes that the host can still give to this process: free memory, limited by control groups
/// (containers, batch systems). 0 if unknown.
std::uint64_t availableMemory();

} // namespace warpbench::simgpu::host
