// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/folders.h"
#include "core/platform/problems.h"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace warpbench::platform {

namespace {

/// The folder of a user without a home: below the temporary folder, and private. Another user may
/// already have taken the name, so this checks the owner.
std::filesystem::path folderOfTheHomeless() {
    static const std::filesystem::path folder = [] {
        const std::filesystem::path named =
            temporaryFolder() / ("warpbench-" + std::to_string(::getuid()));
        struct stat info {};
        if (::mkdir(named.c_str(), 0700) == 0 ||
            (::lstat(named.c_str(), &info) == 0 && S_ISDIR(info.st_mode) &&
             info.st_uid == ::getuid() && (info.st_mode & 022) == 0))
            return named;
        std::string pattern = utf8(named) + "-XXXXXX";
        return std::filesystem::path(::mkdtemp(pattern.data()) ? pattern : "/nonexistent");
    }();
    return folder;
}

/// A folder of the XDG Base Directory Specification; relative values must be ignored (0.8).
std::filesystem::path xdgFolder(const char* variable, const char* belowHome) {
    if (auto value = environmentVariable(variable); value && value->front() == '/')
        return std::filesystem::path(*value) / "warpbench";
    const std::filesystem::path home = homeFolder();
    return (home.is_absolute() ? home : folderOfTheHomeless()) / belowHome / "warpbench";
}

} // namespace

std::optional<std::string> environmentVariable(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    if (!value || !*value)
        return std::nullopt;
    return std::string(value);
}

std::filesystem::path homeFolder() {
    if (auto home = environmentVariable("HOME"))
        return *home;
    if (const passwd* entry = getpwuid(getuid()); entry && entry->pw_dir)
        return entry->pw_dir;
    return {};
}

std::filesystem::path configFolder() {
    return xdgFolder("XDG_CONFIG_HOME", ".config");
}

std::filesystem::path cacheFolder() {
    return xdgFolder("XDG_CACHE_HOME", ".cache");
}

std::filesystem::path dataFolder() {
    return xdgFolder("XDG_DATA_HOME", ".local/share");
}

std::filesystem::path temporaryFolder() {
    return std::filesystem::temp_directory_path();
}

std::filesystem::path executablePath() {
    return std::filesystem::read_symlink("/proc/self/exe");
}

std::filesystem::path executableFolder() {
    return executablePath().parent_path();
}

TemporaryFolder::TemporaryFolder() {
    std::error_code code;
    const std::filesystem::path parent = std::filesystem::temp_directory_path(code);
    if (code) // it is not a folder
        throw Error(ErrorKind::environment, {"WB1024",
                                             "cannot find the temporary folder: {problem}",
                                             "set TMPDIR to a folder that can be written",
                                             {{"problem", code.message()}}});
    std::string pattern = utf8(parent / "warpbench-XXXXXX");
    if (!mkdtemp(pattern.data()))
        throw Error(ErrorKind::environment,
                    noTemporaryFolder(parent, std::strerror(errno), "TMPDIR"));
    m_path = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

} // namespace warpbench::platform
