// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/platform/folders.h"
#include "core/platform/problems.h"
#include "core/platform/win32.h"

#include <fmt/format.h>
#include <knownfolders.h>
#include <shlobj.h>

#include <random>

namespace warpbench::platform {

namespace {

/// A folder named by a variable of the XDG Base Directory Specification, as on other systems, so
/// that a script or a test does the same everywhere; relative values must be ignored (0.8).
std::optional<std::filesystem::path> xdgFolder(const char* variable) {
    if (const auto value = environmentVariable(variable)) {
        std::filesystem::path folder = pathFromUtf8(*value);
        if (folder.is_absolute())
            return folder / "warpbench";
    }
    return std::nullopt;
}

/// The variable, as a service or a test may set it, otherwise the system's folder.
std::filesystem::path userFolder(const char* variable, const KNOWNFOLDERID& id) {
    if (const auto value = environmentVariable(variable))
        return pathFromUtf8(*value);
    wchar_t* text = nullptr;
    std::filesystem::path folder;
    if (SUCCEEDED(SHGetKnownFolderPath(id, 0, nullptr, &text)))
        folder = text;
    CoTaskMemFree(text);
    return folder;
}

} // namespace

std::optional<std::string> environmentVariable(const std::string& name) {
    const std::wstring key = win32::wide(name);
    std::wstring value;
    for (DWORD room = 256;;) {
        value.resize(room);
        const DWORD length = GetEnvironmentVariableW(key.c_str(), value.data(), room);
        if (length == 0)
            return std::nullopt;
        if (length < room) {
            value.resize(length);
            return win32::narrow(value);
        }
        room = length;
    }
}

std::filesystem::path homeFolder() {
    return userFolder("USERPROFILE", FOLDERID_Profile);
}

std::filesystem::path configFolder() {
    if (const auto folder = xdgFolder("XDG_CONFIG_HOME"))
        return *folder;
    return userFolder("APPDATA", FOLDERID_RoamingAppData) / "warpbench";
}

std::filesystem::path cacheFolder() {
    if (const auto folder = xdgFolder("XDG_CACHE_HOME"))
        return *folder;
    return dataFolder() / "cache";
}

std::filesystem::path dataFolder() {
    if (const auto folder = xdgFolder("XDG_DATA_HOME"))
        return *folder;
    return userFolder("LOCALAPPDATA", FOLDERID_LocalAppData) / "warpbench";
}

std::filesystem::path temporaryFolder() {
    return std::filesystem::temp_directory_path();
}

std::filesystem::path executablePath() {
    std::wstring name(MAX_PATH, L'\0');
    for (;;) {
        const DWORD length =
            GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
        if (length < name.size()) {
            name.resize(length);
            return name;
        }
        name.resize(2 * name.size());
    }
}

std::filesystem::path executableFolder() {
    return executablePath().parent_path();
}

TemporaryFolder::TemporaryFolder() {
    std::random_device random;
    for (int tries = 0; tries < 100; ++tries) {
        m_path = temporaryFolder() / fmt::format("warpbench-{:08x}", random());
        if (CreateDirectoryW(m_path.c_str(), nullptr))
            return;
        if (GetLastError() != ERROR_ALREADY_EXISTS)
            break;
    }
    const std::string problem = win32::message();
    throw Error(ErrorKind::environment, noTemporaryFolder(temporaryFolder(), problem, "TMP"));
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

} // namespace warpbench::platform
