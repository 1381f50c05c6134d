// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/usable_cores.h"

#include <algorithm>
#include <charconv>
#include <thread>

#if defined(__linux__)
#include <sched.h>

#include <fstream>
#include <string>
#endif

namespace warpbench::simgpu::engine {

std::uint32_t coresOfQuota(std::string_view text) {
    std::uint64_t quota = 0, period = 0;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, quota);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != ' ')
        return 0;
    const auto second = std::from_chars(first.ptr + 1, end, period);
    if (second.ec != std::errc{} || quota == 0 || period == 0)
        return 0;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>((quota - 1) / period + 1, 1u << 16));
}

std::uint32_t usableCores() {
    std::uint32_t cores = std::max(1u, std::thread::hardware_concurrency());
#if defined(__linux__)
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        cores = std::clamp(static_cast<std::uint32_t>(CPU_COUNT(&allowed)), 1u, cores);
    std::ifstream file("/sys/fs/cgroup/cpu.max"); // a container's own, as it sees it
    std::string line;
    if (std::getline(file, line)) {
        if (const std::uint32_t quota = coresOfQuota(line))
            cores = std::min(cores, quota);
    }
#endif
    return cores;
}

} // namespace warpbench::simgpu::engine
