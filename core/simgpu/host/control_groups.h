// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace warpbench::simgpu::host {

/// How much of `available` bytes the limits of a process's control groups leave, according
/// to Linux (Documentation/admin-guide/cgroup-v2.rst, cgroup-v1/memory.rst): the minimum
/// over its own group and all its parents. File caches that the system can drop count as
/// free.
/// \param membership  /proc/self/cgroup
/// \param mount       /sys/fs/cgroup
std::uint64_t withinControlGroups(std::uint64_t available, const std::string& membership,
                                  const std::string& mount);

/// The same for `cores`, limited by quotas (cgroup-v2.rst, scheduler/sched-bwc.rst), rounded up to
/// whole cores. At least 1.
std::uint32_t coresWithinControlGroups(std::uint32_t cores, const std::string& membership,
                                       const std::string& mount);

} // namespace warpbench::simgpu::host
