// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace warpbench::platform {

/// Bytes of memory that the control groups of a process still leave it; empty where none of them
/// has a limit. All groups from the process's own up to the root are asked, for a limit may stand
/// at any of them (systemd's MemoryMax=, Slurm, containers). Memory that holds file contents and
/// can be given up for other use (the page cache) counts as free, as it does in MemAvailable.
/// Versions 2 and 1 (Linux, Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst).
/// \param membership  /proc/self/cgroup
/// \param mount       /sys/fs/cgroup
std::optional<std::uint64_t> controlGroupRoom(const std::filesystem::path& membership,
                                              const std::filesystem::path& mount);

} // namespace warpbench::platform
