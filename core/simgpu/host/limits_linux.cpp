// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/limits.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>
#include <utility>

namespace warpbench::simgpu::host {

namespace {

std::uint64_t readNumber(const char* path) {
    std::ifstream file(path);
    std::uint64_t value = 0;
    return file >> value ? value : 0;
}

} // namespace

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
    available *= 1024; // the file counts in kB
    // A container's limit (control groups, version 2 and 1); "max" reads as no number.
    for (const auto& [limitPath, usedPath] :
         {std::pair{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
          std::pair{"/sys/fs/cgroup/memory/memory.limit_in_bytes",
                    "/sys/fs/cgroup/memory/memory.usage_in_bytes"}}) {
        const std::uint64_t limit = readNumber(limitPath);
        const std::uint64_t used = readNumber(usedPath);
        if (limit > used)
            available = std::min(available, limit - used);
    }
    return available;
}

} // namespace warpbench::simgpu::host
