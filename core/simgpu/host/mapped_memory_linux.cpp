// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/mapped_memory.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

namespace warpbench::simgpu::host {

bool isAccessible(std::uint64_t address, std::uint64_t bytes, bool write) {
    // Lines of "begin-end rw-p …" in the order of their addresses, in base 16 (proc(5)).
    constexpr int kBase = 16;
    std::ifstream file("/proc/self/maps");
    if (!file)
        return true;
    const std::uint64_t last = address + (bytes - 1);
    std::uint64_t next = address; // everything before it is accessible
    for (std::string line; std::getline(file, line);) {
        char* rest = nullptr;
        const std::uint64_t begin = std::strtoull(line.c_str(), &rest, kBase);
        if (*rest != '-')
            continue;
        const std::uint64_t end = std::strtoull(rest + 1, &rest, kBase);
        if (end <= next)
            continue;
        const std::string_view rights(rest);
        if (begin > next || rights.size() < 3 || rights[1] != 'r' || (write && rights[2] != 'w'))
            return false;
        if (end > last)
            return true;
        next = end;
    }
    return false;
}

std::uint64_t physicalMemory() {
    const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && bytes > 0
               ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(bytes)
               : ~std::uint64_t{0};
}

} // namespace warpbench::simgpu::host
