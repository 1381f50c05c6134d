// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/system.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>

namespace warpbench::platform {

namespace {

/// First number of a file, or nothing ("max" in a control group means: no limit).
bool readNumber(const char* path, std::uint64_t& value) {
    std::ifstream file(path);
    return bool(file >> value);
}

std::uint64_t memAvailableBytes() {
    std::ifstream file("/proc/meminfo");
    std::string key;
    std::uint64_t kib = 0;
    std::string unit;
    while (file >> key >> kib && std::getline(file, unit)) {
        if (key == "MemAvailable:")
            return kib * 1024;
    }
    return std::uint64_t(sysconf(_SC_AVPHYS_PAGES)) * std::uint64_t(sysconf(_SC_PAGESIZE));
}

} // namespace

std::uint64_t availableMemoryBytes() {
    std::uint64_t available = memAvailableBytes();
    std::uint64_t limit = 0;
    std::uint64_t used = 0;
    const bool grouped = (readNumber("/sys/fs/cgroup/memory.max", limit) &&
                          readNumber("/sys/fs/cgroup/memory.current", used)) ||
                         (readNumber("/sys/fs/cgroup/memory/memory.limit_in_bytes", limit) &&
                          readNumber("/sys/fs/cgroup/memory/memory.usage_in_bytes", used));
    if (grouped)
        available = std::min(available, limit > used ? limit - used : 0);
    return available;
}

unsigned processorCount() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return unsigned(std::max(1, CPU_COUNT(&set)));
    return unsigned(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
}

void lowerThreadPriority() noexcept {
    // On Linux a nice value belongs to a thread, whatever POSIX says.
    setpriority(PRIO_PROCESS, id_t(syscall(SYS_gettid)), 5);
}

void nameThread(const char* name) noexcept {
    char cut[16] = {};
    for (int i = 0; i < 15 && name[i]; ++i)
        cut[i] = name[i];
    pthread_setname_np(pthread_self(), cut);
}

bool isTerminal(int descriptor) noexcept {
    return isatty(descriptor) == 1;
}

std::vector<std::string> programArguments(int argc, char** argv) {
    return {argv, argv + argc};
}

std::int64_t processId() noexcept {
    return getpid();
}

bool processExists(std::int64_t id) noexcept {
    // No permission to signal it means that it is another user's, so it is there.
    return id > 0 && (kill(pid_t(id), 0) == 0 || errno == EPERM);
}

void exitNow(int code) noexcept {
    std::_Exit(code);
}

} // namespace warpbench::platform
