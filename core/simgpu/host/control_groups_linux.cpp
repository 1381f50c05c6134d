// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/control_groups.h"
#include "core/simgpu/host/limits.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <string_view>

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

/// The number of cores that a group's quota leaves; see coresOfQuota.
std::uint32_t coresOfGroup(std::uint32_t cores, const std::string& folder, bool version2) {
    std::string text;
    if (version2) {
        std::ifstream file(folder + "/cpu.max");
        std::getline(file, text);
    } else { // the quota is -1 where there is none
        std::int64_t quota = 0;
        std::uint64_t period = 0;
        std::ifstream quotaFile(folder + "/cpu.cfs_quota_us");
        if (!(quotaFile >> quota) || quota <= 0 ||
            !readNumber(folder + "/cpu.cfs_period_us", period))
            return cores;
        text = std::to_string(quota) + ' ' + std::to_string(period);
    }
    const std::uint32_t quota = coresOfQuota(text);
    return quota ? std::min(cores, quota) : cores;
}

/// Whether a line's list of controllers, "cpu,cpuacct", has one.
bool hasController(std::string_view list, std::string_view controller) {
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (list.substr(0, comma) == controller)
            return true;
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return false;
}

/// The folders of the process's own group and all above it that a controller has, in version 2 and
/// in version 1.
/// \param look  called with a folder and whether it is version 2's
template <class Look>
void forEachGroup(const std::string& controller, const std::string& membership,
                  const std::string& mount, const Look& look) {
    std::ifstream file(membership);
    for (std::string line; std::getline(file, line);) {
        // "0::/path" for version 2, "4:memory:/path" for version 1
        const bool version2 = line.starts_with("0::");
        const std::size_t list = line.find(':') + 1;
        const std::size_t colon = line.find(':', list);
        if (colon == std::string::npos ||
            (!version2 &&
             !hasController(std::string_view(line).substr(list, colon - list), controller)))
            continue;
        std::string path = line.substr(colon + 1);
        while (!path.empty()) {
            path.erase(path.find_last_not_of('/') + 1);
            look(mount + (version2 ? "" : '/' + controller) + path, version2);
            const std::size_t slash = path.find_last_of('/');
            path.erase(slash == std::string::npos ? 0 : slash + 1);
        }
    }
}

} // namespace

std::uint64_t withinControlGroups(std::uint64_t available, const std::string& membership,
                                  const std::string& mount) {
    forEachGroup("memory", membership, mount, [&](const std::string& folder, bool version2) {
        available = withinGroup(available, folder, version2);
    });
    return available;
}

std::uint32_t coresWithinControlGroups(std::uint32_t cores, const std::string& membership,
                                       const std::string& mount) {
    forEachGroup("cpu", membership, mount, [&](const std::string& folder, bool version2) {
        cores = coresOfGroup(cores, folder, version2);
    });
    return cores;
}

} // namespace warpbench::simgpu::host
