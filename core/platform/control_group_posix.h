// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace warpbench::platform {

/// Bytes of memory that the control groups of a process still allow it; empty if none of them has a
/// limit. Checks all groups from the process's own up to the root, because any of them may have a
/// limit (systemd's MemoryMax=, Slurm, containers). Memory that holds file contents and
/// can be reclaimed (the page cache) counts as free, as it does in MemAvailable.
/// Versions 2 and 1 (Linux, Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst).
/// \param membership  /proc/self/cgroup
/// \param mount       /sys/fs/cgroup
std::optional<std::uint64_t> controlGroupRoom(const std::filesystem::path& membership,
                                              const std::filesystem::path& mount);

} // namespace warpbench::platform
