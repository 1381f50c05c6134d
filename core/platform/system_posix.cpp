// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/control_group_posix.h"
#include "core/platform/system.h"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace warpbench::platform {

namespace {

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
    const std::uint64_t available = memAvailableBytes();
    const auto room = controlGroupRoom("/proc/self/cgroup", "/sys/fs/cgroup");
    return std::min(available, room.value_or(available));
}

bool limitPrivateMemory(std::uint64_t bytes) noexcept {
    // Only private writable memory (Linux 4.7); shared blocks and mapped code are not included.
    rlimit limit{};
    if (getrlimit(RLIMIT_DATA, &limit) != 0)
        return false;
    std::ifstream figures("/proc/self/statm"); // in pages; the limit applies to the sixth
    std::uint64_t pages = 0;
    for (int i = 0; i < 6; ++i)
        figures >> pages;
    const rlim_t has = pages * std::uint64_t(sysconf(_SC_PAGESIZE));
    limit.rlim_cur = std::min<rlim_t>(has + bytes, limit.rlim_max);
    return setrlimit(RLIMIT_DATA, &limit) == 0;
}

void offerToOutOfMemoryKiller() noexcept {
    // 1000: before any other process (proc(5), oom_score_adj). Raising it needs no privilege.
    std::ofstream("/proc/self/oom_score_adj") << 1000;
}

unsigned processorCount() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return unsigned(std::max(1, CPU_COUNT(&set)));
    return unsigned(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
}

void adviseLargePages(void* data, std::size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
    ::madvise(data, bytes, MADV_HUGEPAGE);
#else
    static_cast<void>(data);
    static_cast<void>(bytes);
#endif
}

void lowerThreadPriority() noexcept {
    // On Linux a nice value applies to a thread, whatever POSIX says.
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

void useParentConsole() noexcept {} // standard streams already work

std::vector<std::string> programArguments(int argc, char** argv) {
    return {argv, argv + argc};
}

std::int64_t processId() noexcept {
    return getpid();
}

bool processExists(std::int64_t id) noexcept {
    // No permission to signal it means that it belongs to another user, so it exists.
    return id > 0 && (kill(pid_t(id), 0) == 0 || errno == EPERM);
}

std::string processSpace() {
    std::string name;
    std::ifstream boot("/proc/sys/kernel/random/boot_id");
    std::getline(boot, name);
    std::error_code ignored;
    std::string space = std::filesystem::read_symlink("/proc/self/ns/pid", ignored).string();
    if (name.empty()) { // not Linux
        std::array<char, 256> host{};
        ::gethostname(host.data(), host.size() - 1);
        name = host.data();
    }
    std::erase_if(space, [](char c) { return c < '0' || c > '9'; });
    return space.empty() ? name : name + "-" + space;
}

void exitNow(int code) noexcept {
    std::_Exit(code);
}

} // namespace warpbench::platform
