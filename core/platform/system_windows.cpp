// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/system.h"
#include "core/platform/win32.h"

#include <io.h>
#include <shellapi.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace warpbench::platform {

std::uint64_t availableMemoryBytes() {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    if (!GlobalMemoryStatusEx(&status))
        return 0;
    // Allocations must fit into memory and page file together.
    return std::min(status.ullAvailPhys, status.ullAvailPageFile);
}

bool limitPrivateMemory(std::uint64_t) noexcept {
    return false; // a job's limit would include shared blocks
}

void offerToOutOfMemoryKiller() noexcept {} // none: too large a request fails

unsigned processorCount() {
    const unsigned present = std::max(1u, std::thread::hardware_concurrency());
    DWORD_PTR allowed = 0, system = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &allowed, &system) && allowed)
        return std::min(present, unsigned(std::popcount(std::uint64_t{allowed})));
    return present;
}

/// Large pages require a privilege there that users do not have.
void adviseLargePages(void*, std::size_t) noexcept {}

void lowerThreadPriority() noexcept {
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL);
}

void nameThread(const char* name) noexcept {
    // From Windows 10 1607 on; not needed before.
    using Set = HRESULT WINAPI(HANDLE, PCWSTR);
    static auto* const set = reinterpret_cast<Set*>(reinterpret_cast<void*>(
        GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "SetThreadDescription")));
    if (set)
        set(GetCurrentThread(), win32::wide(name).c_str());
}

bool isTerminal(int descriptor) noexcept {
    const auto handle = reinterpret_cast<HANDLE>(_get_osfhandle(descriptor));
    DWORD mode = 0; // a console has a mode; NUL, which _isatty takes for a terminal, has not
    if (!GetConsoleMode(handle, &mode))
        return false;
    // Before Windows 10 a console did not support escape sequences: treat it like a file.
    return (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) ||
           SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

void useParentConsole() noexcept {
    const auto leadsSomewhere = [](DWORD stream) {
        return GetFileType(GetStdHandle(stream)) != FILE_TYPE_UNKNOWN;
    };
    const bool output = leadsSomewhere(STD_OUTPUT_HANDLE);
    const bool errors = leadsSomewhere(STD_ERROR_HANDLE);
    if ((output && errors) || !AttachConsole(ATTACH_PARENT_PROCESS))
        return;
    if (!output)
        std::freopen("CONOUT$", "w", stdout);
    if (!errors)
        std::freopen("CONOUT$", "w", stderr);
}

std::vector<std::string> programArguments(int argc, char** argv) {
    // main's are in the user's code page.
    int count = 0;
    wchar_t** const wide = CommandLineToArgvW(GetCommandLineW(), &count);
    if (!wide)
        return {argv, argv + argc};
    std::vector<std::string> arguments;
    for (int i = 0; i < count; ++i)
        arguments.push_back(win32::narrow(wide[i]));
    LocalFree(wide);
    return arguments;
}

std::int64_t processId() noexcept {
    return GetCurrentProcessId();
}

bool processExists(std::int64_t id) noexcept {
    if (id <= 0)
        return false;
    const win32::Handle process(OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(id)));
    if (!process)
        return GetLastError() == ERROR_ACCESS_DENIED;
    return WaitForSingleObject(process.get(), 0) == WAIT_TIMEOUT;
}

std::string processSpace() {
    const char* name = std::getenv("COMPUTERNAME");
    return name ? name : "windows";
}

void exitNow(int code) noexcept {
    TerminateProcess(GetCurrentProcess(), static_cast<UINT>(code));
    for (;;) // this ends the thread at the latest
        ExitThread(static_cast<DWORD>(code));
}

} // namespace warpbench::platform
