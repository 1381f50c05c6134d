// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/control_groups.h"

#include <algorithm>
#include <fstream>
#include <set>

namespace warpbench::simgpu::host {

namespace {

/// Whether the file begins with a number; "max" does not.
bool readNumber(const std::string& path, std::uint64_t& value) {
    std::ifstream file(path);
    return bool(file >> value);
}

std::uint64_t sumOf(const std::string& path, const std::set<std::string>& keys) {
    std::ifstream file(path);
    std::uint64_t sum = 0;
    std::string key;
    for (std::uint64_t bytes = 0; file >> key >> bytes;)
        sum += keys.contains(key) ? bytes : 0;
    return sum;
}

/// One group of version 2 or 1.
std::uint64_t withinGroup(std::uint64_t available, const std::string& folder, bool version2) {
    std::uint64_t limit = 0;
    std::uint64_t used = 0;
    if (!readNumber(folder + (version2 ? "/memory.max" : "/memory.limit_in_bytes"), limit) ||
        !readNumber(folder + (version2 ? "/memory.current" : "/memory.usage_in_bytes"), used))
        return available;
    const std::set<std::string> files =
        version2 ? std::set<std::string>{"inactive_file", "active_file", "slab_reclaimable"}
                 : std::set<std::string>{"total_inactive_file", "total_active_file"};
    used -= std::min(used, sumOf(folder + "/memory.stat", files));
    return std::min(available, limit - std::min(limit, used));
}

} // namespace

std::uint64_t withinControlGroups(std::uint64_t available, const std::string& membership,
                                  const std::string& mount) {
    std::ifstream file(membership);
    for (std::string line; std::getline(file, line);) {
        // "0::/path" for version 2, "4:memory:/path" for version 1
        const bool version2 = line.starts_with("0::");
        const std::size_t colon = line.find(':', line.find(':') + 1);
        if (colon == std::string::npos || (!version2 && line.find("memory") > colon))
            continue;
        std::string path = line.substr(colon + 1);
        while (!path.empty()) {
            path.erase(path.find_last_not_of('/') + 1);
            available =
                withinGroup(available, mount + (version2 ? "" : "/memory") + path, version2);
            const std::size_t slash = path.find_last_of('/');
            path.erase(slash == std::string::npos ? 0 : slash + 1);
        }
    }
    return available;
}

} // namespace warpbench::simgpu::host
