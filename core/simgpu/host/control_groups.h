// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace warpbench::simgpu::host {

/// What the control groups of a process leave of `available` bytes, by the files of Linux
/// (Documentation/admin-guide/cgroup-v2.rst, cgroup-v1/memory.rst): the least over its own group
/// and all above it. Contents of files that the system keeps only as long as nobody wants the
/// memory are free.
/// \param membership  /proc/self/cgroup
/// \param mount       /sys/fs/cgroup
std::uint64_t withinControlGroups(std::uint64_t available, const std::string& membership,
                                  const std::string& mount);

/// The same of `cores` by their quotas (cgroup-v2.rst, scheduler/sched-bwc.rst), which count whole
/// cores, rounded up. At least 1.
std::uint32_t coresWithinControlGroups(std::uint32_t cores, const std::string& membership,
                                       const std::string& mount);

} // namespace warpbench::simgpu::host
