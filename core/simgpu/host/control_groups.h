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

} // namespace warpbench::simgpu::host
