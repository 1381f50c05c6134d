// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/limits.h"

#include "core/simgpu/host/control_groups.h"

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
    std::ifstream file("/sys/fs/cgroup/cpu.max"); // a container's own, as it sees it
    std::string line;
    if (std::getline(file, line)) {
        if (const std::uint32_t quota = coresOfQuota(line))
            cores = std::min(cores, quota);
    }
    return cores;
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
