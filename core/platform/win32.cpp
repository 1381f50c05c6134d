// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/win32.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpbench::platform::win32 {

std::wstring wide(std::string_view utf8) {
    if (utf8.empty())
        return {};
    const int bytes = static_cast<int>(utf8.size());
    const int length = MultiByteToWideChar(CP_UTF8, 0, utf8.data(), bytes, nullptr, 0);
    std::wstring text(static_cast<std::size_t>(length), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, utf8.data(), bytes, text.data(), length);
    return text;
}

std::string narrow(std::wstring_view text) {
    if (text.empty())
        return {};
    const int units = static_cast<int>(text.size());
    const int length =
        WideCharToMultiByte(CP_UTF8, 0, text.data(), units, nullptr, 0, nullptr, nullptr);
    std::string utf8(static_cast<std::size_t>(length), '\0');
    WideCharToMultiByte(CP_UTF8, 0, text.data(), units, utf8.data(), length, nullptr, nullptr);
    return utf8;
}

std::string message(DWORD error) {
    wchar_t* buffer = nullptr;
    const DWORD length = FormatMessageW(
        FORMAT_MESSAGE_ALLOCATE_BUFFER | FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS,
        nullptr, error, 0, reinterpret_cast<wchar_t*>(&buffer), 0, nullptr);
    std::string text = length ? narrow({buffer, length}) : fmt::format("error {}", error);
    LocalFree(buffer);
    while (!text.empty() &&
           (text.back() == '\n' || text.back() == '\r' || text.back() == '.' || text.back() == ' '))
        text.pop_back();
    return text;
}

Pipe makePipe() {
    HANDLE read = nullptr, write = nullptr;
    constexpr DWORD kBuffer = 1u << 18; // bytes: a few writes ahead of the reader
    if (!CreatePipe(&read, &write, nullptr, kBuffer))
        throw Error(ErrorKind::environment,
                    {"WB1021", "cannot make a pipe: {problem}", {}, {{"problem", message()}}});
    return {Handle(read), Handle(write)};
}

bool writeAll(HANDLE file, std::string_view bytes) noexcept {
    while (!bytes.empty()) {
        const auto part = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), 1u << 30));
        DWORD written = 0;
        if (!WriteFile(file, bytes.data(), part, &written, nullptr))
            return false;
        bytes.remove_prefix(written);
    }
    return true;
}

std::size_t readSome(HANDLE file, char* to, std::size_t room) noexcept {
    DWORD count = 0;
    // A writer may write nothing, which a pipe passes on.
    do {
        if (!ReadFile(file, to, static_cast<DWORD>(room), &count, nullptr))
            return 0;
    } while (count == 0 && GetFileType(file) == FILE_TYPE_PIPE);
    return count;
}

} // namespace warpbench::platform::win32
