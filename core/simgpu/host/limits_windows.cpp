// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/limits.h"

#include <windows.h>

#include <algorithm>
#include <bit>
#include <thread>

namespace warpbench::simgpu::host {

std::uint32_t usableCores() {
    const std::uint32_t cores = std::max(1u, std::thread::hardware_concurrency());
    // The mask covers one processor group, which is all that a process uses unless its threads are
    // assigned to others.
    DWORD_PTR allowed = 0, present = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &allowed, &present) && allowed)
        return std::clamp(static_cast<std::uint32_t>(std::popcount(std::uint64_t{allowed})), 1u,
                          cores);
    return cores;
}

std::uint64_t availableMemory() {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    if (!GlobalMemoryStatusEx(&status))
        return 0;
    // Committed memory must fit into both memory and page file.
    return std::min(status.ullAvailPhys, status.ullAvailPageFile);
}

} // namespace warpbench::simgpu::host
