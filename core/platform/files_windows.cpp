// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/files.h"
#include "core/platform/problems.h"
#include "core/platform/win32.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace warpbench::platform {

namespace {

[[noreturn]] void failToRead(ErrorKind kind, const std::filesystem::path& file, DWORD error) {
    throw Error(kind, cannotRead(file, win32::message(error)));
}

[[noreturn]] void failToWrite(ErrorKind kind, const std::filesystem::path& file, DWORD error) {
    throw Error(kind, cannotWrite(file, win32::message(error)));
}

/// Whether another program has the file open: another writer, or a virus scanner.
bool isBusy(DWORD error) {
    return error == ERROR_SHARING_VIOLATION || error == ERROR_LOCK_VIOLATION ||
           error == ERROR_ACCESS_DENIED;
}

/// Moves `beside` to `target`. Windows replaces no file that is open, not even for the moment
/// in which another writer replaces it, so this retries for about two seconds at growing
/// intervals. ReplaceFile would keep the access rights, but leaves extra files behind if two
/// processes replace the same file at once.
/// \return ERROR_SUCCESS, or the error
DWORD putInPlace(const std::filesystem::path& beside, const std::filesystem::path& target) {
    constexpr DWORD kTries = 70;
    for (DWORD tried = 1;; ++tried) {
        if (MoveFileExW(beside.c_str(), target.c_str(),
                        MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
            return ERROR_SUCCESS;
        const DWORD error = GetLastError();
        if (!isBusy(error) || tried == kTries)
            return error;
        Sleep(std::min<DWORD>(tried, 40)); // ms
    }
}

} // namespace

InputFile::InputFile(const std::filesystem::path& file, ErrorKind kind)
    : m_file(file)
    , m_kind(kind) {
    const HANDLE handle = CreateFileW(file.c_str(), GENERIC_READ,
                                      FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                      nullptr, OPEN_EXISTING, FILE_FLAG_SEQUENTIAL_SCAN, nullptr);
    if (handle == INVALID_HANDLE_VALUE)
        failToRead(kind, file, GetLastError());
    LARGE_INTEGER size{};
    if (GetFileType(handle) != FILE_TYPE_DISK || !GetFileSizeEx(handle, &size)) {
        CloseHandle(handle);
        throw Error(kind, isNoFile(file));
    }
    m_handle = reinterpret_cast<std::intptr_t>(handle);
    m_sizeBytes = static_cast<std::uint64_t>(size.QuadPart);
}

InputFile::~InputFile() {
    CloseHandle(reinterpret_cast<HANDLE>(m_handle));
}

std::size_t InputFile::readSome(std::uint64_t offset, char* to, std::size_t room) const {
    OVERLAPPED at{};
    at.Offset = static_cast<DWORD>(offset);
    at.OffsetHigh = static_cast<DWORD>(offset >> 32);
    constexpr std::size_t kMost = std::size_t(1) << 30; // a DWORD counts it
    DWORD count = 0;
    if (!ReadFile(reinterpret_cast<HANDLE>(m_handle), to, static_cast<DWORD>(std::min(room, kMost)),
                  &count, &at)) {
        if (const DWORD error = GetLastError(); error != ERROR_HANDLE_EOF)
            failToRead(m_kind, m_file, error);
    }
    return count;
}

void requireReplaceable(const std::filesystem::path& file, ErrorKind kind) {
    std::error_code code;
    if (std::filesystem::is_directory(file, code))
        failToWrite(kind, file, ERROR_DIRECTORY);
    // Missing folders will be created in the first existing one.
    std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
    while (!std::filesystem::exists(folder, code) && folder.has_relative_path())
        folder = folder.parent_path();
    if (!std::filesystem::is_directory(folder, code))
        failToWrite(kind, file, ERROR_DIRECTORY);
    // Write access to a folder depends on access-control lists: ask the system.
    const win32::Handle allowed(CreateFileW(
        folder.c_str(), FILE_ADD_FILE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
        nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr));
    if (!allowed)
        failToWrite(kind, file, GetLastError());
}

void replaceFile(const std::filesystem::path& file, std::span<const std::string_view> pieces,
                 ErrorKind kind, Flush flush) {
    std::error_code code;
    std::filesystem::path target = file;
    if (std::filesystem::is_symlink(file, code))
        target = std::filesystem::weakly_canonical(file, code);
    if (target.has_parent_path())
        std::filesystem::create_directories(target.parent_path(), code);

    std::random_device random;
    const auto beside =
        std::filesystem::path(target).concat(fmt::format(".{:08x}{}", random(), kUnfinishedEnding));
    win32::Handle handle(CreateFileW(beside.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW,
                                     FILE_ATTRIBUTE_NORMAL, nullptr));
    if (!handle)
        failToWrite(kind, file, GetLastError());
    bool written =
        std::all_of(pieces.begin(), pieces.end(),
                    [&](std::string_view piece) { return win32::writeAll(handle.get(), piece); }) &&
        (flush == Flush::no || FlushFileBuffers(handle.get()));
    DWORD error = GetLastError();
    handle.close();
    if (written) {
        error = putInPlace(beside, target);
        written = error == ERROR_SUCCESS;
    }
    if (!written) {
        DeleteFileW(beside.c_str());
        failToWrite(kind, file, error);
    }
}

} // namespace warpbench::platform
