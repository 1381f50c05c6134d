// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace warpbench::session::testing {

enum class Role { devices, host_work };

/// The children of this process that run warpbench-worker, for devices or for host work.
inline std::vector<std::int64_t> workerProcesses(Role role = Role::devices) {
    std::vector<std::int64_t> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string pid = entry.path().filename().string();
        if (pid.find_first_not_of("0123456789") != std::string::npos)
            continue;
        std::ifstream status(entry.path() / "stat");
        std::string text;
        std::getline(status, text);
        const std::size_t end = text.rfind(')');
        if (end == std::string::npos || text[end + 2] == 'Z')
            continue;
        const int parent = std::atoi(text.c_str() + end + 4);
        std::ifstream command(entry.path() / "cmdline");
        std::string line;
        std::getline(command, line);
        if (parent == int(QCoreApplication::applicationPid()) &&
            line.find("warpbench-worker") != std::string::npos &&
            line.find("--compile") == std::string::npos &&
            (line.find("--host-work") != std::string::npos) == (role == Role::host_work))
            found.push_back(std::stoll(pid));
    }
    return found;
}

} // namespace warpbench::session::testing
