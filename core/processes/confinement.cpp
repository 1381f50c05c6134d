// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/processes/confinement.h"

#include "core/platform/descriptor_posix.h"

#include <system_error>
#include <thread>

#if defined(__linux__) && __has_include(<linux/landlock.h>)
#define WARPBENCH_LANDLOCK 1
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace warpbench::platform {

#ifdef WARPBENCH_LANDLOCK

namespace {

// The C library lacks functions for these; the numbers are the same on every architecture.
constexpr long kCreateRuleset = 444;
constexpr long kAddRule = 445;
constexpr long kRestrictSelf = 446;

constexpr __u64 kReadFile = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
constexpr __u64 kReadFolder = kReadFile | LANDLOCK_ACCESS_FS_READ_DIR;
/// The rights in the first version of Landlock. Later versions add moving, truncating and ioctl of
/// open files, which do not matter if a file cannot be opened.
constexpr __u64 kEverything =
    kReadFolder | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
    LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
    LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
    LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

/// A path that does not exist is not a failure: it cannot be opened either.
bool allow(int ruleset, const std::filesystem::path& path, __u64 ofFolders) {
    const Descriptor at(::open(path.c_str(), O_PATH | O_CLOEXEC));
    if (at.get() < 0)
        return true;
    struct stat status {};
    if (::fstat(at.get(), &status) != 0)
        return false;
    landlock_path_beneath_attr rule{};
    rule.allowed_access = S_ISDIR(status.st_mode) ? ofFolders : kReadFile;
    rule.parent_fd = at.get();
    return ::syscall(kAddRule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0U) == 0;
}

} // namespace

bool canConfineFiles() noexcept {
    bool can = false;
    try {
        std::thread([&can] { can = confineFiles({}, {}); }).join();
    } catch (const std::system_error&) {
        return false; // not enough memory for a thread
    }
    return can;
}

bool confineFiles(const std::vector<std::filesystem::path>& readable,
                  const std::vector<std::filesystem::path>& writable) noexcept {
    landlock_ruleset_attr attributes{};
    attributes.handled_access_fs = kEverything;
    const Descriptor ruleset(int(::syscall(kCreateRuleset, &attributes, sizeof attributes, 0U)));
    if (ruleset.get() < 0)
        return false;
    for (const std::filesystem::path& path : readable)
        if (!allow(ruleset.get(), path, kReadFolder))
            return false;
    for (const std::filesystem::path& path : writable)
        if (!allow(ruleset.get(), path, kEverything))
            return false;
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::syscall(kRestrictSelf, ruleset.get(), 0U) == 0;
}

#else

bool canConfineFiles() noexcept {
    return false;
}

bool confineFiles(const std::vector<std::filesystem::path>&,
                  const std::vector<std::filesystem::path>&) noexcept {
    return false;
}

#endif

} // namespace warpbench::platform
