// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/mapped_memory.h"

#include <windows.h>

namespace warpbench::simgpu::host {

bool isAccessible(std::uint64_t address, std::uint64_t bytes, bool write) {
    constexpr DWORD kWritable =
        PAGE_READWRITE | PAGE_WRITECOPY | PAGE_EXECUTE_READWRITE | PAGE_EXECUTE_WRITECOPY;
    constexpr DWORD kReadable = kWritable | PAGE_READONLY | PAGE_EXECUTE_READ;
    const std::uint64_t last = address + (bytes - 1);
    for (std::uint64_t next = address;;) {
        MEMORY_BASIC_INFORMATION info{};
        const auto* const at = reinterpret_cast<const void*>(static_cast<std::uintptr_t>(next));
        if (VirtualQuery(at, &info, sizeof info) == 0 || info.State != MEM_COMMIT ||
            (info.Protect & PAGE_GUARD) != 0 ||
            (info.Protect & (write ? kWritable : kReadable)) == 0)
            return false;
        const std::uint64_t end =
            reinterpret_cast<std::uintptr_t>(info.BaseAddress) + info.RegionSize;
        if (end > last)
            return true;
        next = end;
    }
}

std::uint64_t physicalMemory() {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    return GlobalMemoryStatusEx(&status) ? status.ullTotalPhys : ~std::uint64_t{0};
}

} // namespace warpbench::simgpu::host
