// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/control_groups.h"
#include "core/simgpu/host/limits.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>

namespace warpbench::simgpu::host {

std::uint32_t usableCores() {
    std::uint32_t cores = std::max(1u, std::thread::hardware_concurrency());
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        cores = std::clamp(static_cast<std::uint32_t>(CPU_COUNT(&allowed)), 1u, cores);
    return coresWithinControlGroups(cores, "/proc/self/cgroup", "/sys/fs/cgroup");
}

std::uint64_t availableMemory() {
    std::uint64_t available = 0;
    std::ifstream file("/proc/meminfo");
    for (std::string word; file >> word;) {
        if (word == "MemAvailable:" && file >> available)
            break;
    }
    // The file counts in kB.
    return withinControlGroups(available * 1024, "/proc/self/cgroup", "/sys/fs/cgroup");
}

} // namespace warpbench::simgpu::host
