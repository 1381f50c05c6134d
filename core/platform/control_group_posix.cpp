// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/control_group_posix.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <string_view>

namespace warpbench::platform {

namespace {

namespace fs = std::filesystem;

/// The files of one version of control groups.
struct Version {
    const char* limit;
    const char* used;
    /// Keys of memory.stat whose memory the system reclaims on demand. In version 1, child
    /// groups are included only under their own names.
    std::array<std::string_view, 3> reclaimable;
};

constexpr Version kVersion2{
    "memory.max", "memory.current", {"inactive_file", "active_file", "slab_reclaimable"}};
constexpr Version kVersion1{"memory.limit_in_bytes",
                            "memory.usage_in_bytes",
                            {"total_inactive_file", "total_active_file", ""}};

/// The number in a file; none for "max" or a missing file.
std::optional<std::uint64_t> numberIn(const fs::path& file) {
    std::ifstream stream(file);
    std::uint64_t value = 0;
    if (!(stream >> value))
        return std::nullopt;
    return value;
}

std::uint64_t reclaimableIn(const fs::path& group, const Version& version) {
    std::ifstream stream(group / "memory.stat");
    std::uint64_t sum = 0;
    std::string key;
    for (std::uint64_t bytes = 0; stream >> key >> bytes;) {
        if (std::find(version.reclaimable.begin(), version.reclaimable.end(), key) !=
            version.reclaimable.end())
            sum += bytes;
    }
    return sum;
}

std::optional<std::uint64_t> roomOf(const fs::path& group, const Version& version) {
    const auto limit = numberIn(group / version.limit);
    const auto used = numberIn(group / version.used);
    if (!limit || !used)
        return std::nullopt;
    const std::uint64_t kept = *used - std::min(*used, reclaimableIn(group, version));
    return *limit - std::min(*limit, kept);
}

/// The smallest remaining memory of a group and all above it. A container may not see its own group
/// under the host's path; then the mount's root is it.
std::optional<std::uint64_t> roomUpwards(const fs::path& mount, std::string_view path,
                                         const Version& version) {
    std::optional<std::uint64_t> least;
    fs::path below = fs::path(path).relative_path();
    for (;;) {
        if (const auto room = roomOf(mount / below, version))
            least = std::min(least.value_or(*room), *room);
        if (below.empty())
            return least;
        below = below.parent_path();
    }
}

/// Whether a comma-separated list of controllers contains the memory controller.
bool namesMemory(std::string_view controllers) {
    const std::string framed = "," + std::string(controllers) + ",";
    return framed.find(",memory,") != std::string::npos;
}

} // namespace

std::optional<std::uint64_t> controlGroupRoom(const fs::path& membership, const fs::path& mount) {
    // Lines "hierarchy:controllers:path"; version 2 is hierarchy 0 with no controllers.
    std::optional<std::uint64_t> least;
    const auto take = [&](std::optional<std::uint64_t> room) {
        if (room)
            least = std::min(least.value_or(*room), *room);
    };
    std::ifstream stream(membership);
    for (std::string line; std::getline(stream, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        const std::string_view whole = line;
        const std::string_view controllers = whole.substr(first + 1, second - first - 1);
        const std::string_view path = whole.substr(second + 1);
        if (controllers.empty()) {
            take(roomUpwards(mount, path, kVersion2));
            take(roomUpwards(mount / "unified", path, kVersion2)); // next to version 1
        } else if (namesMemory(controllers)) {
            take(roomUpwards(mount / "memory", path, kVersion1));
        }
    }
    return least;
}

} // namespace warpbench::platform
